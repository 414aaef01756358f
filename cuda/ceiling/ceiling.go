// Package ceiling measures what a device can do at most: reads from its memory and from
// its cache, random probes, copies from the host, launches, alone and in graphs. A query's
// time is judged against these, not against a data sheet.
package ceiling

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"gsdms/cuda/device"
	"gsdms/optimizer"
)

// Line is one measurement.
type Line struct {
	What  string
	Value float64
	Unit  string
}

// Sizes of what is read and copied; a test makes them small.
type Sizes struct {
	Memory int64 // bytes read from the device's memory, several times its cache
	Cache  int64 // bytes read again and again, less than its cache
	Copy   int64 // bytes copied from the host
	Runs   int   // of which the fastest counts
}

// Usual are the sizes for a card.
func Usual() Sizes { return Sizes{Memory: 4 << 30, Cache: 24 << 20, Copy: 1 << 30, Runs: 5} }

// Each kernel sums what it reads, so that the reads are not removed.
const prelude = `
typedef unsigned int u32;
typedef unsigned long long u64;
struct alignas(16) Words { u32 x, y, z, w; };
#ifdef GSDMS_HOST
#define KERNEL extern "C"
#else
#define KERNEL extern "C" __global__
#endif
struct Params { const u32* data; u64 n, rounds; u32* out; };
`

const readText = prelude + `
// n 16-byte words, rounds times
KERNEL void wave(const Params* __restrict__ p) {
  const Words* const data = (const Words*)p->data;
  const u64 step = (u64)gridDim.x * blockDim.x, n = p->n;
  u32 sum = 0;
  for (u64 r = 0; r < p->rounds; r++) {
    // another block's words in every round, or the first-level cache would serve
    u64 i = (u64)((blockIdx.x + 61 * r) % gridDim.x) * blockDim.x + threadIdx.x;
    for (; i + 3 * step < n; i += 4 * step) {
      const Words a = data[i], b = data[i + step], c = data[i + 2 * step], d = data[i + 3 * step];
      sum += (a.x ^ a.y ^ a.z ^ a.w) + (b.x ^ b.y ^ b.z ^ b.w) + (c.x ^ c.y ^ c.z ^ c.w) + (d.x ^ d.y ^ d.z ^ d.w);
    }
    for (; i < n; i += step) sum += data[i].x ^ data[i].y ^ data[i].z ^ data[i].w;
  }
  if (sum == 0x9e3779b9u) *p->out = sum;
}
`

const probeText = prelude + `
// rounds * 8 probes a thread of a table of n 4-byte entries, n a power of two
KERNEL void wave(const Params* __restrict__ p) {
  const u64 mask = p->n - 1;
  u64 x = ((u64)blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15ull + 1;
  u32 sum = 0;
  for (u64 r = 0; r < p->rounds; r++) {
    for (int k = 0; k < 8; k++) {
      x = x * 6364136223846793005ull + 1442695040888963407ull;
      sum += p->data[(x >> 30) & mask];
    }
  }
  if (sum == 0x9e3779b9u) *p->out = sum;
}
`

// bench is a device under measurement.
type bench struct {
	ctx     context.Context
	device  device.Device
	limits  optimizer.Device
	queue   device.Queue
	sizes   Sizes
	data    device.Ptr
	params  device.Ptr
	report  func(Line)
	threads int64 // of a launch
}

// Threads of a block, and blocks of a multiprocessor.
const (
	blockThreads = 512
	blocksEach   = 4
	shared       = 8 << 10 // bytes, for kernels that use it
)

// Measure reports one line after another. The device serves nobody else meanwhile; what
// is allocated stays with it, to be closed.
func Measure(ctx context.Context, d device.Device, s Sizes, report func(Line)) error {
	b, err := newBench(ctx, d, s, report)
	if err != nil {
		return err
	}
	return errors.Join(b.reads(), b.probes(), b.computes(), b.copies(), b.launches(), b.graphs())
}

