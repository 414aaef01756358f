package cuda

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/optimizer"
)

// Options sets how a backend uses its device.
type Options struct {
	Memory int64 // bytes of device memory for columns; 0: nine tenths of the device
	Locked int64 // bytes of page-locked host memory for columns that do not fit; 0: a quarter of the machine's

	NoGraphs bool // put each chunk's launches on queues, one by one

	// Early makes kernels beside what runs: who has none yet is told so (operators.Maker) and
	// can do without, where otherwise all of a stream wait for the compiler.
	Early bool
}

// Backend runs programs on a device. Safe for concurrent use.
type Backend struct {
	device    device.Device
	generator *codegen.Generator
	health    *health
	users     atomic.Int64 // runs, kernels and chunks that have not been closed
	columns   *columnCache
	blocks    *blocks
	uploads   *uploads
	queues    *queues
	molds     *molds
	makers    *makers // nil: kernels are made when they are asked for
	parts     *partLists
	staging   *staging
	copies    *copies
	pins      *pins
	records   device.Recorder // nil where the device has none, or is not to use it
	rows      int             // of a chunk

	scarce sync.Mutex // held by who waits for room for a chunk
}

// New makes a backend on a device, which it closes; also when New fails.
func New(d device.Device, o Options) (*Backend, error) {
	b := &Backend{health: &health{}, generator: codegen.NewGenerator()}
	b.device = watched{d, b.health}
	if o.Memory <= 0 {
		o.Memory = d.Memory().Total() / 10 * 9
	}
	if r, ok := d.(device.Recorder); ok && !o.NoGraphs {
		b.records = watchedRecorder{r, b.health}
	}
	b.rows = chunkRows(o.Memory)
	m := b.device.Memory()
	b.blocks, b.pins, b.queues = newBlocks(m), newPins(m), &queues{device: b.device}
	if o.Locked <= 0 {
		o.Locked = quarterOfMemory()
	}
	b.copies = newCopies(m, o.Locked)
	b.columns = newColumnCache(m, o.Memory, b.copies)
	b.columns.others = b.reclaimOthers
	b.uploads, b.molds, b.parts = newUploads(b), newMolds(b), newPartLists(b)
	if o.Early {
		b.makers = newMakers(b)
	}
	var err error
	if b.staging, err = newStaging(b.device); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if b.makers != nil {
		b.makers.begin(codegen.PackSource())
	}
	return b, nil
}

// Rows of a chunk. The most: a launch and its wait, some 20 us, do not show beside the
// 0.7 ms in which 128 Mi rows of 26 bytes are read; and a crowd's kernel has 29 bits for a
// row beside the number of a program. Otherwise as many as fit the memory
// for columns twice, one chunk being read while the next is brought there, at rowBytes.
const (
	mostRows = 128 << 20
	rowBytes = 64
)

func chunkRows(memory int64) int {
	return int(max(segmentSize, min(mostRows, memory/(2*rowBytes)/segmentSize*segmentSize)))
}

// ChunkRows is the rows that a stream should push at once.
func (b *Backend) ChunkRows() int { return b.rows }

// Device describes the device's limits.
func (b *Backend) Device() optimizer.Device { return b.device.Limits() }

// KernelBytes and StageBytes implement operators.Costed.
func (b *Backend) KernelBytes(rows int64, programs ...*operators.Program) int64 {
	return codegen.KernelBytes(rows, programs)
}

func (b *Backend) StageBytes(rows int64, p *operators.Program) []int64 {
	return codegen.StageBytes(rows, p)
}

// Open allocates the accumulators of a run; the first launch clears them.
func (b *Backend) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	runs, err := b.OpenAll(ctx, memory, p)
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// alloc takes a block, after freeing what nobody holds if need be.
func (b *Backend) alloc(bytes int64) (device.Ptr, error) {
	p, err := b.blocks.alloc(bytes)
	for errors.Is(err, device.ErrNoMemory) {
		freed, freeErr := b.reclaim()
		if freeErr != nil {
			return 0, freeErr
		}
		if !freed {
			return 0, fmt.Errorf("%w; a smaller --device-memory for columns leaves more for queries, a smaller --query-memory limits what each takes", err)
		}
		p, err = b.blocks.alloc(bytes)
	}
	return p, err
}

// reclaim gives some memory that nobody holds back to the device, and reports whether
// there was any.
func (b *Backend) reclaim() (bool, error) {
	for _, free := range []func() (bool, error){b.blocks.shrink, b.uploads.evict, b.columns.evict, b.blocks.trim, b.molds.evict, b.uploads.collect} {
		if freed, err := free(); freed || err != nil {
			return freed, err
		}
	}
	return false, nil
}

// reclaimOthers is reclaim of what is no column.
func (b *Backend) reclaimOthers() (bool, error) {
	for _, free := range []func() (bool, error){b.uploads.evict, b.blocks.trim, b.molds.evict} {
		if freed, err := free(); freed || err != nil {
			return freed, err
		}
	}
	return false, nil
}

// Load brings the record's columns to the device: the segments that are not there already.
// Where other streams hold the memory that it takes it waits for them, holding nothing, unless the
// chunk is loaded ahead.
func (b *Backend) Load(ctx context.Context, ref operators.ChunkRef, rec arrow.Record) (operators.Chunk, error) {
	if ref.Rows > mostRows {
		return nil, fmt.Errorf("chunk %d of table %s has %d rows, kernels count no more than %d", ref.Seq, ref.Table.Name, ref.Rows, mostRows)
	}
	c, err := b.load(ctx, ref, rec)
	if errors.Is(err, device.ErrNoMemory) && !ref.Ahead {
		c, err = b.loadInTurn(ctx, ref, rec)
	}
	if err != nil {
		return nil, fmt.Errorf("bring chunk %d of table %s to the device: %w", ref.Seq, ref.Table.Name, err)
	}
	return c, nil
}

// How often a chunk that finds no room is tried again where nobody holds any, and what passes
// between: others may have been trying, too.
const (
	roomTries = 3
	roomPause = time.Millisecond
)

// loadInTurn loads a chunk that did not fit beside what others hold, one such at a time.
func (b *Backend) loadInTurn(ctx context.Context, ref operators.ChunkRef, rec arrow.Record) (*chunk, error) {
	b.scarce.Lock()
	defer b.scarce.Unlock()
	for tries := 0; ; {
		c, err := b.load(ctx, ref, rec)
		if !errors.Is(err, device.ErrNoMemory) || ctx.Err() != nil {
			return c, err
		}
		if b.columns.await(ctx) {
			continue
		}
		if tries++; tries == roomTries {
			return nil, err
		}
		time.Sleep(roomPause)
	}
}

func (b *Backend) load(ctx context.Context, ref operators.ChunkRef, rec arrow.Record) (*chunk, error) {
	c := &chunk{backend: b, ref: ref, columns: map[int]*region{}}
	b.users.Add(1)
	if err := c.bring(ctx, rec); err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Close frees everything on the device and closes it.
func (b *Backend) Close() error {
	all := func(regionKey) bool { return true }
	if b.makers != nil {
		b.makers.close()
	}
	return errors.Join(b.staging.close(), b.pins.close(), b.copies.drop(all), b.device.Close())
}
