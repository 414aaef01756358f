package index

import (
	"math"

	"gsdms/operators"
	"gsdms/plan"
)

// Read sets a register of as many rows to the elements of an array from number lo on.
func Read(a *operators.Array, lo int, to operators.Vector) {
	if a.Storage.Float {
		readFloats(storedNumbers[uint64](a)[lo:], a.Storage, to)
		return
	}
	switch a.Storage.Width {
	case 1:
		readNumbers(storedNumbers[uint8](a)[lo:], a.Storage, to)
	case 2:
		readNumbers(storedNumbers[uint16](a)[lo:], a.Storage, to)
	case 4:
		readNumbers(storedNumbers[uint32](a)[lo:], a.Storage, to)
	default:
		readNumbers(storedNumbers[uint64](a)[lo:], a.Storage, to)
	}
}

func readNumbers[T unsigned](of []T, s plan.Storage, to operators.Vector) {
	of = of[:len(to.Int)]
	for i, n := range of {
		to.Int[i] = int64(uint64(n) + uint64(s.Bias))
	}
	if to.Null == nil {
		return
	}
	clear(to.Null)
	for i, n := range of {
		if s.Nullable && n == 0 {
			to.Int[i], to.Null[i] = 0, 1
		}
	}
}

func readFloats(of []uint64, s plan.Storage, to operators.Vector) {
	for i := range to.Float {
		to.Float[i] = math.Float64frombits(of[i])
		if to.Null != nil {
			to.Null[i] = byte(oneIf(s.Nullable && of[i] == plan.NullBits))
		}
	}
}

// Pick sets a register to the elements of an array at the places that another one of as many rows
// has, and to NULL where it has NULL.
func Pick(a *operators.Array, at, to operators.Vector) {
	switch {
	case a.Storage.Float:
		pickFloats(storedNumbers[uint64](a), a.Storage, at, to)
	case a.Storage.Width == 1:
		pickNumbers(storedNumbers[uint8](a), a.Storage, at, to)
	case a.Storage.Width == 2:
		pickNumbers(storedNumbers[uint16](a), a.Storage, at, to)
	case a.Storage.Width == 4:
		pickNumbers(storedNumbers[uint32](a), a.Storage, at, to)
	default:
		pickNumbers(storedNumbers[uint64](a), a.Storage, at, to)
	}
}

func pickNumbers[T unsigned](of []T, s plan.Storage, at, to operators.Vector) {
	for i, place := range at.Int {
		null := at.Null != nil && at.Null[i] != 0
		if n := uint64(0); !null {
			n = uint64(of[place])
			null = s.Nullable && n == 0
			to.Int[i] = int64(n + uint64(s.Bias))
		}
		if to.Null != nil {
			to.Null[i] = byte(oneIf(null))
		}
	}
}

func pickFloats(of []uint64, s plan.Storage, at, to operators.Vector) {
	for i, place := range at.Int {
		null := at.Null != nil && at.Null[i] != 0
		if !null {
			null = s.Nullable && of[place] == plan.NullBits
			to.Float[i] = math.Float64frombits(of[place])
		}
		if to.Null != nil {
			to.Null[i] = byte(oneIf(null))
		}
	}
}
