package machine

import "gsdms/operators"

// loadLookup reads an array at places that a column gives: Load and Lookup in one.
type loadLookup[A, C Unsigned] struct {
	array []A
	bias  int64
	Source
	result
}

func (s *loadLookup[A, C]) Run(m *Machine, n int, _ []Step) (int, error) {
	base, to := m.Columns[s.Column], &m.Slots[s.dst]
	rows, dst := m.Levels[s.Level][:n], to.Ints[:n]
	if picked := Picked[A, C](m, s.array, s.Source, n); picked != nil {
		Widen(m, dst, picked, s.bias)
	} else {
		for i, r := range rows {
			dst[i] = int64(s.array[int64(Element[C](base, r))+s.Source.Bias]) + s.bias
		}
	}
	switch {
	case !s.null:
	case !s.stored:
		clear(to.Null[:n])
	default:
		for i, r := range rows {
			to.Null[i] = isZero(s.array[int64(Element[C](base, r))+s.Source.Bias])
		}
	}
	return n, nil
}

// loadLookupFloat does the same for an array of doubles.
type loadLookupFloat[C Unsigned] struct {
	array []uint64
	Source
	result
}

func (s *loadLookupFloat[C]) Run(m *Machine, n int, _ []Step) (int, error) {
	base, to := m.Columns[s.Column], &m.Slots[s.dst]
	for i, r := range m.Levels[s.Level][:n] {
		to.putFloat(i, s.array[int64(Element[C](base, r))+s.Bias])
	}
	return n, nil
}

// fusedLookup makes the step for an array and a column of a width.
func fusedLookup(a *operators.Array, from Source, width int, to result) Step {
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

func lookupFrom[C Unsigned](a *operators.Array, from Source, to result) Step {
	bias := a.Storage.Bias
	switch {
	case a.Storage.Float:
		return &loadLookupFloat[C]{NumbersOf[uint64](a), from, to}
	case a.Storage.Width == 1:
		return &loadLookup[uint8, C]{NumbersOf[uint8](a), bias, from, to}
	case a.Storage.Width == 2:
		return &loadLookup[uint16, C]{NumbersOf[uint16](a), bias, from, to}
	case a.Storage.Width == 4:
		return &loadLookup[uint32, C]{NumbersOf[uint32](a), bias, from, to}
	default:
		return &loadLookup[uint64, C]{NumbersOf[uint64](a), bias, from, to}
	}
}
