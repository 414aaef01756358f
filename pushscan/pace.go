package pushscan

import (
	"cmp"
	"slices"
	"time"

	"gsdms/operators"
)

// Riders of one kernel, and of one wave, wait for each other at the end of each chunk. Where a
// backend's kernels get turns that need not be: who takes long has a kernel without those who
// do not, and when these are through with a chunk it is left behind (behind.go).

// pacer knows the pace of runs on a backend.
type pacer struct {
	patience time.Duration // that others have with a stream in a chunk; 0: without end
	threads  int
}

// patience is how many slices of the backend a stream may take for a chunk before it is late.
const patience = 10

// pacerOf gives the pacer of a backend; those on its streams have that much patience, 0: what the
// backend's slices make of it.
func pacerOf(b operators.Backend, with time.Duration) pacer {
	s, ok := b.(operators.Sharer)
	if !ok {
		return pacer{}
	}
	if with == 0 {
		with = patience * s.Slice()
	}
	return pacer{with, max(1, b.Device().MPs)}
}

// pace is what a run takes for a chunk.
type pace struct {
	took    time.Duration // as far as is known
	bounded bool          // it is about that
}

// How many times as long as others a run takes that does not share their kernel, and a kernel for
// which those of another do not wait.
const (
	slowerKernel = 8
	slowerWave   = 4
)

// paceOf gives the pace of a run for chunks of so many rows, if all processors work for it.
func (p pacer) paceOf(r operators.Run, rows int) pace {
	of, ok := r.(operators.Paced)
	if !ok || p.patience == 0 {
		return pace{bounded: true}
	}
	seconds, bounded := of.Pace(rows)
	return pace{time.Duration(seconds * float64(time.Second) / float64(p.threads)), bounded}
}

// slow reports whether others are late who wait for one of such a pace.
func (p pacer) slow(q pace) bool { return p.patience > 0 && q.took >= p.patience }

// mayBeLong reports whether nobody can be sure that one of such a pace is not slow.
func (p pacer) mayBeLong(q pace) bool { return !q.bounded || p.slow(q) }

// split gives the runs of each kernel, the fastest first, of runs that may share one: those of
// about the same pace, in the order in which they come, and one that no bound holds for by itself.
func (p pacer) split(runs []operators.Run, rows int) [][]operators.Run {
	if p.patience == 0 || len(runs) < 2 {
		return [][]operators.Run{runs}
	}
	paces, order := make([]pace, len(runs)), make([]int, len(runs))
	for i, r := range runs {
		paces[i], order[i] = p.paceOf(r, rows), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return paces[a].compare(paces[b]) })
	var out [][]operators.Run
	for len(order) > 0 {
		n := p.alike(paces, order)
		slices.Sort(order[:n])
		together := make([]operators.Run, n)
		for k, i := range order[:n] {
			together[k] = runs[i]
		}
		out, order = append(out, together), order[n:]
	}
	return out
}

// alike is how many of runs in the order of their paces may share a kernel with the first.
func (p pacer) alike(paces []pace, order []int) int {
	first := paces[order[0]]
	most := max(p.patience/2, slowerKernel*first.took)
	n := 1
	for first.bounded && n < len(order) && paces[order[n]].bounded && paces[order[n]].took <= most {
		n++
	}
	return n
}

// compare puts those first that a bound holds for, the fastest of all first.
func (q pace) compare(o pace) int {
	switch {
	case q.bounded == o.bounded:
		return cmp.Compare(q.took, o.took)
	case q.bounded:
		return -1
	}
	return 1
}
