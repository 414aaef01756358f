package operators

import "math"

// HashStart is the hash of no keys; a key is folded in by HashKey.
const HashStart uint64 = 0

// HashKey folds the next key into a hash: its number (plan's number form, not the
// stored one, so that columns of different storage agree), or FloatKey of a double.
// The bucket of a tuple is its hash & Index.Mask. In C:
//
//	h = (h ^ (unsigned long long)n) * 0x9E3779B97F4A7C15ull; h ^= h >> 32;
//
// The multiplier is 2^64 over the golden ratio (Knuth, The Art of Computer
// Programming 3, 6.4); the shift brings the well mixed half down to the low bits.
func HashKey(h uint64, n int64) uint64 {
	h = (h ^ uint64(n)) * 0x9E3779B97F4A7C15
	return h ^ h>>32
}

// HashKeys is the hash of a tuple of keys, the first folded in first.
func HashKeys(keys ...int64) uint64 {
	h := HashStart
	for _, n := range keys {
		h = HashKey(h, n)
	}
	return h
}

// FloatKey is the number that a double is hashed and compared as: its bits, with one
// zero.
func FloatKey(f float64) int64 {
	if f == 0 {
		return 0
	}
	return int64(math.Float64bits(f))
}
