package rows

import (
	"context"
	"math/bits"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// Occurring gives which numbers from lo to hi a column has in the rows that pass a program's
// filters, each less lo. It may be many times faster than to compute something of each number.
func Occurring(ctx context.Context, p *operators.Program, column int, lo, hi int64) (*operators.BitSet, error) {
	s := &survey{
		of: &operators.Program{Table: p.Table, Columns: p.Columns, Filters: p.Filters, Bits: p.Bits}, column: column,
		lo: lo, hi: hi, found: operators.NewBitSet(p.Table.Columns[column].Name, int(hi-lo+1)), kernels: simd.Best(),
	}
	for _, err := range operators.SpreadIn(ctx, p.Table.Segments(), s.segment) {
		if err != nil {
			return nil, err
		}
	}
	return s.found, nil
}

// survey is the state of one Occurring.
type survey struct {
	of      *operators.Program
	column  int
	lo, hi  int64
	found   *operators.BitSet
	kernels *simd.Kernels
}

// segment adds the numbers of a segment's rows.
func (s *survey) segment(ctx context.Context, segment int) error {
	if s.of.Skips(segment) {
		return nil
	}
	rows := segmentRows{s: s, from: segment * plan.SegmentRows, to: min(s.of.Table.Rows, (segment+1)*plan.SegmentRows)}
	passing, err := rows.passing(ctx)
	if passing == nil || err != nil {
		return err
	}
	return rows.add(ctx, passing)
}

// segmentRows is rows of a survey's table.
type segmentRows struct {
	s        *survey
	from, to int
}

// read gives take the stored numbers of a column in the rows.
func (r segmentRows) read(ctx context.Context, column int, take func(a *operators.Array)) error {
	data, err := r.s.of.Table.Data.Rows(ctx, column, r.from, r.to)
	if err != nil {
		return err
	}
	defer data.Release()
	take(operators.ArrayOf(&r.s.of.Table.Columns[column], data))
	return nil
}

// passing gives the rows that pass the filters; nil where none does.
func (r segmentRows) passing(ctx context.Context) ([]uint64, error) {
	words := (r.to - r.from + 63) / 64
	all, any, one := make([]uint64, words), make([]uint64, words), make([]uint64, words)
	for i := range all {
		all[i] = ^uint64(0)
	}
	if tail := (r.to - r.from) % 64; tail > 0 {
		all[words-1] = 1<<tail - 1
	}
	for _, clause := range r.s.of.Filters {
		clear(any)
		for _, leaf := range clause.Any {
			if err := r.leaf(ctx, leaf, any, one); err != nil {
				return nil, err
			}
		}
		if r.s.kernels.And(all, all, any) == 0 {
			return nil, nil
		}
	}
	return all, nil
}

// leaf adds the rows for which a leaf holds to any; one is room for as many.
func (r segmentRows) leaf(ctx context.Context, leaf operators.Leaf, any, one []uint64) error {
	k := r.s.kernels
	switch l := leaf.(type) {
	case operators.Ranges:
		return r.read(ctx, r.s.of.Columns[l.Column].Ordinal, func(a *operators.Array) {
			largest := ^uint64(0) >> (64 - 8*a.Storage.Width)
			for _, in := range l.In {
				if in.Lo <= largest {
					k.Range[bits.TrailingZeros(uint(a.Storage.Width))](one, a.Data, simd.Bounds{Lo: in.Lo, Hi: min(in.Hi, largest)})
					k.Or(any, any, one)
				}
			}
		})
	case operators.Member:
		set := r.s.of.Bits[l.Set]
		return r.read(ctx, r.s.of.Columns[l.Column].Ordinal, func(a *operators.Array) {
			k.Member[bits.TrailingZeros(uint(a.Storage.Width))](one, a.Data, set.Bits, set.Len)
			k.Or(any, any, one)
		})
	}
	return nil
}

// add notes the numbers of the column in some of the rows.
func (r segmentRows) add(ctx context.Context, rows []uint64) error {
	s := r.s
	return r.read(ctx, s.column, func(a *operators.Array) {
		for w, word := range rows {
			for ; word != 0; word &= word - 1 {
				n, null := a.Storage.Load(a.Stored(w*64 + bits.TrailingZeros64(word)))
				if at := n - s.lo; !null && n >= s.lo && n <= s.hi {
					if of, bit := &s.found.Bits[at/64], uint64(1)<<(at%64); atomic.LoadUint64(of)&bit == 0 {
						atomic.OrUint64(of, bit)
					}
				}
			}
		}
	})
}
