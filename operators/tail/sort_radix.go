package tail

import (
	"math"
	"math/bits"
	"slices"

	"gsdms/plan"
)

// packed is sort keys as bits of one number a row, the row's place below them: whole
// numbers compare faster than columns, key by key, through functions.
type packed struct {
	rows  []int32
	words []uint64
	left  int // bits
}

// sortPacked orders the rows by the keys, ties as they are. It gives false, and has done
// nothing, where the keys are not numbers or do not fit into 64 bits.
func sortPacked(columns []plan.Vector, keys []plan.SortKey, rows []int32) bool {
	place := bits.Len(uint(len(rows)))
	p := &packed{rows: rows, words: make([]uint64, len(rows)), left: 64 - place}
	for _, k := range keys {
		if !p.add(&columns[k.Slot], k.Desc) {
			return false
		}
	}
	for i := range p.words {
		p.words[i] = p.words[i]<<place | uint64(i)
	}
	slices.Sort(p.words)
	before := slices.Clone(rows)
	for i, w := range p.words {
		rows[i] = before[w&(1<<place-1)]
	}
	return true
}

// add appends a column: NULL is 0, the least value 1.
func (p *packed) add(v *plan.Vector, desc bool) bool {
	if v.Ints == nil {
		return false
	}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for _, row := range p.rows {
		if !v.IsNull(int(row)) {
			least, most = min(least, v.Ints[row]), max(most, v.Ints[row])
		}
	}
	span := uint64(most) - uint64(least)
	if least > most {
		span = 0
	}
	width := bits.Len64(span + 1)
	if p.left -= width; p.left < 0 || span == math.MaxUint64 {
		return false
	}
	for i, row := range p.rows {
		n := uint64(0)
		if !v.IsNull(int(row)) {
			n = uint64(v.Ints[row]) - uint64(least) + 1
		}
		if desc {
			n = span + 1 - n
		}
		p.words[i] = p.words[i]<<width | n
	}
	return true
}
