package groups

import (
	"fmt"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/numbering"
	"math/bits"
	"testing"
)

// TestHashesLieApart hashes keys that differ in few of their bits, doubles of whole numbers
// among them, and looks whether they lead to nearly as many places and parts as chance would.
func TestHashesLieApart(t *testing.T) {
	const n, places = 1 << 12, 1 << 13
	keys := map[string]func(i uint64) [][]uint64{
		"whole doubles":   func(i uint64) [][]uint64 { return [][]uint64{{keys.FloatRank(float64(i))}} },
		"half doubles":    func(i uint64) [][]uint64 { return [][]uint64{{keys.FloatRank(-0.5 * float64(i))}} },
		"pairs":           func(i uint64) [][]uint64 { return [][]uint64{{i & 63}, {i >> 6}} },
		"pairs of powers": func(i uint64) [][]uint64 { return [][]uint64{{1 << (i & 63)}, {1 << (i >> 6)}} },
		"pairs of doubles": func(i uint64) [][]uint64 {
			return [][]uint64{{keys.FloatRank(float64(i & 63))}, {keys.FloatRank(float64(i >> 6))}}
		},
		"three": func(i uint64) [][]uint64 { return [][]uint64{{i & 15}, {i >> 4 & 15}, {i >> 8 << 56}} },
	}
	for shift := range 52 {
		keys[fmt.Sprint("numbers from bit ", shift)] = func(i uint64) [][]uint64 { return [][]uint64{{i << shift}} }
	}
	for name, words := range keys {
		seen, parts, tags := map[uint64]bool{}, map[uint64]int{}, map[uint64]bool{}
		for i := range uint64(n) {
			var hash [1]uint64
			numbering.Hash(words(i), hash[:])
			seen[hash[0]%places], tags[hash[0]>>32] = true, true
			parts[hash[0]>>(64-bits.TrailingZeros(hashedParts))]++
		}
		most := 0
		for _, rows := range parts {
			most = max(most, rows)
		}
		// By chance there are 3,223 places (keys at some distances have a tenth fewer), 16 keys of
		// each part on average, and hardly a tag twice.
		if len(seen) < 2900 || len(parts) < hashedParts-4 || most > 48 || len(tags) < n-8 {
			t.Errorf("%s: %d places, %d parts, %d keys in one, %d tags", name, len(seen), len(parts), most, len(tags))
		}
	}
}
