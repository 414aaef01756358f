package tail

import (
	"hash/fnv"
	"math"
	"math/bits"

	"gsdms/operators/tail/cell"
	"gsdms/plan"
	"gsdms/plan/value"
)

// sketchBits is how many bits of a hash say which register of a sketch it goes to: the
// standard error is 1.04 / √(2^sketchBits).
const sketchBits = 14

// estimating counts different values roughly (HyperLogLog; Flajolet, Fusy, Gandouet and
// Meunier, AofA 2007). A register holds the longest run of zeros before the first one, and
// that one, in the hashes that went to it.
type estimating struct {
	c         *collection
	registers []uint8
}

func (f *estimating) add(row int) {
	if f.registers == nil {
		f.registers = make([]uint8, 1<<sketchBits)
	}
	h := uint64(0)
	for _, v := range f.c.args {
		h = mixed(h ^ cellHash(v, row))
	}
	at, rest := h>>(64-sketchBits), h<<sketchBits|1<<(sketchBits-1)
	f.registers[at] = max(f.registers[at], uint8(bits.LeadingZeros64(rest))+1)
}

// value is the estimate; few values are counted by the registers that nothing went to.
func (f *estimating) value() plan.Value {
	if f.registers == nil {
		return plan.Value{}
	}
	const m = 1 << sketchBits
	sum, empty := 0.0, 0
	for _, r := range f.registers {
		sum += math.Ldexp(1, -int(r))
		if r == 0 {
			empty++
		}
	}
	estimate := 0.7213 / (1 + 1.079/m) * m * m / sum
	if estimate <= 2.5*m && empty > 0 {
		estimate = m * math.Log(m/float64(empty))
	}
	return value.OfInt(int64(math.Round(estimate)))
}

// cellHash is the same for equal cells of a column.
func cellHash(v *plan.Vector, row int) uint64 {
	switch {
	case v.Floats != nil:
		return mixed(cell.FloatBits(v.Floats[row]))
	case v.Texts != nil || v.Wide != nil:
		h := fnv.New64a()
		if v.Texts != nil {
			h.Write([]byte(v.Texts[row]))
		} else {
			h.Write([]byte(v.Wide[row].String()))
		}
		return mixed(h.Sum64())
	}
	return mixed(uint64(v.Ints[row]))
}

// mixed spreads the bits of a number over all 64 (the finisher of splitmix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
