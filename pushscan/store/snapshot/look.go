package snapshot

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/work"
)

// mayHold says whether a segment of a column may have one of some numbers, which are sorted, by
// its bounds.
func (v *Version) mayHold(column, s int, sorted []int64, zone func(column, segment int) (lo, hi uint64)) bool {
	form := v.Columns[column].storage
	if form.Float {
		return true
	}
	lo, hi := zone(column, s)
	least, _ := form.Load(lo)
	most, _ := form.Load(hi)
	i, _ := slices.BinarySearch(sorted, least)
	return i < len(sorted) && sorted[i] <= most
}

// Ask adds the numbers of values, of texts where the key is one, to those that are asked for of a key.
func (v *Version) Ask(key int, numbers []int64, texts []string, asked map[int64]struct{}) {
	for _, n := range numbers {
		asked[n] = struct{}{}
	}
	typ, dict := v.Manifest.Columns[key].Type.Plan(), v.Columns[key].Dict
	for _, text := range texts {
		if dict == nil {
			return // the table has no rows
		}
		if code, exact := dict.Find(plan.KeptText(typ, text)); exact {
			asked[int64(code)] = struct{}{}
		}
	}
}

// NewAskedKeys is NewKeys for some keys, which are sorted.
func NewAskedKeys(ctx context.Context, v *Version, column int, asked []int64) (*Keys, error) {
	m := v.Manifest
	if m.Rows > manifest.MaxKeyRows {
		return nil, fmt.Errorf("table %s has %d rows; foreign keys can count %d", m.Table, m.Rows, manifest.MaxKeyRows)
	}
	k := &Keys{table: m.Table, column: m.Columns[column].Name, dict: v.Columns[column].Dict, sparse: map[int64]uint32{}}
	live, err := v.Live(ctx)
	if err != nil {
		return nil, err
	}
	wanted := newNumberSet(asked)
	var mu sync.Mutex
	return k, work.Each(m.Segments(), func(s int) error {
		if err := ctx.Err(); err != nil || !v.mayHold(column, s, asked, v.Zone) {
			return err
		}
		n, null := coding.NewSegment(m.Rows)
		rows, err := v.Numbers(column, s, n, null)
		if err != nil {
			return err
		}
		for i, key := range n[:rows] {
			if row := s*plan.SegmentRows + i; wanted.has(key) && (live == nil || live.has(row)) {
				mu.Lock()
				k.sparse[key] = uint32(row)
				mu.Unlock()
			}
		}
		return nil
	})
}

// numberSet is a set of numbers that tells most of those that it has not by one bit.
type numberSet struct {
	bits    []uint64
	numbers map[int64]struct{}
}

func newNumberSet(numbers []int64) *numberSet {
	size := 64
	for size < 16*len(numbers) {
		size *= 2
	}
	s := &numberSet{bits: make([]uint64, size/64), numbers: make(map[int64]struct{}, len(numbers))}
	for _, n := range numbers {
		s.numbers[n] = struct{}{}
		at := s.bit(n)
		s.bits[at/64] |= 1 << (at % 64)
	}
	return s
}

// bit is the place of a number's bit.
func (s *numberSet) bit(n int64) uint64 {
	h := uint64(n) * 0x9e3779b97f4a7c15
	return (h ^ h>>32) & uint64(64*len(s.bits)-1)
}

func (s *numberSet) has(n int64) bool {
	at := s.bit(n)
	if s.bits[at/64]>>(at%64)&1 == 0 {
		return false
	}
	_, ok := s.numbers[n]
	return ok
}
