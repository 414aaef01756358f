package cpu

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// source is a column of the program as a step reads it.
type source struct {
	column int
	level  int
	bias   int64
}

// result is where a step puts what it has read, and how NULL is found: null is whether
// the register can be NULL, stored whether the stored numbers have a NULL.
type result struct {
	dst    int
	null   bool
	stored bool
}

type loadInt[T unsigned] struct {
	source
	result
}

func (s *loadInt[T]) run(m *machine, n int, _ []step) (int, error) {
	base, to := m.columns[s.column], &m.slots[s.dst]
	rows, dst := m.levels[s.level][:n], to.ints[:n]
	run := consecutive[T](m, s.source, n)
	if run != nil {
		widen(dst, run, s.bias)
	} else {
		for i, r := range rows {
			dst[i] = int64(element[T](base, r)) + s.bias
		}
	}
	switch {
	case !s.null:
	case !s.stored:
		clear(to.null[:n])
	case run != nil:
		null := to.null[:n]
		for i, stored := range run {
			null[i] = isZero(stored)
		}
	default:
		null := to.null[:n]
		for i, r := range rows {
			null[i] = isZero(element[T](base, r))
		}
	}
	return n, nil
}

// widen gives the values of stored numbers.
func widen[T unsigned](dst []int64, stored []T, bias int64) {
	dst = dst[:len(stored)]
	for i, n := range stored {
		dst[i] = int64(n) + bias
	}
}

// isZero is 1 for the stored number that stands for NULL.
func isZero[T unsigned](stored T) byte {
	if stored == 0 {
		return 1
	}
	return 0
}

type loadFloat struct {
	source
	result
}

func (s *loadFloat) run(m *machine, n int, _ []step) (int, error) {
	base, to := m.columns[s.column], &m.slots[s.dst]
	run, rows := consecutive[uint64](m, s.source, n), m.levels[s.level][:n]
	switch {
	case s.stored && run != nil:
		for i, bits := range run {
			to.putFloat(i, bits)
		}
		return n, nil
	case s.stored:
		for i, r := range rows {
			to.putFloat(i, element[uint64](base, r))
		}
		return n, nil
	case run != nil:
		copy(unsigned64(to.ints), run)
	default:
		for i, r := range rows {
			to.ints[i] = int64(element[uint64](base, r))
		}
	}
	if s.null {
		clear(to.null[:n])
	}
	return n, nil
}

// putFloat stores a double that may be NULL, which becomes 0: not a number would make
// whatever is computed of it look like a failure.
func (s *slot) putFloat(i int, bits uint64) {
	null := byte(0)
	if isNull(bits) {
		null, bits = 1, 0
	}
	s.null[i], s.floats[i] = null, math.Float64frombits(bits)
}

// constStep fills a register that is its alone: what it filled for the batch before is there
// still, unless another code has run on the machine.
type constStep struct {
	dst    int
	number int64
	double float64
	float  bool
	isNull bool
}

func (s *constStep) run(m *machine, n int, _ []step) (int, error) {
	to := &m.slots[s.dst]
	if to.constant == s && to.constants >= n {
		return n, nil
	}
	to.constant, to.constants = s, n
	number := s.number
	if s.float {
		number = int64(math.Float64bits(s.double))
	}
	for i := range to.ints[:n] {
		to.ints[i] = number
	}
	clear(to.null[:n])
	if s.isNull {
		for i := range to.null[:n] {
			to.null[i] = 1
		}
	}
	return n, nil
}

type computeStep struct {
	op   operators.Opcode
	dst  value
	args []value
	imm  int64
	of   plan.Expr // what an error names; may be nil
}

func (s *computeStep) run(m *machine, n int, _ []step) (int, error) {
	var args [3]operators.Vector
	var refs [3]*operators.Vector
	for i, a := range s.args {
		args[i] = m.register(a, n)
		refs[i] = &args[i]
	}
	dst := m.register(s.dst, n)
	return n, plan.OutOfRangeIn(s.of, s.op.Apply(&dst, refs[:len(s.args)], s.imm, m.zero[:n]))
}

// lookupInt reads an array of whole numbers at places that a register gives. A place
// outside of the array panics, which ends the run.
type lookupInt[T unsigned] struct {
	array []T
	bias  int64
	at    value
	result
}

func (s *lookupInt[T]) run(m *machine, n int, _ []step) (int, error) {
	from, to := &m.slots[s.at.slot], &m.slots[s.dst]
	at, dst, null := from.ints[:n], to.ints[:n], to.null[:n]
	clear(null)
	for i, a := range at {
		if s.at.null && from.null[i] != 0 {
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
	at    value
	result
}

func (s *lookupFloat) run(m *machine, n int, _ []step) (int, error) {
	from, to := &m.slots[s.at.slot], &m.slots[s.dst]
	for i, a := range from.ints[:n] {
		if s.at.null && from.null[i] != 0 {
			to.null[i] = 1
			continue
		}
		to.putFloat(i, s.array[a])
	}
	return n, nil
}
