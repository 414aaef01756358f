package operators

import (
	"math"

	"gsdms/plan"
)

// Index finds the rows of a table by the values of some of its columns: a chained
// hash table without the values, in the same layout on every backend. A probe hashes
// its keys, walks the chain and compares the keys with the stored numbers. Rows with a
// NULL key are not in it. Immutable; safe for concurrent use.
type Index struct {
	Name   string
	Table  *plan.Table
	Keys   []*Array // the key columns, whole
	Unique bool     // no two rows have the same keys
	Mask   uint64   // number of buckets - 1
	Heads  []uint32 // per bucket: 1 + the first row, 0 for none
	Next   []uint32 // per row: 1 + the next row of the chain, 0 at its end; chains ascend
}

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
