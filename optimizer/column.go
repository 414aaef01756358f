package optimizer

import (
	"math"
	"slices"
)

// kind is kernels that are the same to a multiprocessor.
type kind struct {
	kernel
	members []int
	fit     int // copies that fit a multiprocessor
}

// kinds groups the members.
func (p *problem) kinds(members []int) []kind {
	var out []kind
	for _, m := range members {
		k := &p.kernels[m]
		i := slices.IndexFunc(out, func(o kind) bool { return slices.Equal(o.options, k.options) })
		if i < 0 {
			i = len(out)
			out = append(out, kind{kernel: *k, fit: p.fit(k)})
		}
		out[i].members = append(out[i].members, m)
	}
	return out
}

// fit is how many copies of k a multiprocessor holds.
func (p *problem) fit(k *kernel) int {
	layer := []label{{}}
	for n := 0; ; n++ {
		if layer = p.extend(nil, layer, k); len(layer) == 0 {
			return n
		}
	}
}

// effort is how many states of the knapsack, at about 10 ns each, the column
// generation of a wave may look at, by kind; roundEffort is for those that round it.
// Of 3,840 draws of 39 to 65 kernels of 13 kinds 3,722 ended at the bound and the others
// one batch above it.
const (
	effort      = 2000
	roundEffort = 400
)

// columns is the result of column generation.
type columns struct {
	kinds []kind
	*master
	lower float64 // proven lower bound on the batches, in fractions
}

// generate solves the batch-level model in fractions, [L19] (26)-(30): while a pattern
// is worth more than one batch at the master's duals, it enters. With the most worth v
// of any pattern, value/v is a lower bound at any time (Farley), so that the loop ends
// as soon as rounding up decides: where the batches already found (enough) cannot be
// improved, or where the value rounds up to a bound that is known. effort, per kind, limits the
// work; without enough of it the solution and the bound are weaker, and still right.
func (p *problem) generate(kinds []kind, known, enough, effort int) columns {
	demand, fit := make([]int, len(kinds)), make([]int, len(kinds))
	for i := range kinds {
		demand[i], fit[i] = len(kinds[i].members), kinds[i].fit
	}
	c := columns{kinds: kinds, master: newMaster(demand, fit), lower: float64(known)}
	k := newKnapsack(p.room, effort*(len(kinds)+4))
	for k.effort > 0 && roundUpBatches(c.lower) < enough && c.value() > c.lower+tolerance {
		if s := c.surplus(); s >= 0 {
			c.enterSurplus(s)
			k.effort -= len(kinds) * len(kinds) / 8
			continue
		}
		pattern := p.column(&c, k)
		if pattern == nil {
			break
		}
		c.enterPattern(pattern)
		k.effort -= len(kinds) * len(kinds) / 8
	}
	return c
}

// column is the next pattern to enter, or nil.
func (p *problem) column(c *columns, k *knapsack) []int {
	if pattern, worth := k.grow(c.kinds, c.duals); worth > 1.01 {
		return pattern
	}
	pattern, worth, sure := k.solve(c.kinds, c.duals, 1)
	if sure {
		c.lower = max(c.lower, c.value()/worth)
	}
	return pattern
}

// roundUpBatches is the batches that a fraction stands for.
func roundUpBatches(x float64) int { return int(math.Ceil(x - 1e-6)) }

// Fractional is the batches that [L19] (26)-(30) needs for the demands in fractions: no
// wave has fewer. It is the optimum of the linear programme unless the prices stay
// unsure (after some seconds), and then a lower bound. It leaves After aside.
func Fractional(d Device, demands []Demand) (float64, error) {
	p, err := newProblem(d, demands)
	if err != nil || len(demands) == 0 {
		return 0, err
	}
	const patience = 1 << 24
	return p.generate(p.kinds(p.order()), 0, math.MaxInt, patience).lower, nil
}
