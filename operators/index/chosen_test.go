package index

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// widths is the data of a table whose columns are arrays, the first one's numbers within bounds by segment.
type widths struct {
	of    []*operators.Array
	zones [][2]uint64
	read  *atomic.Int64 // rows of columns
}

func (d widths) Rows(_ context.Context, column, lo, hi int) (arrow.Array, error) {
	d.read.Add(int64(hi - lo))
	a := d.of[column]
	kind := map[int]arrow.DataType{1: arrow.PrimitiveTypes.Uint8, 2: arrow.PrimitiveTypes.Uint16, 4: arrow.PrimitiveTypes.Uint32, 8: arrow.PrimitiveTypes.Uint64}
	w := a.Storage.Width
	data := array.NewData(kind[w], hi-lo, []*memory.Buffer{nil, memory.NewBufferBytes(a.Data[lo*w : hi*w])}, nil, 0, 0)
	defer data.Release()
	return array.MakeFromData(data), nil
}

func (d widths) Zone(column, segment int) (lo, hi uint64) {
	if column > 0 {
		return 0, math.MaxUint64
	}
	return d.zones[segment][0], d.zones[segment][1]
}
func (widths) Prefetch(_, _, _ int) {}
func (widths) Passed(_, _, _ int)   {}

// wide makes a table of columns of one, two, four and eight bytes, some numbers of which are NULL.
func wide(r *rand.Rand, rows int) *plan.Table {
	d := widths{read: new(atomic.Int64)}
	t := &plan.Table{Name: "t", Rows: rows}
	for i, bytes := range []int{1, 2, 4, 8} {
		a := newArray("t.c", plan.Storage{Width: bytes, Nullable: i%2 == 1}, rows)
		for row := range rows {
			put(a, row, []uint64{uint64(row/plan.SegmentRows*30) + r.Uint64N(40), r.Uint64N(3000), r.Uint64N(1 << 31), r.Uint64N(1 << 60)}[i])
		}
		d.of = append(d.of, a)
		t.Columns = append(t.Columns, plan.Column{Name: "c", Storage: a.Storage})
	}
	for s := range t.Segments() {
		d.zones = append(d.zones, [2]uint64{uint64(s * 30), uint64(s*30) + 39})
	}
	t.Data = d
	return t
}

// someOf gives sets of a table's rows: scattered ones, a segment but for some, a block, the last, none.
func someOf(r *rand.Rand, rows int) (out []*operators.BitSet) {
	for _, in := range []func(row int) bool{
		func(int) bool { return r.IntN(3000) == 0 },
		func(row int) bool { return row/plan.SegmentRows == 1 && r.IntN(4) > 0 || r.IntN(9000) == 0 },
		func(row int) bool { return row/excerptRows == 77 },
		func(row int) bool { return row == rows-1 },
		func(row int) bool { return row < 2*plan.SegmentRows && r.IntN(20) == 0 },
		func(int) bool { return false },
	} {
		s := &operators.BitSet{Len: rows, Bits: make([]uint64, (rows+63)/64)}
		for row := range rows {
			if in(row) {
				s.Bits[row/64] |= 1 << (row % 64)
			}
		}
		out = append(out, s)
	}
	return out
}

// TestChosen holds what is read of chosen rows, and their indexes, against a look at each row.
func TestChosen(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	table := wide(r, 3*plan.SegmentRows+1234)
	data := table.Data.(widths)
	for i, in := range someOf(r, table.Rows) {
		var want []uint32
		EachMember(in, table.Rows, func(row int) { want = append(want, uint32(row)) })
		c, err := Choose(t.Context(), table, in)
		if err != nil || !slices.Equal(c.Rows, want) {
			t.Fatalf("set %d: %d rows, %v; want %d", i, len(c.Rows), err, len(want))
		}
		for column, of := range data.of {
			a, err := c.Column(t.Context(), column)
			if err != nil || a.Len != len(want) {
				t.Fatalf("set %d, column %d: %v", i, column, err)
			}
			for place, row := range want {
				if a.Stored(place) != of.Stored(int(row)) {
					t.Fatalf("set %d, column %d, row %d: %d, want %d", i, column, row, a.Stored(place), of.Stored(int(row)))
				}
			}
		}
		if got := c.Set(&operators.BitSet{Len: len(want), Bits: allBits(len(want))}); !slices.Equal(got.Bits, in.Bits) {
			t.Errorf("set %d: its rows are others", i)
		}
		for _, columns := range [][]int{{0}, {1}, {2}, {3}, {0, 1}, {1, 2}, {2, 3}} {
			checkChosen(t, c, columns)
		}
	}
}

func allBits(n int) []uint64 {
	out := make([]uint64, (n+63)/64)
	for i := range n {
		out[i/64] |= 1 << (i % 64)
	}
	return out
}

// checkChosen holds an index of chosen rows against a map of their keys.
func checkChosen(t *testing.T, c *Chosen, columns []int) {
	t.Helper()
	want := map[[2]int64][]int{}
	for _, row := range c.Rows {
		var key [2]int64
		some := true
		for i, column := range columns {
			n, null := NumberOf(c.table.Data.(widths).of[column], int(row))
			key[i], some = n, some && !null
		}
		if some {
			want[key] = append(want[key], int(row))
		}
	}
	x, err := NewCache(1<<30).BuildOf(t.Context(), "x", c, columns)
	if err != nil {
		t.Fatal(err)
	}
	for key, rows := range want {
		got := chainOf(x, key[:len(columns)]...)
		for i := range got {
			if x.Rows != nil {
				got[i] = int(x.Rows.Stored(got[i]))
			}
		}
		if !slices.Equal(got, rows) {
			t.Fatalf("columns %v, direct %v: keys %v have rows %v, want %v", columns, x.Direct, key, got, rows)
		}
	}
	if got := chainOf(x, 1<<61, 1<<61); len(columns) > 1 && len(got) > 0 {
		t.Errorf("columns %v: keys that nobody has have rows %v", columns, got)
	}
	if len(columns) > 1 {
		return
	}
	keys, ok, err := c.Keys(t.Context(), columns[0])
	if err != nil || ok && keys.Count() != float64(len(want)) {
		t.Errorf("column %v: %v keys, %v; want %d", columns, keys.Count(), err, len(want))
	}
}

// TestAmong holds the rows that have some numbers against a look at each, and that no segment is read whose
// bounds say that it has none.
func TestAmong(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	table := wide(r, 4*plan.SegmentRows+99)
	data := table.Data.(widths)
	for _, c := range []struct {
		of   sets.Stored
		read int // segments
	}{{sets.Stored{{Lo: 62, Hi: 62}}, 2}, {sets.Stored{{Lo: 0, Hi: 3}, {Lo: 7, Hi: 7}}, 1}, {sets.Stored{{Lo: 31, Hi: 31}, {Lo: 125, Hi: 126}}, 4}, {sets.Stored{{Lo: 250, Hi: 255}}, 0}, {nil, 0}} {
		data.read.Store(0)
		got, err := Among(t.Context(), table, 0, c.of)
		if err != nil {
			t.Fatal(err)
		}
		if segments := (int(data.read.Load()) + plan.SegmentRows - 1) / plan.SegmentRows; segments != c.read {
			t.Errorf("%v: %d segments are read, want %d", c.of, segments, c.read)
		}
		for row := range table.Rows {
			if is := c.of.Has(data.of[0].Stored(row)); is != Has(got, row) {
				t.Fatalf("%v: row %d is among them %v, want %v", c.of, row, !is, is)
			}
		}
	}
}
