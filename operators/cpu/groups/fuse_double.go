package groups

import (
	"math"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
)

// fusedDouble is the column of doubles that a sum or a count of values reads itself. They may be NULL.
func (l *Lowering) fusedDouble(f operators.Fold) (column int, ok bool) {
	if f.Func != operators.SumFloat && f.Func != operators.CountValues {
		return 0, false
	}
	return l.DoubleOperand(f.Arg)
}

// doubles gives the argument of the rows at hand until the next call: simd.NullDouble where it is NULL.
// Of a column without a gap between the rows that is the column itself.
func (f *fold) doubles(m *machine.Machine, n int) []float64 {
	if f.read != nil {
		return f.read.doubles(m, n)
	}
	v := m.Register(f.arg, n)
	if v.Null == nil {
		return v.Float
	}
	out := doublesOf(m.Hashes[:n])
	for i, d := range v.Float {
		if out[i] = d; v.Null[i] != 0 {
			m.Hashes[i] = simd.NullDouble
		}
	}
	return out
}

// doubleColumn is a column of doubles.
type doubleColumn struct{ machine.Source }

func (c *doubleColumn) doubles(m *machine.Machine, n int) []float64 {
	if run := machine.Consecutive[uint64](m, c.Source, n); run != nil {
		return doublesOf(run)
	}
	base, out := m.Columns[c.Column], m.Hashes[:n]
	for i, r := range m.Levels[c.Level][:n] {
		out[i] = machine.Element[uint64](base, r)
	}
	return doublesOf(out)
}

func doublesOf(bits []uint64) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(bits))), len(bits))
}

// countDoubles counts the values of a column that are not NULL, where no other fold does.
func countDoubles(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	if !f.arg.Null || f.told {
		return nil
	}
	counts, width := a.words[f.values:], a.groups.width
	for i, d := range f.doubles(m, len(numbers)) {
		there := int64(0) // no branch: which rows are NULL cannot be foretold
		if math.Float64bits(d) != simd.NullDouble {
			there = 1
		}
		counts[int(numbers[i])*width] += there
	}
	return nil
}