// newBench takes what all measurements share.
func newBench(ctx context.Context, d device.Device, s Sizes, report func(Line)) (*bench, error) {
	b := &bench{ctx: ctx, device: d, limits: d.Limits(), sizes: s, report: report}
	b.threads = int64(b.limits.MPs * blocksEach * blockThreads)
	var err error
	if b.queue, err = d.NewQueue(); err != nil {
		return nil, err
	}
	if b.data, err = d.Memory().Alloc(max(s.Memory, s.Copy)); err != nil {
		return nil, fmt.Errorf("memory to measure with: %w", err)
	}
	if b.params, err = d.Memory().Alloc(64); err != nil {
		return nil, err
	}
	return b, b.queue.Clear(b.data, s.Memory)
}

// fastest gives the shortest time of a launch.
func (b *bench) fastest(f device.Function, n, rounds int64) (best time.Duration, err error) {
	params := make([]byte, 32)
	for i, v := range []uint64{uint64(b.data), uint64(n), uint64(rounds), uint64(b.params) + 48} {
		binary.LittleEndian.PutUint64(params[8*i:], v)
	}
	for range b.sizes.Runs {
		if err := b.queue.CopyIn(b.params, params); err != nil {
			return 0, err
		}
		began := time.Now()
		if err := b.queue.Launch(f, b.limits.MPs*blocksEach, blockThreads, shared, b.params); err != nil {
			return 0, err
		}
		took, err := b.queue.Wait()
		if err != nil {
			return 0, err
		}
		if took == 0 { // a device without a clock of its own
			took = time.Since(began)
		}
		if best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

// reads measures reads of 16 bytes a thread, in order.
func (b *bench) reads() error {
	f, err := b.device.Compile(b.ctx, readText)
	if err != nil {
		return err
	}
	for _, r := range []struct {
		what          string
		bytes, rounds int64
	}{{"read memory", b.sizes.Memory, 1}, {"read cache (L2)", b.sizes.Cache, 64}} {
		took, err := b.fastest(f, r.bytes/16, r.rounds)
		if err != nil {
			return fmt.Errorf("measure %s: %w", r.what, err)
		}
		b.report(Line{fmt.Sprintf("%s, %d MiB", r.what, r.bytes>>20), perSecond(r.bytes*r.rounds, took), "GB/s"})
	}
	return nil
}

// probes measures reads of 4 bytes at random, from tables of several sizes.
func (b *bench) probes() error {
	f, err := b.device.Compile(b.ctx, probeText)
	if err != nil {
		return err
	}
	const rounds = 64
	for _, entries := range []int64{1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 24} {
		if 4*entries > b.sizes.Memory {
			break
		}
		took, err := b.fastest(f, entries, rounds)
		if err != nil {
			return fmt.Errorf("measure probes of %d entries: %w", entries, err)
		}
		b.report(Line{fmt.Sprintf("random probe, %d Ki entries of 4 bytes", entries>>10), perSecond(8*rounds*b.threads, took), "G/s"})
	}
	return nil
}

// copies measures page-locked host memory on its way to the device, by the size of a
// piece.
func (b *bench) copies() error {
	const room = 64 << 20
	host, err := b.device.Memory().Pin(room)
	if err != nil {
		return fmt.Errorf("lock memory to measure with: %w", err)
	}
	for _, piece := range []int64{64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20} {
		took, err := b.copying(host, piece)
		if err != nil {
			return fmt.Errorf("measure copies: %w", err)
		}
		b.report(Line{fmt.Sprintf("copy from the host, pieces of %d KiB", piece>>10), perSecond(b.sizes.Copy, took), "GB/s"})
	}
	return b.device.Memory().Unpin(host)
}

func (b *bench) copying(host []byte, piece int64) (best time.Duration, err error) {
	for range b.sizes.Runs {
		began := time.Now()
		for at := int64(0); at < b.sizes.Copy; at += piece {
			k := min(piece, b.sizes.Copy-at)
			from := at % int64(len(host))
			if err := b.queue.CopyIn(b.data+device.Ptr(at), host[from:from+k]); err != nil {
				return 0, err
			}
		}
		if _, err := b.queue.Wait(); err != nil {
			return 0, err
		}
		if took := time.Since(began); best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

// perSecond is 10^9 things per second.
func perSecond(n int64, took time.Duration) float64 {
	return float64(n) / float64(max(1, took.Nanoseconds()))
}
