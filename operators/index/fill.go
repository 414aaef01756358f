package index

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// RoomFor is an array for a register's numbers of so many rows, where at most four bytes hold all that it may be,
// or for its doubles, and nil for others. All elements are still to be put.
func RoomFor(name string, r operators.Reg, rows int) *operators.Array {
	if r.Float {
		return unclearedArray(name, plan.Storage{Width: 8, Float: true, Nullable: r.Nullable}, rows)
	}
	s := plan.Storage{Nullable: r.Nullable, Bias: r.Lo}
	if r.Nullable {
		s.Bias--
	}
	most := s.Store(r.Hi)
	if r.Lo > r.Hi || most < uint64(r.Hi)-uint64(r.Lo) || most > math.MaxUint32 {
		return nil
	}
	s.Width = widthOf(most)
	return unclearedArray(name, s, rows)
}

// Put sets the elements of an array from number lo on to those of a register of as many rows, which it can hold.
func Put(a *operators.Array, lo int, from operators.Vector) {
	if a.Storage.Float {
		putFloats(storedNumbers[uint64](a)[lo:], from)
		return
	}
	switch a.Storage.Width {
	case 1:
		putNumbers(storedNumbers[uint8](a)[lo:], a.Storage, from)
	case 2:
		putNumbers(storedNumbers[uint16](a)[lo:], a.Storage, from)
	case 4:
		putNumbers(storedNumbers[uint32](a)[lo:], a.Storage, from)
	default:
		putNumbers(storedNumbers[uint64](a)[lo:], a.Storage, from)
	}
}

func putNumbers[T unsigned](to []T, s plan.Storage, from operators.Vector) {
	to = to[:len(from.Int)]
	for i, n := range from.Int {
		to[i] = T(s.Store(n))
	}
	if from.Null == nil {
		return
	}
	for i, null := range from.Null[:len(to)] {
		if null != 0 {
			to[i] = 0
		}
	}
}

func putFloats(to []uint64, from operators.Vector) {
	to = to[:len(from.Float)]
	for i, d := range from.Float {
		to[i] = math.Float64bits(d)
	}
	if from.Null == nil {
		return
	}
	for i, null := range from.Null[:len(to)] {
		if null != 0 {
			to[i] = plan.NullBits
		}
	}
}
