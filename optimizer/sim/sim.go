// Package sim simulates streams of kernels on a device, block by block, under the
// scheduling disciplines of [L14] section IV:
//
//  1. The scheduler spreads the blocks of a kernel over as many multiprocessors as
//     possible.
//  2. New blocks start as soon as resources are free, not when all running blocks are
//     done.
//  3. Without Hyper-Q the blocks of a stream are scheduled only after all blocks in the
//     streams of higher rank are scheduled. With Hyper-Q they may be scheduled before:
//     the kernel that waits longest comes first (measured on an H200).
//
// Streams go in and a Timeline comes out: the start, the end and the place of every
// block. How fast a block is, is the Pace: as fast as if it were alone, or by what it
// shares.
//
// [L14] is Li, Yu, Kumar, Tu: Performance modeling in CUDA streams, IEEE Big Data 2014.
package sim

import (
	"fmt"
	"math"

	"gsdms/optimizer"
)

// Kernel is a grid of equal blocks.
type Kernel struct {
	Name      string
	Blocks    int     // of the grid
	Warps     int     // per block
	Registers int     // per thread
	Shared    int     // bytes per block
	Seconds   float64 // of a block, for the pace Alone
	Bytes     float64 // that a block reads, for the pace Contended
	Instrs    float64 // instructions of threads of a block, for the pace Contended
}

// Stream is kernels that run one after another. Its rank is its place among the
// streams.
type Stream []Kernel

// Span is the run of one block.
type Span struct {
	Stream, Kernel int // kernel in its stream
	Block          int // in its grid
	MP             int
	Start, End     float64 // seconds
}

// Timeline is the run of some streams: spans in the order in which they started.
type Timeline struct {
	Device  optimizer.Device
	Streams []Stream
	Spans   []Span
}

// End is when the last block ends, in seconds.
func (t Timeline) End() float64 {
	end := 0.0
	for _, s := range t.Spans {
		end = max(end, s.End)
	}
	return end
}

// Label is the kernel's name and the number of its stream, such as A1, or q6.1 where the
// name ends in a digit.
func (t Timeline) Label(stream, kernel int) string {
	name := t.Streams[stream][kernel].Name
	if n := len(name); n > 0 && name[n-1] >= '0' && name[n-1] <= '9' {
		name += "."
	}
	return fmt.Sprintf("%s%d", name, stream+1)
}

// Run simulates the streams. A block that fits no empty multiprocessor is an error, and
// so is a block that never ends.
func Run(d optimizer.Device, pace Pace, streams []Stream) (Timeline, error) {
	m, err := optimizer.NewMultiprocessor(d)
	if err != nil {
		return Timeline{}, err
	}
	if err := check(m, streams); err != nil {
		return Timeline{}, err
	}
	s := &scheduler{device: d, multiprocessor: m, streams: streams, queues: make([]queue, len(streams)), mps: make([]mp, d.MPs)}
	for i := range s.mps {
		s.mps[i].blocks = make([]int, len(streams))
	}
	for s.schedule(); len(s.running) > 0; s.schedule() {
		if err := s.advance(pace); err != nil {
			return Timeline{}, err
		}
	}
	return Timeline{Device: d, Streams: streams, Spans: s.spans}, nil
}

func check(m *optimizer.Multiprocessor, streams []Stream) error {
	for i, s := range streams {
		for _, k := range s {
			if k.Blocks < 1 || k.Warps < 1 || k.Registers < 0 || k.Shared < 0 {
				return fmt.Errorf("sim: stream %d, kernel %q: %d blocks of %d warps, %d registers, %d bytes: the first two must be positive, the others not negative",
					i+1, k.Name, k.Blocks, k.Warps, k.Registers, k.Shared)
			}
			if t := m.Take(1, k.Warps, k.Registers, k.Shared); !t.Within(m.Room()) {
				return fmt.Errorf("sim: stream %d, kernel %q: a block takes %+v of a multiprocessor with %+v", i+1, k.Name, t, m.Room())
			}
		}
	}
	return nil
}

// advance runs all blocks until the next one ends, and frees those that end then.
func (s *scheduler) advance(pace Pace) error {
	s.rates = append(s.rates[:0], make([]float64, len(s.running))...)
	pace.Rates(s.device, s.running, s.rates)
	step := math.Inf(1)
	for i, b := range s.running {
		step = min(step, b.Left/s.rates[i])
	}
	if math.IsInf(step, 1) || math.IsNaN(step) {
		return fmt.Errorf("sim: %d blocks run and none of them ever ends", len(s.running))
	}
	s.now += step
	keep := s.running[:0]
	for i, b := range s.running {
		b.Left -= step * s.rates[i]
		if b.Left > 1e-9 {
			keep = append(keep, b)
		} else {
			s.end(b)
		}
	}
	s.running = keep
	return nil
}
