package cpu

import (
	"math"
	"math/bits"

	"gsdms/operators"
)

// columnFold makes the function of a fold over one column.
func columnFold[X unsigned](f operators.FoldFunc, x source) addFunc {
	if f == operators.Sum128 {
		return (&wideColumn[X]{x}).add
	}
	return (&extremeColumn[X]{x, f == operators.MinInt}).add
}

// wideColumn sums up a column in 128 bits.
type wideColumn[X unsigned] struct{ x source }

func (s *wideColumn[X]) add(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	base, rows := m.columns[s.x.column], m.levels[s.x.level][:len(numbers)]
	words, width, at := f.target(a)
	if !a.groups.shared {
		for i, r := range rows {
			n := int64(element[X](base, r)) + s.x.bias
			add128(words[int(numbers[i])*width+at:], n, n>>63)
		}
		return nil
	}
	var lo, hi uint64 // sums of the halves of stored numbers
	if run := consecutive[X](m, s.x, len(rows)); run != nil {
		lo, hi = halves(run)
	} else {
		for _, r := range rows {
			n := uint64(element[X](base, r))
			lo += n & math.MaxUint32
			hi += n >> 32
		}
	}
	add128(words[at:], int64(hi<<32), int64(hi>>32))
	add128(words[at:], int64(lo), 0)
	high, low := bits.Mul64(uint64(s.x.bias), uint64(len(rows)))
	if s.x.bias < 0 {
		high -= uint64(len(rows))
	}
	add128(words[at:], int64(low), int64(high))
	return nil
}

// extremeColumn keeps the rank of the least or the greatest number of a column.
type extremeColumn[X unsigned] struct {
	x     source
	least bool
}

func (s *extremeColumn[X]) add(f *fold, a *accumulators, m *machine, numbers []uint32) error {
	base, rows := m.columns[s.x.column], m.levels[s.x.level][:len(numbers)]
	words, width, at := f.target(a)
	flip := uint64(signBit)
	if s.least {
		flip = ^flip
	}
	if a.groups.shared {
		best := int64(s.best(m, rows)) + s.x.bias
		words[at] = int64(max(uint64(words[at]), uint64(best)^flip))
		return nil
	}
	for i, r := range rows {
		w := &words[int(numbers[i])*width+at]
		*w = int64(max(uint64(*w), uint64(int64(element[X](base, r))+s.x.bias)^flip))
	}
	return nil
}

// best is the least or the greatest stored number of the rows, of which there are some.
func (s *extremeColumn[X]) best(m *machine, rows []uint16) X {
	run := consecutive[X](m, s.x, len(rows))
	switch {
	case run != nil && s.least:
		return least(run)
	case run != nil:
		return greatest(run)
	}
	base := m.columns[s.x.column]
	out := element[X](base, rows[0])
	for _, r := range rows {
		n := element[X](base, r)
		if s.least {
			out = min(out, n)
		} else {
			out = max(out, n)
		}
	}
	return out
}
