package machine

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// Source is a column of the program as a step reads it.
type Source struct {
	Column int
	Level  int
	Bias   int64
}

// result is where a step puts what it has read, and how NULL is found: null is whether
// the register can be NULL, stored whether the stored numbers have a NULL.
type result struct {
	dst    int
	null   bool
	stored bool
}

type loadInt[T Unsigned] struct {
	Source
	result
}

func (s *loadInt[T]) Run(m *Machine, n int, _ []Step) (int, error) {
	base, to := m.Columns[s.Column], &m.Slots[s.dst]
	rows, dst := m.Levels[s.Level][:n], to.Ints[:n]
	run := Consecutive[T](m, s.Source, n)
	if run != nil {
		Widen(m, dst, run, s.Bias)
	} else if listed := Listed[T](m, s.Source, n); listed != nil {
		Widen(m, dst, listed, s.Bias)
	} else {
		for i, r := range rows {
			dst[i] = int64(Element[T](base, r)) + s.Bias
		}
	}
	switch {
	case !s.null:
	case !s.stored:
		clear(to.Null[:n])
	case run != nil:
		null := to.Null[:n]
		for i, stored := range run {
			null[i] = isZero(stored)
		}
	default:
		null := to.Null[:n]
		for i, r := range rows {
			null[i] = isZero(Element[T](base, r))
		}
	}
	return n, nil
}

// isZero is 1 for the stored number that stands for NULL.
func isZero[T Unsigned](stored T) byte {
	if stored == 0 {
		return 1
	}
	return 0
}

type loadFloat struct {
	Source
	result
}

func (s *loadFloat) Run(m *Machine, n int, _ []Step) (int, error) {
	base, to := m.Columns[s.Column], &m.Slots[s.dst]
	run, rows := Consecutive[uint64](m, s.Source, n), m.Levels[s.Level][:n]
	switch {
	case s.stored && run != nil:
		for i, bits := range run {
			to.putFloat(i, bits)
		}
		return n, nil
	case s.stored:
		for i, r := range rows {
			to.putFloat(i, Element[uint64](base, r))
		}
		return n, nil
	case run != nil:
		copy(Unsigned64(to.Ints), run)
	default:
		for i, r := range rows {
			to.Ints[i] = int64(Element[uint64](base, r))
		}
	}
	if s.null {
		clear(to.Null[:n])
	}
	return n, nil
}

// putFloat stores a double that may be NULL, which becomes 0: not a number would make
// whatever is computed of it look like a failure.
func (s *Slot) putFloat(i int, bits uint64) {
	null := byte(0)
	if isNull(bits) {
		null, bits = 1, 0
	}
	s.Null[i], s.Floats[i] = null, math.Float64frombits(bits)
}

// constStep fills a register. What it filled for the batch before is there still where the
// register is its alone (lasting), unless another code has run on the machine.
type constStep struct {
	dst     int
	lasting bool
	number  int64
	double  float64
	float   bool
	isNull  bool
}

func (s *constStep) Run(m *Machine, n int, _ []Step) (int, error) {
	to := &m.Slots[s.dst]
	if s.lasting {
		if to.constant == s && to.constants >= n {
			return n, nil
		}
		to.constant, to.constants = s, n
	}
	number := s.number
	if s.float {
		number = int64(math.Float64bits(s.double))
	}
	fill(to.Ints[:n], number)
	clear(to.Null[:n])
	if s.isNull {
		for i := range to.Null[:n] {
			to.Null[i] = 1
		}
	}
	return n, nil
}

type computeStep struct {
	row  *operators.Operation
	dst  Value
	args []Value
	imm  int64
	of   plan.Expr // what an error names; may be nil
}

func (s *computeStep) Run(m *Machine, n int, _ []Step) (int, error) {
	o := &m.operands
	for i, a := range s.args {
		o.args[i] = m.Register(a, n)
		o.refs[i] = &o.args[i]
	}
	o.dst = m.Register(s.dst, n)
	return n, plan.OutOfRangeIn(s.of, s.row.Apply(&o.dst, o.refs[:len(s.args)], s.imm, m.zero[:n]))
}

// operands are the registers of one opcode, for as long as it runs: a step that made them for itself
// would ask for memory for each batch of rows.
type operands struct {
	args [3]operators.Vector
	refs [3]*operators.Vector
	dst  operators.Vector
}

// lookupInt reads an array of whole numbers at places that a register gives. A place
// outside of the array panics, which ends the run.
type lookupInt[T Unsigned] struct {
	array []T
	bias  int64
	at    Value
	result
}

func (s *lookupInt[T]) Run(m *Machine, n int, _ []Step) (int, error) {
	from, to := &m.Slots[s.at.Slot], &m.Slots[s.dst]
	at, dst, null := from.Ints[:n], to.Ints[:n], to.Null[:n]
	clear(null)
	for i, a := range at {
		if s.at.Null && from.Null[i] != 0 {
			null[i] = 1
			continue
		}
		stored := s.array[a]
		dst[i] = int64(stored) + s.bias
		if s.stored {
			null[i] = isZero(stored)
		}
	}
	return n, nil
}

type lookupFloat struct {
	array []uint64
	at    Value
	result
}

func (s *lookupFloat) Run(m *Machine, n int, _ []Step) (int, error) {
	from, to := &m.Slots[s.at.Slot], &m.Slots[s.dst]
	for i, a := range from.Ints[:n] {
		if s.at.Null && from.Null[i] != 0 {
			to.Null[i] = 1
			continue
		}
		to.putFloat(i, s.array[a])
	}
	return n, nil
}
