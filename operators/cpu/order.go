package cpu

import (
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/intervals"
	"gsdms/operators/simd"
)

// A program's filters come in the order that suits a backend which tests every row. Here
// rows are tested one by one as soon as few are left, which makes a filter that drops
// nearly all rows worth a wide column: the others cost next to nothing behind it.

// priced is a filter with what it costs over all rows, for each of them, in tests of a row
// by itself.
type priced struct {
	operators.Clause
	cost  float64
	alone bool // rows can be tested by themselves (filters.clause)
}

// order puts the filters of a program in an order that costs less with these kernels: it
// moves one filter, the one that gains the most, until none gains much. The shares are
// estimates; where one is not known, or the filters are very many, the given order stays.
func order(p *operators.Program, k *simd.Kernels) []priced {
	filters := make([]priced, len(p.Filters))
	known := len(filters) > 1 && len(filters) <= maxOrdered
	for i, c := range p.Filters {
		filters[i] = priced{c, costOf(p, k, c), ofOneTest(c)}
		known = known && c.Selectivity > 0
	}
	for known && improve(filters) {
	}
	return filters
}

// maxOrdered bounds the search to some microseconds, and noticeable is what must be left
// of the cost for another order.
const (
	maxOrdered = 12
	noticeable = 0.95
)

// improve makes the best move and reports whether there is one.
func improve(filters []priced) bool {
	least := noticeable * total(filters)
	from, to := 0, 0
	for i := range filters {
		for j := range filters {
			relocate(filters, i, j)
			if sum := total(filters); sum < least {
				least, from, to = sum, i, j
			}
			relocate(filters, j, i)
		}
	}
	relocate(filters, from, to)
	return from != to
}

// relocate takes element i out and puts it in at place j.
func relocate(filters []priced, i, j int) {
	moved := filters[i]
	copy(filters[i:], filters[i+1:])
	copy(filters[j+1:], filters[j:len(filters)-1])
	filters[j] = moved
}

// total estimates what filters in this order cost, as survivors goes through them. The
// list of the rows that are left costs as much as testing them.
func total(filters []priced) (sum float64) {
	left, listed := 1.0, false
	for i, c := range filters {
		if i > 0 && !listed && c.alone && left < c.cost {
			listed = true
			sum += left
		}
		if listed {
			sum += left
		}
		if !listed || !c.alone {
			sum += c.cost
		}
		left *= c.Selectivity
	}
	if !listed {
		sum += left
	}
	return sum
}

func costOf(p *operators.Program, k *simd.Kernels, c operators.Clause) (sum float64) {
	for _, leaf := range c.Any {
		switch l := leaf.(type) {
		case operators.Ranges:
			log := bits.TrailingZeros(uint(p.Columns[l.Column].Storage.Width))
			passes := 1
			if k.Ranges[log] == nil {
				passes = len(l.In)
			}
			sum += float64(passes) / float64(k.RangeRefine[log])
		case operators.Member:
			sum += 1 / float64(k.MemberRefine)
		}
	}
	return sum
}

// ofOneTest reports whether a clause is ranges of one column, or one set.
func ofOneTest(c operators.Clause) bool {
	for _, leaf := range c.Any {
		if _, set := leaf.(operators.Member); set && len(c.Any) > 1 || intervals.ColumnOf(leaf) != intervals.ColumnOf(c.Any[0]) {
			return false
		}
	}
	return true
}
