// Package intervals prepares tables that test the clauses of many programs at once: for a
// stored number of a column they say which of the programs hold. It is for backends.
package intervals

import (
	"cmp"
	"slices"

	"gsdms/operators"
)

// Column is a filtered column and the clauses of all programs that test it alone.
type Column struct {
	Reader operators.Column
	Tests  []Test
	Starts []uint32 // the first numbers of the intervals in which the same tests hold: ascending from 0
}

// Test is a clause: it holds for the stored numbers in In.
type Test struct {
	Program int
	In      []operators.Range
}

// NewColumn makes a column without tests.
func NewColumn(reader operators.Column) *Column {
	return &Column{Reader: reader, Starts: []uint32{0}}
}

// Add takes a test, unless that makes more intervals than most: it returns false then.
func (c *Column) Add(t Test, most int) bool {
	var fresh []uint32
	for _, b := range Bounds(t.In, c.Reader.Storage.Width) {
		if _, known := slices.BinarySearch(c.Starts, b); !known {
			fresh = append(fresh, b)
		}
	}
	slices.Sort(fresh)
	fresh = slices.Compact(fresh)
	if len(c.Starts)+len(fresh) > most {
		return false
	}
	for _, b := range fresh {
		at, _ := slices.BinarySearch(c.Starts, b)
		c.Starts = slices.Insert(c.Starts, at, b)
	}
	c.Tests = append(c.Tests, t)
	return true
}

// Bounds gives the numbers of a column of width bytes, at most 4, where ranges begin, and
// those behind their ends.
func Bounds(in []operators.Range, width int) []uint32 {
	limit := uint64(1)<<(8*width) - 1
	var out []uint32
	for _, r := range in {
		if r.Lo <= limit {
			out = append(out, uint32(r.Lo))
		}
		if r.Hi < limit {
			out = append(out, uint32(r.Hi+1))
		}
	}
	return out
}

// runs is the most ranges that a leaf may have in a table, and bits the longest set that
// is looked through for them.
const (
	runs = 16
	bits = 1 << 16
)

// Tabled gives the column of a clause and the ranges of stored numbers for which it
// holds, if a table can test it: its leaves test one column of at most 32 bits, in few
// ranges.
func Tabled(p *operators.Program, c operators.Clause) (operators.Column, []operators.Range, bool) {
	if len(c.Any) == 0 {
		return operators.Column{}, nil, false
	}
	column := ColumnOf(c.Any[0])
	reader := p.Columns[column]
	if s := reader.Storage; s.Float || s.Width > 4 {
		return reader, nil, false
	}
	var all []operators.Range
	for _, l := range c.Any {
		in, ok := rangesOf(l, p)
		if !ok || ColumnOf(l) != column {
			return reader, nil, false
		}
		all = append(all, in...)
	}
	return reader, all, true
}

// ColumnOf is the column, of the program's, that a leaf tests.
func ColumnOf(l operators.Leaf) int {
	if m, ok := l.(operators.Member); ok {
		return m.Column
	}
	return l.(operators.Ranges).Column
}

func rangesOf(l operators.Leaf, p *operators.Program) ([]operators.Range, bool) {
	if r, ok := l.(operators.Ranges); ok {
		return r.In, true
	}
	set := p.Bits[l.(operators.Member).Set]
	if set.Len > bits {
		return nil, false
	}
	var out []operators.Range
	for n := 0; n < set.Len; n++ {
		if set.Bits[n/64]>>(n%64)&1 == 0 {
			continue
		}
		if k := len(out); k > 0 && out[k-1].Hi+1 == uint64(n) {
			out[k-1].Hi++
		} else if out = append(out, operators.Range{Lo: uint64(n), Hi: uint64(n)}); len(out) > runs {
			return nil, false
		}
	}
	return out, true
}

// Fails calls each for every interval, by its number in Starts, and every program one of
// whose tests does not hold there.
func (c *Column) Fails(each func(interval, program int)) {
	holds := make([]bool, len(c.Starts))
	for _, t := range c.Tests {
		clear(holds)
		for _, r := range t.In {
			from, _ := slices.BinarySearchFunc(c.Starts, r.Lo, func(start uint32, lo uint64) int { return cmp.Compare(uint64(start), lo) })
			for i := from; i < len(holds) && uint64(c.Starts[i]) <= r.Hi; i++ {
				holds[i] = true
			}
		}
		for i, h := range holds {
			if !h {
				each(i, t.Program)
			}
		}
	}
}
