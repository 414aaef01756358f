package cpu

import "gsdms/operators"

// loadLookup reads an array at places that a column gives: Load and Lookup in one.
type loadLookup[A, C unsigned] struct {
	array []A
	bias  int64
	source
	result
}

func (s *loadLookup[A, C]) run(m *machine, n int, _ []step) (int, error) {
	base, to := m.columns[s.column], &m.slots[s.dst]
	rows, dst := m.levels[s.level][:n], to.ints[:n]
	for i, r := range rows {
		dst[i] = int64(s.array[int64(element[C](base, r))+s.source.bias]) + s.bias
	}
	switch {
	case !s.null:
	case !s.stored:
		clear(to.null[:n])
	default:
		for i, r := range rows {
			to.null[i] = isZero(s.array[int64(element[C](base, r))+s.source.bias])
		}
	}
	return n, nil
}

// loadLookupFloat does the same for an array of doubles.
type loadLookupFloat[C unsigned] struct {
	array []uint64
	source
	result
}

func (s *loadLookupFloat[C]) run(m *machine, n int, _ []step) (int, error) {
	base, to := m.columns[s.column], &m.slots[s.dst]
	for i, r := range m.levels[s.level][:n] {
		to.putFloat(i, s.array[int64(element[C](base, r))+s.bias])
	}
	return n, nil
}

// fusedLookup makes the step for an array and a column of a width.
func fusedLookup(a *operators.Array, from source, width int, to result) step {
	switch width {
	case 1:
		return lookupFrom[uint8](a, from, to)
	case 2:
		return lookupFrom[uint16](a, from, to)
	case 4:
		return lookupFrom[uint32](a, from, to)
	default:
		return lookupFrom[uint64](a, from, to)
	}
}

func lookupFrom[C unsigned](a *operators.Array, from source, to result) step {
	bias := a.Storage.Bias
	switch {
	case a.Storage.Float:
		return &loadLookupFloat[C]{numbersOf[uint64](a), from, to}
	case a.Storage.Width == 1:
		return &loadLookup[uint8, C]{numbersOf[uint8](a), bias, from, to}
	case a.Storage.Width == 2:
		return &loadLookup[uint16, C]{numbersOf[uint16](a), bias, from, to}
	case a.Storage.Width == 4:
		return &loadLookup[uint32, C]{numbersOf[uint32](a), bias, from, to}
	default:
		return &loadLookup[uint64, C]{numbersOf[uint64](a), bias, from, to}
	}
}
