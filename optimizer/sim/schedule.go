package sim

import (
	"cmp"
	"slices"

	"gsdms/optimizer"
)

// Block is a block while it runs.
type Block struct {
	*Kernel
	Stream, MP int
	Left       float64 // share of its work that is left
	span       int
}

// scheduler is the state of a simulation.
type scheduler struct {
	device         optimizer.Device
	multiprocessor *optimizer.Multiprocessor
	streams        []Stream
	queues         []queue // by stream
	order          []int   // streams, as they come with Hyper-Q
	mps            []mp
	running        []Block
	rates          []float64
	spans          []Span
	now            float64
}

// queue is how far a stream is.
type queue struct {
	kernel  int // that is being scheduled or runs
	started int // blocks of it
	ended   int
	since   float64 // when the kernel before had ended
}

// mp is what runs on a multiprocessor. A stream has one kernel running at most, so that
// its blocks tell what it takes.
type mp struct {
	blocks []int // by stream
	load   optimizer.Load
}

// schedule starts all blocks that may start now. Without Hyper-Q streams come in the order
// of rank, and one whose blocks are not all scheduled keeps those below it waiting.
func (s *scheduler) schedule() {
	if s.device.HyperQ {
		s.byWait()
		return
	}
	for i := range s.streams {
		s.fill(i)
		if !s.scheduled(i) {
			return
		}
	}
}

// byWait starts blocks with Hyper-Q: the stream whose kernel waits longest comes first, of
// those that wait as long the one of higher rank. [L14] does not say in which order streams
// come then. On an H200 room that a kernel leaves goes to blocks that waited for it, not to
// the next kernel of its own stream, which the device learns of a little later.
func (s *scheduler) byWait() {
	s.order = s.order[:0]
	for i := range s.streams {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		return cmp.Compare(s.queues[a].since, s.queues[b].since)
	})
	for _, i := range s.order {
		s.fill(i)
	}
}

// fill starts the blocks of the stream's kernel for which there is room.
func (s *scheduler) fill(i int) {
	for s.ready(i) {
		at := s.place(i)
		if at < 0 {
			return
		}
		s.start(i, at)
	}
}

// ready says whether the stream has a block that waits for nothing but room: its kernel
// starts when the one before has ended.
func (s *scheduler) ready(i int) bool {
	q := &s.queues[i]
	return q.kernel < len(s.streams[i]) && q.started < s.streams[i][q.kernel].Blocks
}

// scheduled says whether all blocks of the stream have started.
func (s *scheduler) scheduled(i int) bool {
	q := &s.queues[i]
	last := len(s.streams[i]) - 1
	return q.kernel > last || q.kernel == last && q.started == s.streams[i][last].Blocks
}

// place is the multiprocessor for the next block of the stream, or -1: of those with
// room the one with the fewest blocks of the kernel, then the fewest warps, then the
// first.
func (s *scheduler) place(i int) int {
	best := -1
	for m := range s.mps {
		if !s.holds(m, i) {
			continue
		}
		if best < 0 || s.mps[m].blocks[i] < s.mps[best].blocks[i] ||
			s.mps[m].blocks[i] == s.mps[best].blocks[i] && s.mps[m].load.Warps < s.mps[best].load.Warps {
			best = m
		}
	}
	return best
}

// holds says whether multiprocessor m has room for one more block of stream i.
func (s *scheduler) holds(m, i int) bool {
	return s.with(m, i, 1).Within(s.multiprocessor.Room())
}

// with is the load of multiprocessor m with more (or, below 0, fewer) blocks of stream i.
func (s *scheduler) with(m, i, more int) optimizer.Load {
	k := &s.streams[i][s.queues[i].kernel]
	n := s.mps[m].blocks[i]
	old := s.multiprocessor.Take(n, k.Warps, k.Registers, k.Shared)
	now := s.multiprocessor.Take(n+more, k.Warps, k.Registers, k.Shared)
	return s.mps[m].load.Minus(old).Plus(now)
}

func (s *scheduler) start(i, m int) {
	q := &s.queues[i]
	k := &s.streams[i][q.kernel]
	s.running = append(s.running, Block{Kernel: k, Stream: i, MP: m, Left: 1, span: len(s.spans)})
	s.spans = append(s.spans, Span{Stream: i, Kernel: q.kernel, Block: q.started, MP: m, Start: s.now})
	q.started++
	s.mps[m].load = s.with(m, i, 1)
	s.mps[m].blocks[i]++
}

func (s *scheduler) end(b Block) {
	s.spans[b.span].End = s.now
	s.mps[b.MP].load = s.with(b.MP, b.Stream, -1)
	s.mps[b.MP].blocks[b.Stream]--
	q := &s.queues[b.Stream]
	if q.ended++; q.ended == b.Blocks {
		*q = queue{kernel: q.kernel + 1, since: s.now}
	}
}
