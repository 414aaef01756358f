package cell

import (
	"gsdms/operators/textsort"
	"gsdms/plan"
)

// Leading gives bits of a key that never contradict its order: NULL is 0, so is the least
// number; of texts the first bytes, of decimals past 64 bits the nearest double.
func Leading(v *plan.Vector, desc bool) func(dst []uint64, rows []int32) {
	var load func(dst []uint64, rows []int32)
	switch {
	case v.Type.Kind == plan.Null:
		return func(dst []uint64, _ []int32) { clear(dst) }
	case v.Floats != nil:
		load = func(dst []uint64, rows []int32) { LoadFloats(dst, v, rows) }
	case v.Texts != nil:
		load = func(dst []uint64, rows []int32) {
			for i, row := range rows {
				dst[i] = textsort.Prefix(v.Texts[row])
			}
			ClearNulls(dst, v, rows)
		}
	case v.Wide != nil:
		load = func(dst []uint64, rows []int32) { loadNearest(dst, v, rows) }
	default:
		load = func(dst []uint64, rows []int32) {
			for i, row := range rows {
				dst[i] = uint64(v.Ints[row]) ^ 1<<63
			}
			ClearNulls(dst, v, rows)
		}
	}
	if !desc {
		return load
	}
	return func(dst []uint64, rows []int32) {
		load(dst, rows)
		for i := range dst {
			dst[i] = ^dst[i]
		}
	}
}

// LoadNullable writes numbers less one below the least of them, NULL as 0.
func LoadNullable(dst []uint64, v *plan.Vector, rows []int32, least int64) {
	for i, row := range rows {
		n := uint64(v.Ints[row]) - uint64(least) + 1
		if v.Nulls[row] {
			n = 0
		}
		dst[i] = n
	}
}

// ClearNulls writes 0 for NULLs.
func ClearNulls(dst []uint64, v *plan.Vector, rows []int32) {
	if v.Nulls == nil {
		return
	}
	for i, row := range rows {
		if v.Nulls[row] {
			dst[i] = 0
		}
	}
}

// LoadFloats writes bits that are in the order of doubles.
func LoadFloats(dst []uint64, v *plan.Vector, rows []int32) {
	for i, row := range rows {
		dst[i] = FloatBits(v.Floats[row])
	}
	ClearNulls(dst, v, rows)
}

// LoadWide writes 64 bits of numbers in two's complement, of the top ones the sign turned over.
func LoadWide(dst []uint64, v *plan.Vector, rows []int32, word int, top bool) {
	for i, row := range rows {
		if dst[i] = 0; v.IsNull(int(row)) {
			continue
		}
		dst[i] = WideWord(v.Wide[row], word)
		if top {
			dst[i] ^= 1 << 63
		}
	}
}

// loadNearest writes bits of the nearest doubles.
func loadNearest(dst []uint64, v *plan.Vector, rows []int32) {
	for i, row := range rows {
		if dst[i] = 0; !v.IsNull(int(row)) {
			f, _ := v.Wide[row].Float64()
			dst[i] = FloatBits(f)
		}
	}
}
