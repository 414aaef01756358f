package groups

import (
	"math"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
)

// columnFold makes the function of a fold over one column.
func columnFold[X machine.Unsigned](f operators.FoldFunc, x machine.Source) addFunc {
	if f == operators.Sum128 {
		return (&wideColumn[X]{x}).add
	}
	return (&extremeColumn[X]{x, f == operators.MinInt}).add
}

// wideColumn sums up a column in 128 bits.
type wideColumn[X machine.Unsigned] struct{ x machine.Source }

func (s *wideColumn[X]) add(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	base, rows := m.Columns[s.x.Column], m.Levels[s.x.Level][:len(numbers)]
	words, width, at := f.target(a)
	if !a.groups.shared {
		for i, r := range rows {
			n := int64(machine.Element[X](base, r)) + s.x.Bias
			add128(words[int(numbers[i])*width+at:], n, n>>63)
		}
		return nil
	}
	if s.x.Bias == math.MaxInt64 {
		// The least number of 64 bits is stored behind the one for NULL: the bias is a word around.
		for _, r := range rows {
			n := int64(machine.Element[X](base, r)) + s.x.Bias
			add128(words[at:], n, n>>63)
		}
		return nil
	}
	var lo, hi uint64 // sums of the halves of stored numbers
	if run := machine.Consecutive[X](m, s.x, len(rows)); run != nil {
		lo, hi = machine.Halves(run)
	} else {
		for _, r := range rows {
			n := uint64(machine.Element[X](base, r))
			lo += n & math.MaxUint32
			hi += n >> 32
		}
	}
	add128(words[at:], int64(hi<<32), int64(hi>>32))
	add128(words[at:], int64(lo), 0)
	high, low := bits.Mul64(uint64(s.x.Bias), uint64(len(rows)))
	if s.x.Bias < 0 {
		high -= uint64(len(rows))
	}
	add128(words[at:], int64(low), int64(high))
	return nil
}

// extremeColumn keeps the rank of the least or the greatest number of a column.
type extremeColumn[X machine.Unsigned] struct {
	x     machine.Source
	least bool
}

func (s *extremeColumn[X]) add(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	base, rows := m.Columns[s.x.Column], m.Levels[s.x.Level][:len(numbers)]
	words, width, at := f.target(a)
	flip := uint64(keys.SignBit)
	if s.least {
		flip = ^flip
	}
	if a.groups.shared {
		best := int64(s.best(m, rows)) + s.x.Bias
		words[at] = int64(max(uint64(words[at]), uint64(best)^flip))
		return nil
	}
	for i, r := range rows {
		w := &words[int(numbers[i])*width+at]
		*w = int64(max(uint64(*w), uint64(int64(machine.Element[X](base, r))+s.x.Bias)^flip))
	}
	return nil
}

// best is the least or the greatest stored number of the rows, of which there are some.
func (s *extremeColumn[X]) best(m *machine.Machine, rows []uint16) X {
	run := machine.Consecutive[X](m, s.x, len(rows))
	switch {
	case run != nil && s.least:
		return machine.Least(run)
	case run != nil:
		return machine.Greatest(run)
	}
	base := m.Columns[s.x.Column]
	out := machine.Element[X](base, rows[0])
	for _, r := range rows {
		n := machine.Element[X](base, r)
		if s.least {
			out = min(out, n)
		} else {
			out = max(out, n)
		}
	}
	return out
}
