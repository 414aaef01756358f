package machine

import (
	"fmt"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// Body makes the steps of the instructions that Needs has walked.
func (l *Lowering) Body() error { return l.run(0, len(l.order), l.blocks) }

// run makes the steps of the instructions from lo to before hi, with blocks among them.
func (l *Lowering) run(lo, hi int, blocks []*block) error {
	for i := lo; i < hi; i++ {
		if len(blocks) > 0 && blocks[0].lo == i {
			if err := l.some(blocks[0]); err != nil {
				return err
			}
			i, blocks = blocks[0].hi-1, blocks[1:]
			continue
		}
		if l.dead[i] {
			continue
		}
		err := l.instruction(l.order[i], l.After[i])
		if err == nil {
			err = l.Then(i)
		}
		if err != nil {
			return fmt.Errorf("instruction %d: %w", i, err)
		}
		l.release(i)
	}
	return nil
}

// instruction makes the step of one instruction; after is what is live behind it,
// where rows can go or come.
func (l *Lowering) instruction(in operators.Instr, after []int) error {
	switch i := in.(type) {
	case operators.Load:
		l.load(i)
		return nil
	case operators.Row:
		l.Add(&rowStep{dst: l.place(i.Dst), level: l.Level})
		return nil
	case operators.Const:
		l.constant(i)
		return nil
	case operators.Compute:
		return l.compute(i)
	case operators.Lookup:
		return l.lookup(i)
	case operators.Keep:
		return l.keep(i, after)
	case operators.Test:
		return l.test(i, after)
	case operators.Probe:
		return l.probe(i, after)
	}
	return fmt.Errorf("unknown instruction %T", in)
}

func (l *Lowering) constant(i operators.Const) {
	dst := 0
	if l.lasting {
		dst = l.ownPlace(i.Dst)
	} else {
		dst = l.place(i.Dst)
	}
	l.Add(&constStep{dst: dst, lasting: l.lasting, number: i.Int, double: i.Float, float: l.Program.Regs[i.Dst].Float, isNull: i.Null})
}

func (l *Lowering) load(i operators.Load) {
	l.Column(i.Column)
	l.loadFrom(i.Column, l.Program.Columns[i.Column].Storage, i.Dst)
}

// loadFrom makes the step that sets a register to what a column holds.
func (l *Lowering) loadFrom(column int, s plan.Storage, dst int) {
	from := Source{Column: column, Level: l.Level, Bias: s.Bias}
	to := result{dst: l.place(dst), null: l.Program.Regs[dst].Nullable, stored: s.Nullable}
	switch {
	case s.Float:
		l.Add(&loadFloat{from, to})
	case s.Width == 1:
		l.Add(&loadInt[uint8]{from, to})
	case s.Width == 2:
		l.Add(&loadInt[uint16]{from, to})
	case s.Width == 4:
		l.Add(&loadInt[uint32]{from, to})
	default:
		l.Add(&loadInt[uint64]{from, to})
	}
}

func (l *Lowering) compute(i operators.Compute) error {
	if l.isTruth(i) {
		return l.truth(i)
	}
	args, err := l.Values(i.Args)
	if err != nil {
		return err
	}
	row := i.Operation()
	if len(args) != len(row.Args) {
		return fmt.Errorf("%s of %d arguments", row.Name, len(args))
	}
	dst := Value{Slot: l.place(i.Dst), Null: l.Program.Regs[i.Dst].Nullable || row.Makes || !strictNull(args)}
	l.Add(&computeStep{row: row, dst: dst, args: args, imm: i.Imm, of: l.Program.Origins[i.Dst]})
	return nil
}

// strictNull reports whether no argument can be NULL.
func strictNull(args []Value) bool {
	for _, a := range args {
		if a.Null {
			return false
		}
	}
	return true
}

// NumbersOf gives the numbers of an array.
func NumbersOf[T Unsigned](a *operators.Array) []T {
	if a.Len == 0 {
		return nil
	}
	_ = a.Data[a.Len*a.Storage.Width-1]
	return unsafe.Slice((*T)(unsafe.Pointer(&a.Data[0])), a.Len)
}

func (l *Lowering) lookup(i operators.Lookup) error {
	a := l.Program.Arrays[i.Array]
	if c, less, ok := l.columnPlace(i.At); ok {
		l.Column(c)
		to := result{dst: l.place(i.Dst), null: l.Program.Regs[i.Dst].Nullable, stored: a.Storage.Nullable}
		l.Add(fusedLookup(a, Source{Column: c, Level: l.Level, Bias: l.Program.Columns[c].Storage.Bias - less}, l.Program.Columns[c].Storage.Width, to))
		return nil
	}
	if l.isRow(i.At) {
		l.loadFrom(l.keptColumn(a), a.Storage, i.Dst)
		return nil
	}
	at, err := l.At(i.At)
	if err != nil {
		return err
	}
	to := result{dst: l.place(i.Dst), null: l.Program.Regs[i.Dst].Nullable, stored: a.Storage.Nullable}
	l.Add(plainLookup(a, at, to))
	return nil
}

func plainLookup(a *operators.Array, at Value, to result) Step {
	bias := a.Storage.Bias
	switch {
	case a.Storage.Float:
		return &lookupFloat{NumbersOf[uint64](a), at, to}
	case a.Storage.Width == 1:
		return &lookupInt[uint8]{NumbersOf[uint8](a), bias, at, to}
	case a.Storage.Width == 2:
		return &lookupInt[uint16]{NumbersOf[uint16](a), bias, at, to}
	case a.Storage.Width == 4:
		return &lookupInt[uint32]{NumbersOf[uint32](a), bias, at, to}
	default:
		return &lookupInt[uint64]{NumbersOf[uint64](a), bias, at, to}
	}
}

func (l *Lowering) keep(i operators.Keep, after []int) error {
	cond, err := l.At(i.Cond)
	if err != nil {
		return err
	}
	live, err := l.Values(after)
	if err != nil {
		return err
	}
	l.Add(&keepStep{cond: cond, live: live, level: l.Level, count: l.Counted("keep")})
	return nil
}

func (l *Lowering) test(i operators.Test, after []int) error {
	live, err := l.Values(after)
	if err != nil {
		return err
	}
	set := l.Program.Bits[i.Set]
	if l.isRow(i.At) {
		l.Add(&testRowStep{set: set, live: live, level: l.Level, count: l.Counted("test " + set.Name)})
		return nil
	}
	at, err := l.At(i.At)
	if err != nil {
		return err
	}
	l.Add(&testStep{at: at, set: set, live: live, level: l.Level, count: l.Counted("test " + set.Name)})
	return nil
}

// ColumnOperand finds the column that a register is loaded from, if a step may load it
// itself: whole numbers without NULL.
func (l *Lowering) ColumnOperand(register int) (column int, ok bool) {
	if l.noFuse {
		return 0, false
	}
	load, ok := l.Set[register].(operators.Load)
	if !ok || l.Program.Columns[load.Column].Storage.Float || l.Program.Regs[register].Nullable {
		return 0, false
	}
	return load.Column, true
}

// DoubleOperand is ColumnOperand for doubles, which may be NULL.
func (l *Lowering) DoubleOperand(register int) (column int, ok bool) {
	load, ok := l.Set[register].(operators.Load)
	if !ok || l.noFuse || !l.Program.Columns[load.Column].Storage.Float {
		return 0, false
	}
	return load.Column, true
}

// columnPlace finds the column that a register is loaded from, as columnOperand does, and
// what is taken away from its numbers: the first key of a direct index.
func (l *Lowering) columnPlace(register int) (column int, less int64, ok bool) {
	minus, isCompute := l.Set[register].(operators.Compute)
	if !isCompute || minus.Op != operators.SubInt {
		column, ok = l.ColumnOperand(register)
		return column, 0, ok
	}
	by, isConst := l.Set[minus.Args[1]].(operators.Const)
	column, ok = l.ColumnOperand(minus.Args[0])
	return column, by.Int, ok && isConst && !by.Null
}

// isNull reports whether bits is the NULL of a float column.
func isNull(bits uint64) bool { return bits == plan.NullBits }
