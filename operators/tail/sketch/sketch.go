// Package sketch counts different values roughly, in a fixed amount of memory.
package sketch

import (
	"math"
	"math/bits"
)

// indexBits is how many bits of a hash say which register it goes to: the standard error is
// 1.04 / √(2^indexBits).
const indexBits = 14

// Sketch is HyperLogLog (Flajolet, Fusy, Gandouet and Meunier, AofA 2007). A register holds the
// longest run of zeros before the first one, and that one, in the hashes that went to it.
type Sketch struct{ registers [1 << indexBits]uint8 }

// Add takes in the hash of a value, whose 64 bits are all as good as random.
func (s *Sketch) Add(hash uint64) {
	at, rest := hash>>(64-indexBits), hash<<indexBits|1<<(indexBits-1)
	s.registers[at] = max(s.registers[at], uint8(bits.LeadingZeros64(rest))+1)
}

// Count is about how many different hashes were added; few are counted by the registers that
// nothing went to.
func (s *Sketch) Count() int64 {
	const m = 1 << indexBits
	sum, empty := 0.0, 0
	for _, r := range s.registers {
		sum += math.Ldexp(1, -int(r))
		if r == 0 {
			empty++
		}
	}
	estimate := 0.7213 / (1 + 1.079/m) * m * m / sum
	if estimate <= 2.5*m && empty > 0 {
		estimate = m * math.Log(m/float64(empty))
	}
	return int64(math.Round(estimate))
}
