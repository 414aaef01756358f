package cpu

import (
	"math/bits"

	"gsdms/operators/intervals"
	"gsdms/operators/simd"
)

// What a kernel's filters cost, in nanoseconds for each row: one by one, and by the masks
// of a squad. Which is cheaper depends on the number of distinct tests and not on the
// data, but for the share of rows that get as far as a clause.

// refineCost is one row tested by itself.
const refineCost = 1.5

// weights says what the clauses of every run cost without masks: a clause is tested for
// all rows, and the runs that have it share the cost, or row by row where few are left.
func (k *kernel) weights() [][]float64 {
	users := make([]float64, len(k.filters.clauses))
	for _, clauses := range k.clauses {
		for _, c := range clauses {
			users[c]++
		}
	}
	cost := &k.backend.kernels.Cost
	weights := make([][]float64, len(k.clauses))
	for i, clauses := range k.clauses {
		left := 1.0
		weights[i] = make([]float64, len(clauses))
		for n, c := range clauses {
			if all := k.clauseCost(c); n > 0 && left*refineCost < all {
				weights[i][n] = left * refineCost
			} else {
				weights[i][n] = all/users[c] + cost.Logic
			}
			if share := k.runs[i].code.clauses[n].Selectivity; share > 0 { // else it is not known
				left *= share
			}
		}
	}
	return weights
}

// clauseCost is one clause tested for all rows.
func (k *kernel) clauseCost(clause int) (ns float64) {
	cost := &k.backend.kernels.Cost
	for _, a := range k.filters.clauses[clause].atoms {
		if n := k.filters.packOf[a]; n >= 0 {
			ns += cost.Range[k.filters.packs[n].log]
		} else {
			ns += cost.Member
		}
		ns += cost.Logic // put together with the others, or counted
	}
	return ns
}

// squadCost is the masks of a squad of so many runs: turning them over costs less, but not
// in proportion, where there are few.
func (k *kernel) squadCost(columns []*intervals.Column, runs int) (ns float64) {
	cost := &k.backend.kernels.Cost
	for _, c := range columns {
		ns += cost.Codes[bits.TrailingZeros(uint(c.Reader.Storage.Width))] + cost.Column
	}
	return ns + cost.Masks*(0.4+0.6*float64(runs)/simd.MaskPrograms)
}

// Making the tables of a squad costs setUp and a little for every number of a column's
// domain, whenever the attached set changes: at the worst with every chunk.
const (
	setUp       = 100_000 // ns
	setUpNumber = 0.2
)

// worth reports whether saving so many ns for each row pays for the tables.
func (k *kernel) worth(saving float64, columns []*intervals.Column) bool {
	tables := float64(setUp)
	for _, c := range columns {
		tables += setUpNumber * float64(c.Starts[len(c.Starts)-1])
	}
	return saving*float64(min(k.runs[0].program.Table.Rows, chunkRows)) > tables
}
