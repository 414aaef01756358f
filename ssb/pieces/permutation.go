package pieces

import "math/bits"

// Permutation is a seeded order of the numbers below n, computed for each number by
// itself: a Feistel network over the least power of two that holds n, applied again while
// its result is not below n. No array of n is needed, and any goroutine may use it.
type Permutation struct {
	n           uint64
	low, high   uint // bits of the halves
	seed, round uint64
}

// NewPermutation is of the numbers 0 to n-1; n is at least 1.
func NewPermutation(n int64, seed uint64) *Permutation {
	width := max(2, uint(bits.Len64(uint64(n-1))))
	return &Permutation{n: uint64(n), low: width / 2, high: width - width/2, seed: seed, round: 0x9e3779b97f4a7c15}
}

// At is the number at place i, which is below n.
func (p *Permutation) At(i int64) int64 {
	v := uint64(i)
	for {
		v = p.shuffle(v)
		if v < p.n {
			return int64(v)
		}
	}
}

// rounds of the network. Each changes one half by a hash of the other, so it can be undone.
const rounds = 3

func (p *Permutation) shuffle(v uint64) uint64 {
	lowMask, highMask := uint64(1)<<p.low-1, uint64(1)<<p.high-1
	low, high := v&lowMask, v>>p.low
	for r := range uint64(rounds) {
		high ^= Hash(low+p.seed+r*p.round) & highMask
		low ^= Hash(high+p.seed^(r+1)*p.round) & lowMask
	}
	return high<<p.low | low
}

// Hash scatters a number over 64 bits: the finisher of splitmix64 (Steele, Lea, Flood
// 2014), which is one to one.
func Hash(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}
