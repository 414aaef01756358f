package groups

import (
	"gsdms/operators"
	"gsdms/operators/cpu/machine"
)

// The fused paths: where a group key or the argument of a sum is loaded from columns
// of whole numbers without NULL, the sink reads the columns itself, row by row, and no
// register is written. A star query is then one pass per key and one per sum.

// keySource adds its key's part to the numbers of dense groups.
type keySource interface {
	add(m *machine.Machine, numbers []uint32)
}

// columnKey is a key that is a column. What does not depend on the row is in
// groups.base.
type columnKey[C machine.Unsigned] struct {
	machine.Source
	stride uint32
}

func (k *columnKey[C]) add(m *machine.Machine, numbers []uint32) {
	if run := machine.Consecutive[C](m, k.Source, len(numbers)); run != nil {
		machine.AddScaled(m, numbers, run, k.stride)
		return
	}
	if listed := machine.Listed[C](m, k.Source, len(numbers)); listed != nil {
		m.Kernels.Lists.AddScaled(numbers, listed, k.stride)
		return
	}
	base, rows := m.Columns[k.Column], m.Levels[k.Level][:len(numbers)]
	for i, r := range rows {
		numbers[i] += uint32(machine.Element[C](base, r)) * k.stride
	}
}

// lookupKey is a key that is looked up at the place that a column gives.
type lookupKey[A, C machine.Unsigned] struct {
	array []A
	machine.Source
	stride uint32
}

func (k *lookupKey[A, C]) add(m *machine.Machine, numbers []uint32) {
	if picked := machine.Picked[A, C](m, k.array, k.Source, len(numbers)); picked != nil {
		m.Kernels.Lists.AddScaled(numbers, picked, k.stride)
		return
	}
	base, rows := m.Columns[k.Column], m.Levels[k.Level][:len(numbers)]
	for i, r := range rows {
		numbers[i] += uint32(k.array[int64(machine.Element[C](base, r))+k.Bias]) * k.stride
	}
}

// registerKey is a key from a register.
type registerKey struct {
	groupKey
	first int64 // the value that number 0 stands for, or would if it were not NULL's
}

func (k *registerKey) add(m *machine.Machine, numbers []uint32) {
	s := &m.Slots[k.Slot]
	if !k.Null {
		for j, v := range s.Ints[:len(numbers)] {
			numbers[j] += uint32(v-k.first) * k.stride
		}
		return
	}
	for j, v := range s.Ints[:len(numbers)] {
		numbers[j] += uint32(v-k.first) * k.stride * uint32(s.Null[j]^1)
	}
}

// fusedKey is how the sink reads a key itself; ok is false where it cannot. base is the
// part of the group's number that does not depend on the row.
type fusedKey struct {
	column int
	array  *operators.Array
	bias   int64 // of the stored numbers that the key is
}

func (l *Lowering) fusedKey(k operators.Key) (fusedKey, bool) {
	if c, ok := l.ColumnOperand(k.Reg); ok && !k.Float && !k.Nullable {
		return fusedKey{column: c, bias: l.Program.Columns[c].Storage.Bias}, true
	}
	look, ok := l.Set[k.Reg].(operators.Lookup)
	if !ok || k.Float {
		return fusedKey{}, false
	}
	a := l.Program.Arrays[look.Array]
	c, ok := l.ColumnOperand(look.At)
	if !ok || a.Storage.Float || a.Storage.Nullable != k.Nullable || k.Nullable && a.Storage.Bias != k.Lo-1 {
		return fusedKey{}, false
	}
	return fusedKey{column: c, array: a, bias: a.Storage.Bias}, true
}

// keySource makes the step of a fused key.
func (l *Lowering) keySource(k fusedKey, stride uint32) keySource {
	l.Column(k.column)
	storage := l.Program.Columns[k.column].Storage
	from := machine.Source{Column: k.column, Level: l.Level, Bias: storage.Bias}
	switch storage.Width {
	case 1:
		return keyOf[uint8](k, from, stride)
	case 2:
		return keyOf[uint16](k, from, stride)
	case 4:
		return keyOf[uint32](k, from, stride)
	default:
		return keyOf[uint64](k, from, stride)
	}
}

func keyOf[C machine.Unsigned](k fusedKey, from machine.Source, stride uint32) keySource {
	switch {
	case k.array == nil:
		return &columnKey[C]{from, stride}
	case k.array.Storage.Width == 1:
		return &lookupKey[uint8, C]{machine.NumbersOf[uint8](k.array), from, stride}
	case k.array.Storage.Width == 2:
		return &lookupKey[uint16, C]{machine.NumbersOf[uint16](k.array), from, stride}
	case k.array.Storage.Width == 4:
		return &lookupKey[uint32, C]{machine.NumbersOf[uint32](k.array), from, stride}
	default:
		return &lookupKey[uint64, C]{machine.NumbersOf[uint64](k.array), from, stride}
	}
}

// fusedSum is a sum of a column, of a product of two or of a difference.
type fusedSum struct {
	op   operators.Opcode // MulInt or SubInt, if there are two columns
	x, y int
	two  bool
}

func (l *Lowering) fusedSum(f operators.Fold) (fusedSum, bool) {
	if f.Func != operators.Sum64 {
		return fusedSum{}, false
	}
	if c, ok := l.ColumnOperand(f.Arg); ok {
		return fusedSum{x: c}, true
	}
	c, ok := l.Set[f.Arg].(operators.Compute)
	if !ok || c.Op != operators.MulInt && c.Op != operators.SubInt || l.Program.Regs[f.Arg].Nullable {
		return fusedSum{}, false
	}
	x, okX := l.ColumnOperand(c.Args[0])
	y, okY := l.ColumnOperand(c.Args[1])
	return fusedSum{op: c.Op, x: x, y: y, two: true}, okX && okY
}

// fusedColumn is the column of a sum that may pass 64 bits, or of a least or greatest
// value.
func (l *Lowering) fusedColumn(f operators.Fold) (column int, ok bool) {
	switch f.Func {
	case operators.Sum128, operators.MinInt, operators.MaxInt:
		return l.ColumnOperand(f.Arg)
	}
	return 0, false
}

// readsItself reports whether the sink reads the argument of a fold from the columns.
func (l *Lowering) readsItself(f operators.Fold) bool {
	_, sum := l.fusedSum(f)
	_, column := l.fusedColumn(f)
	_, double := l.fusedDouble(f)
	return sum || column || double
}

// fuse makes the function of a fold that reads columns; nil of another. counts reports
// whether it can count the rows of the groups, too.
func (l *Lowering) fuse(f operators.Fold) (add addFunc, counts bool) {
	if sum, ok := l.fusedSum(f); ok {
		return l.sum(sum), true
	}
	c, ok := l.fusedColumn(f)
	if !ok {
		return nil, false
	}
	x := l.measure(c)
	switch l.Program.Columns[c].Storage.Width {
	case 1:
		return columnFold[uint8](f.Func, x), false
	case 2:
		return columnFold[uint16](f.Func, x), false
	case 4:
		return columnFold[uint32](f.Func, x), false
	default:
		return columnFold[uint64](f.Func, x), false
	}
}
