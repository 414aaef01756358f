package cpu

import (
	"context"
	"math"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	arrowmemory "github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/plan"
)

// cell is one value as the reference computes it.
type cell struct {
	null bool
	n    int64
	f    float64
}

// memTable is a table in memory: plan.Data over stored bytes, and the values that they
// stand for.
type memTable struct {
	columns [][]byte
	storage []plan.Storage
	cells   [][]cell // by column, row
	rows    int
}

// store encodes values. The column's Bias fits the smallest value.
func (m *memTable) store(s plan.Storage, cells []cell) {
	data := make([]byte, len(cells)*s.Width+64)
	for i, c := range cells {
		putStored(data[i*s.Width:], s, c)
	}
	m.columns = append(m.columns, data[:len(cells)*s.Width])
	m.storage = append(m.storage, s)
	m.cells = append(m.cells, cells)
	m.rows = len(cells)
}

func putStored(to []byte, s plan.Storage, c cell) {
	stored := s.Store(c.n)
	switch {
	case c.null && s.Float:
		stored = plan.NullBits
	case c.null:
		stored = 0
	case s.Float:
		stored = math.Float64bits(c.f)
	}
	for b := range s.Width {
		to[b] = byte(stored >> (8 * b))
	}
}

func (m *memTable) table(name string) *plan.Table {
	t := &plan.Table{Name: name, Rows: m.rows, Data: m}
	for i, s := range m.storage {
		t.Columns = append(t.Columns, plan.Column{Name: "c" + strconv.Itoa(i), Storage: s})
	}
	return t
}

// array gives column i as an array that a program looks up.
func (m *memTable) array(i int) *operators.Array {
	return &operators.Array{Name: "c" + strconv.Itoa(i), Storage: m.storage[i], Len: m.rows, Data: m.columns[i]}
}

func (m *memTable) stored(column, row int) (v uint64) {
	s := m.storage[column]
	for b := range s.Width {
		v |= uint64(m.columns[column][row*s.Width+b]) << (8 * b)
	}
	return v
}

func (m *memTable) Rows(_ context.Context, column, lo, hi int) (arrow.Array, error) {
	s := m.storage[column]
	data := m.columns[column][lo*s.Width : hi*s.Width]
	if len(data) == 0 {
		data = make([]byte, 0, 64)
	}
	buffer := arrowmemory.NewBufferBytes(data)
	d := array.NewData(arrowType(s), hi-lo, []*arrowmemory.Buffer{nil, buffer}, nil, 0, 0)
	defer d.Release()
	return array.MakeFromData(d), nil
}

func arrowType(s plan.Storage) arrow.DataType {
	switch {
	case s.Float:
		return arrow.PrimitiveTypes.Float64
	case s.Width == 1:
		return arrow.PrimitiveTypes.Uint8
	case s.Width == 2:
		return arrow.PrimitiveTypes.Uint16
	case s.Width == 4:
		return arrow.PrimitiveTypes.Uint32
	}
	return arrow.PrimitiveTypes.Uint64
}

func (m *memTable) Zone(column, segment int) (lo, hi uint64) {
	if m.storage[column].Float {
		return 0, math.MaxUint64
	}
	lo = math.MaxUint64
	for row := segment * plan.SegmentRows; row < min(m.rows, (segment+1)*plan.SegmentRows); row++ {
		v := m.stored(column, row)
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

func (m *memTable) Prefetch(int, int, int) {}

func (m *memTable) Passed(int, int, int) {}

// chunk gives rows of the given columns as the stream does.
func (m *memTable) chunk(ordinals []int, lo, hi int) operators.Columns {
	out := operators.Columns{Ordinals: ordinals}
	for _, o := range ordinals {
		a, _ := m.Rows(context.Background(), o, lo, hi)
		out.Arrays = append(out.Arrays, a)
	}
	return out
}

// segmentsOf gives all segments of a chunk.
func segmentsOf(ref operators.ChunkRef) operators.Segments {
	return operators.SegmentsIn(nil, ref.FirstSegment(), ref.EndSegment())
}

// buildIndex makes the chained hash table over key columns by the definition.
func buildIndex(m *memTable, keys []int) *operators.Index {
	ix := &operators.Index{Name: "ix", Table: &plan.Table{Rows: m.rows}, Mask: 15, Heads: make([]uint32, 16), Next: make([]uint32, m.rows)}
	for _, k := range keys {
		ix.Keys = append(ix.Keys, m.array(k))
	}
	if len(keys) == 0 {
		ix.Mask, ix.Heads = 0, make([]uint32, 1)
	}
	for row := m.rows - 1; row >= 0; row-- {
		h, null := operators.HashStart, false
		for _, k := range keys {
			c := m.cells[k][row]
			null = null || c.null
			n := c.n
			if m.storage[k].Float {
				n = operators.FloatKey(c.f)
			}
			h = operators.HashKey(h, n)
		}
		if !null {
			ix.Next[row] = ix.Heads[h&ix.Mask]
			ix.Heads[h&ix.Mask] = uint32(row + 1)
		}
	}
	return ix
}

// withFilter gives an index of key columns its filter, by the definition.
func withFilter(ix *operators.Index, m *memTable, keys []int) *operators.Index {
	ix.Filter = make([]byte, len(ix.Heads))
	for row := range m.rows {
		h := operators.HashStart
		for _, k := range keys {
			n := m.cells[k][row].n
			if m.storage[k].Float {
				n = operators.FloatKey(m.cells[k][row].f)
			}
			h = operators.HashKey(h, n)
		}
		ix.Filter[h&ix.Mask] |= operators.FilterBit(h)
	}
	return ix
}

// directIndex makes an index by number over a key column, by the definition; nil where
// the keys are far apart or none.
func directIndex(m *memTable, key int) *operators.Index {
	places := map[int64][]int{}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for row, c := range m.cells[key] {
		if !c.null {
			places[c.n] = append(places[c.n], row)
			lo, hi = min(lo, c.n), max(hi, c.n)
		}
	}
	if lo > hi || uint64(hi)-uint64(lo) > 1000 {
		return nil
	}
	ix := &operators.Index{Name: "ix", Table: &plan.Table{Rows: m.rows}, Keys: []*operators.Array{m.array(key)}, Direct: true, Lo: lo, Unique: true,
		Heads: make([]uint32, hi-lo+1), Next: make([]uint32, m.rows)}
	for n, rows := range places {
		ix.Unique = ix.Unique && len(rows) == 1
		ix.Heads[n-lo] = uint32(rows[0] + 1)
		for i, row := range rows[1:] {
			ix.Next[rows[i]] = uint32(row + 1)
		}
	}
	if ix.Unique {
		ix.Next = nil
	}
	return ix
}
