package cpu

import (
	"fmt"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// body makes the steps of instructions.
func (l *lowering) body(body []operators.Instr) error {
	for i, in := range body {
		if l.dead[i] {
			continue
		}
		err := l.instruction(in, l.after[i])
		if err == nil {
			err = l.cut(i)
		}
		if err != nil {
			return fmt.Errorf("instruction %d: %w", i, err)
		}
	}
	return nil
}

// instruction makes the step of one instruction; after is what is live behind it,
// where rows can go or come.
func (l *lowering) instruction(in operators.Instr, after []int) error {
	switch i := in.(type) {
	case operators.Load:
		l.load(i)
		return nil
	case operators.Const:
		l.add(&constStep{dst: l.place(i.Dst), number: i.Int, double: i.Float, float: l.p.Regs[i.Dst].Float, isNull: i.Null})
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

func (l *lowering) load(i operators.Load) {
	s := l.p.Columns[i.Column].Storage
	l.column(i.Column)
	from := source{column: i.Column, level: l.level, bias: s.Bias}
	to := result{dst: l.place(i.Dst), null: l.p.Regs[i.Dst].Nullable, stored: s.Nullable}
	switch {
	case s.Float:
		l.add(&loadFloat{from, to})
	case s.Width == 1:
		l.add(&loadInt[uint8]{from, to})
	case s.Width == 2:
		l.add(&loadInt[uint16]{from, to})
	case s.Width == 4:
		l.add(&loadInt[uint32]{from, to})
	default:
		l.add(&loadInt[uint64]{from, to})
	}
}

func (l *lowering) compute(i operators.Compute) error {
	args, err := l.values(i.Args)
	if err != nil {
		return err
	}
	row := i.Op.Operation()
	if len(args) != len(row.Args) {
		return fmt.Errorf("%s of %d arguments", row.Name, len(args))
	}
	dst := value{slot: l.place(i.Dst), null: l.p.Regs[i.Dst].Nullable || row.Makes || !strictNull(args)}
	l.add(&computeStep{op: i.Op, dst: dst, args: args, imm: i.Imm, of: l.p.Origins[i.Dst]})
	return nil
}

// strictNull reports whether no argument can be NULL.
func strictNull(args []value) bool {
	for _, a := range args {
		if a.null {
			return false
		}
	}
	return true
}

// numbersOf gives the numbers of an array.
func numbersOf[T unsigned](a *operators.Array) []T {
	if a.Len == 0 {
		return nil
	}
	_ = a.Data[a.Len*a.Storage.Width-1]
	return unsafe.Slice((*T)(unsafe.Pointer(&a.Data[0])), a.Len)
}

func (l *lowering) lookup(i operators.Lookup) error {
	a := l.p.Arrays[i.Array]
	if c, less, ok := l.columnPlace(i.At); ok {
		l.column(c)
		to := result{dst: l.place(i.Dst), null: l.p.Regs[i.Dst].Nullable, stored: a.Storage.Nullable}
		l.add(fusedLookup(a, source{column: c, level: l.level, bias: l.p.Columns[c].Storage.Bias - less}, l.p.Columns[c].Storage.Width, to))
		return nil
	}
	at, err := l.at(i.At)
	if err != nil {
		return err
	}
	to := result{dst: l.place(i.Dst), null: l.p.Regs[i.Dst].Nullable, stored: a.Storage.Nullable}
	l.add(plainLookup(a, at, to))
	return nil
}

func plainLookup(a *operators.Array, at value, to result) step {
	bias := a.Storage.Bias
	switch {
	case a.Storage.Float:
		return &lookupFloat{numbersOf[uint64](a), at, to}
	case a.Storage.Width == 1:
		return &lookupInt[uint8]{numbersOf[uint8](a), bias, at, to}
	case a.Storage.Width == 2:
		return &lookupInt[uint16]{numbersOf[uint16](a), bias, at, to}
	case a.Storage.Width == 4:
		return &lookupInt[uint32]{numbersOf[uint32](a), bias, at, to}
	default:
		return &lookupInt[uint64]{numbersOf[uint64](a), bias, at, to}
	}
}

func (l *lowering) keep(i operators.Keep, after []int) error {
	cond, err := l.at(i.Cond)
	if err != nil {
		return err
	}
	live, err := l.values(after)
	if err != nil {
		return err
	}
	l.add(&keepStep{cond: cond, live: live, level: l.level, count: l.counted("keep")})
	return nil
}

func (l *lowering) test(i operators.Test, after []int) error {
	at, err := l.at(i.At)
	if err != nil {
		return err
	}
	live, err := l.values(after)
	if err != nil {
		return err
	}
	set := l.p.Bits[i.Set]
	l.add(&testStep{at: at, set: set, live: live, level: l.level, count: l.counted("test " + set.Name)})
	return nil
}

// columnOperand finds the column that a register is loaded from, if a step may load it
// itself: whole numbers without NULL.
func (l *lowering) columnOperand(register int) (column int, ok bool) {
	if l.options.NoFuse {
		return 0, false
	}
	load, ok := l.set[register].(operators.Load)
	if !ok || l.p.Columns[load.Column].Storage.Float || l.p.Regs[register].Nullable {
		return 0, false
	}
	return load.Column, true
}

// columnPlace finds the column that a register is loaded from, as columnOperand does, and
// what is taken away from its numbers: the first key of a direct index.
func (l *lowering) columnPlace(register int) (column int, less int64, ok bool) {
	minus, isCompute := l.set[register].(operators.Compute)
	if !isCompute || minus.Op != operators.SubInt {
		column, ok = l.columnOperand(register)
		return column, 0, ok
	}
	by, isConst := l.set[minus.Args[1]].(operators.Const)
	column, ok = l.columnOperand(minus.Args[0])
	return column, by.Int, ok && isConst && !by.Null
}

// isNull reports whether bits is the NULL of a float column.
func isNull(bits uint64) bool { return bits == plan.NullBits }
