package optimizer

import (
	"cmp"
	"math"
	"slices"
)

// leftover is what a kernel leaves of a multiprocessor when it has ended.
type leftover struct {
	Load
	of    int     // kernel; -1: nobody has had it yet
	batch int     // of the kernel; -1 likewise
	ends  float64 // when it is predicted to, in the unit of the times that are known
}

// follow says for each kernel of a wave which ones it waits for, so that it need not wait for all
// of the batch before: those whose place on a multiprocessor it takes, all of earlier batches, and
// those that it comes After. Whatever the kernels take in the end, all that can run at the same time
// fit, since a place passes from one kernel to the next; and none begins later than it would behind
// a barrier. Where times are predicted, a kernel takes the places that are free first.
func follow(l *limits, w *Wave) [][]int {
	out := make([][]int, len(w.Demands))
	ended := make([]float64, len(w.Demands))
	left := []leftover{{Load: l.room, of: -1, batch: -1}}
	for b, batch := range w.Batches {
		for _, c := range batch.Launches {
			after, start := w.Demands[c.Kernel].After, 0.0
			for _, a := range after {
				start = max(start, ended[a])
			}
			need := w.load(l, c)
			start = max(start, covered(left, need, b))
			takes := slices.Clone(after)
			left, takes = take(left, takes, need, b, start)
			ended[c.Kernel] = start + w.took(c.Kernel)
			out[c.Kernel] = takes
			left = append(left, leftover{need, c.Kernel, b, ended[c.Kernel]})
		}
	}
	return out
}

// took is the predicted time of a kernel; where none is known each takes as long.
func (w *Wave) took(k int) float64 {
	if w.Ends == nil {
		return 1
	}
	return w.Ends[k]
}

// covered is when what is left by kernels of earlier batches covers a need.
func covered(left []leftover, need Load, batch int) float64 {
	slices.SortStableFunc(left, func(a, b leftover) int { return cmp.Compare(a.ends, b.ends) })
	var sum Load
	for _, p := range left {
		if p.batch >= batch {
			continue
		}
		if sum = sum.Plus(p.Load); need.Within(sum) {
			return p.ends
		}
	}
	return math.Inf(1) // only where the batches do not fit a multiprocessor
}

// take takes a need from what is left by start, and adds the kernels whose places those are: first
// of those that are waited for anyway, then what nobody has had, then what came last, since the
// other places can serve those who begin before.
func take(left []leftover, takes []int, need Load, batch int, start float64) ([]leftover, []int) {
	waited := slices.Clone(takes)
	for _, wanted := range []func(of int) bool{
		func(of int) bool { return slices.Contains(waited, of) },
		func(of int) bool { return of < 0 },
		func(int) bool { return true },
	} {
		for i := len(left) - 1; i >= 0 && need != (Load{}); i-- {
			p := &left[i]
			part := least(p.Load, need)
			if p.batch >= batch || p.ends > start || part == (Load{}) || !wanted(p.of) {
				continue
			}
			p.Load, need = p.Minus(part), need.Minus(part)
			if p.of >= 0 && !slices.Contains(takes, p.of) {
				takes = append(takes, p.of)
			}
		}
	}
	slices.Sort(takes)
	return slices.DeleteFunc(left, func(p leftover) bool { return p.Load == (Load{}) }), takes
}

// least is the smaller of every resource.
func least(a, b Load) Load {
	return Load{min(a.Blocks, b.Blocks), min(a.Warps, b.Warps), min(a.Registers, b.Registers), min(a.Shared, b.Shared)}
}
