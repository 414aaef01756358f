package sim

import (
	"math"

	"gsdms/optimizer"
)

// Pace says how fast blocks run.
type Pace interface {
	// Rates sets rates[i] to the share of its work that block i does in a second, while
	// exactly these blocks run.
	Rates(d optimizer.Device, running []Block, rates []float64)
}

// Alone is the pace of [L14]: a block takes its Seconds, whatever else runs.
type Alone struct{}

// Rates is one over the seconds.
func (Alone) Rates(_ optimizer.Device, running []Block, rates []float64) {
	for i := range running {
		rates[i] = 1 / running[i].Seconds
	}
}

// Contended is a pace by what blocks share: a multiprocessor's issue slots and the
// device's bandwidth. A block wants both in proportion to its warps, up to what
// saturates a multiprocessor (Device.IssueWarps, Device.MemoryWarps); what is scarce is
// divided by warps, and what a block does not want goes to the others (max-min
// fairness).
type Contended struct{}

// Rates is the smaller of what a block gets of the issue slots and of the bandwidth,
// over what it needs.
func (Contended) Rates(d optimizer.Device, running []Block, rates []float64) {
	issue, bandwidth := d.IssueRate/float64(d.MPs), d.Bandwidth/float64(d.MPs)
	wants := make([]want, len(running))
	byMP := make([][]int32, d.MPs)
	for i := range running {
		b := &running[i]
		rates[i] = min(rate(issue, b.Warps, saturation(d, d.IssueWarps), b.Instrs), rate(bandwidth, b.Warps, saturation(d, d.MemoryWarps), b.Bytes))
		wants[i] = want{rates[i] * b.Instrs, float64(b.Warps)}
		byMP[b.MP] = append(byMP[b.MP], int32(i))
	}
	all := make([]int32, len(running))
	for i := range all {
		all[i] = int32(i)
	}
	for _, on := range byMP {
		level := fill(wants, on, issue)
		for _, i := range on {
			if n := running[i].Instrs; n > 0 {
				rates[i] = min(rates[i], level*wants[i].weight/n)
			}
		}
	}
	for i := range running {
		wants[i].amount = rates[i] * running[i].Bytes
	}
	level := fill(wants, all, d.Bandwidth)
	for i := range running {
		if n := running[i].Bytes; n > 0 {
			rates[i] = min(rates[i], level*wants[i].weight/n)
		}
	}
}

// rate is what a block alone on its multiprocessor reaches: blocks per second.
func rate(full float64, warps, saturation int, need float64) float64 {
	return full * min(1, float64(warps)/float64(saturation)) / need
}

func saturation(d optimizer.Device, warps int) int {
	if warps == 0 {
		warps = d.Warps / 4
	}
	return max(1, warps)
}

// want is what a block wants of something scarce, and its weight where it is divided.
type want struct{ amount, weight float64 }

// fill is the level, per weight, at which the wants, each cut to level x weight, use
// up the capacity; infinite if all get what they want. Every round serves in full those
// who want less than the level, so that it ends after as many rounds as there are
// different wants at most.
func fill(wants []want, on []int32, capacity float64) float64 {
	level := 0.0
	for {
		left, weight := capacity, 0.0
		for _, i := range on {
			if w := wants[i]; w.amount <= level*w.weight*(1+1e-12) {
				left -= w.amount
			} else {
				weight += w.weight
			}
		}
		if weight == 0 {
			return math.Inf(1)
		}
		next := left / weight
		if next <= level*(1+1e-12) {
			return next
		}
		level = next
	}
}
