package cell

import (
	"hash/fnv"

	"gsdms/plan"
)

// Hash is the same for equal cells of a column, which is not NULL in that row.
func Hash(v *plan.Vector, row int) uint64 {
	switch {
	case v.Floats != nil:
		return Mixed(FloatBits(v.Floats[row]))
	case v.Texts != nil || v.Wide != nil:
		h := fnv.New64a()
		if v.Texts != nil {
			h.Write([]byte(v.Texts[row]))
		} else {
			h.Write([]byte(v.Wide[row].String()))
		}
		return Mixed(h.Sum64())
	}
	return Mixed(uint64(v.Ints[row]))
}

// Mixed spreads the bits of a number over all 64 (the finisher of splitmix64).
func Mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
