package operators

import (
	"math"

	"gsdms/plan"
)

// Index finds the rows of a table by the values of some of its columns, in the same
// layout on every backend: chains of rows, one for each bucket. A probe finds the bucket
// of its keys and walks the chain. Rows with a NULL key are not in it. Immutable; safe
// for concurrent use.
//
// Of a hash table the bucket is the keys' hash & Mask, and a probe compares the keys with
// the stored numbers. Of a direct one, over one column of whole numbers, it is the key -
// Lo, and the rows of a chain are the partners; a key outside of Heads has none. Programs
// look up its Heads themselves, or find the rows of a key by a span.
//
// One that Spans has no buckets: a probe's keys are the place of its first partner in an
// order of rows and the one behind the last, and gives places for rows.
type Index struct {
	Name   string
	Table  *plan.Table
	Keys   []*Array // the key columns, whole
	Unique bool     // no two rows have the same keys
	Direct bool
	Spans  bool
	Parted int      // Spans: how many keys part the rows, 0 where none do
	Lo     int64    // Direct: the key of the first bucket
	Mask   uint64   // of a hash table: number of buckets - 1
	Filter []byte   // of a hash table: per bucket the FilterBits of its rows; nil where there is none
	Heads  []uint32 // per bucket: 1 + the first row, 0 for none
	Next   []uint32 // per row: 1 + the next row of the chain, 0 at its end; chains ascend; nil where all have one row
}

// First is the head of the chain that keys, as they are hashed and none of them NULL, lead
// to: 1 + its row, 0 for none.
func (x *Index) First(keys ...int64) uint32 {
	if !x.Direct {
		return x.Heads[HashKeys(keys...)&x.Mask]
	}
	if at := uint64(keys[0]) - uint64(x.Lo); at < uint64(len(x.Heads)) {
		return x.Heads[at]
	}
	return 0
}

// After is 1 + the next row of the chain behind a row, 0 at its end.
func (x *Index) After(row uint32) uint32 {
	if x.Next == nil {
		return 0
	}
	return x.Next[row]
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

// FilterBit is the bit of a tuple's hash in Index.Filter: a bucket without it has no such
// tuple. The filter is a quarter as large as Heads, and where a bucket has rows of other
// keys, seven times in eight nobody has to look at them.
func FilterBit(h uint64) byte { return 1 << (h >> 61) }

// HashKeys is the hash of a tuple of keys, the first folded in first.
func HashKeys(keys ...int64) uint64 {
	h := HashStart
	for _, n := range keys {
		h = HashKey(h, n)
	}
	return h
}

// FloatKey is the number that a double is hashed and compared as: its bits, with one
// zero, and the upper half folded into the lower one. Doubles that are whole or short have
// only zeros there, of which HashKey would make few buckets.
func FloatKey(f float64) int64 {
	if f == 0 {
		return 0
	}
	bits := math.Float64bits(f)
	return int64(bits ^ bits>>32)
}

// FloatBits is the bits of the double of which FloatKey gives a number.
func FloatBits(key int64) uint64 { return uint64(key) ^ uint64(key)>>32 }
