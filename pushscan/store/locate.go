package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"gsdms/plan"
)

// Where few keys are asked for, segments whose zones rule all of them out are not read, and
// nothing is made of the others: tables in the order of their key are hardly touched.

// mayHold says whether a segment of a column may have one of some numbers, which are sorted.
func (v *version) mayHold(column, s int, sorted []int64) bool {
	form := v.columns[column].storage
	if form.Float {
		return true
	}
	lo, hi := v.Zone(column, s)
	least, _ := form.Load(lo)
	most, _ := form.Load(hi)
	i, _ := slices.BinarySearch(sorted, least)
	return i < len(sorted) && sorted[i] <= most
}

// keysAsked makes an index of the keys that the rows of some batches refer to, for each column
// that is a foreign key.
func (e *edit) keysAsked(ctx context.Context, m *manifest, batches []*Batch) (map[int]*keyIndex, error) {
	out := map[int]*keyIndex{}
	for _, f := range m.Foreign {
		to := e.from.versions[f.Table].version
		asked := map[int64]struct{}{}
		for _, b := range batches {
			if f.Column < len(b.Columns) { // Load refuses other batches
				to.ask(f.RefColumn, &b.Columns[f.Column], asked)
			}
		}
		var err error
		if out[f.Column], err = newSmallKeyIndex(ctx, to, f.RefColumn, slices.Sorted(maps.Keys(asked))); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ask adds the numbers of the values of a batch's column to those that are asked for of a key.
func (v *version) ask(key int, in *BatchColumn, asked map[int64]struct{}) {
	for _, n := range in.Ints {
		asked[n] = struct{}{}
	}
	typ, dict := v.manifest.Columns[key].Type.plan(), v.columns[key].dict
	for _, text := range in.Dict {
		if dict == nil {
			return // the table has no rows
		}
		if code, exact := dict.Find(plan.KeptText(typ, text)); exact {
			asked[int64(code)] = struct{}{}
		}
	}
}

// newSmallKeyIndex is newKeyIndex for some keys, which are sorted.
func newSmallKeyIndex(ctx context.Context, v *version, column int, asked []int64) (*keyIndex, error) {
	m := v.manifest
	if m.Rows > maxKeyRows {
		return nil, fmt.Errorf("table %s has %d rows; foreign keys can count %d", m.Table, m.Rows, maxKeyRows)
	}
	k := &keyIndex{table: m.Table, column: m.Columns[column].Name, dict: v.columns[column].dict, sparse: map[int64]uint32{}}
	live, err := v.live(ctx)
	if err != nil {
		return nil, err
	}
	wanted := newNumberSet(asked)
	var mu sync.Mutex
	return k, each(m.segments(), func(s int) error {
		if err := ctx.Err(); err != nil || !v.mayHold(column, s, asked) {
			return err
		}
		n, null := newSegment(m.Rows)
		rows, err := v.numbers(column, s, n, null)
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
