package relation

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// New makes a table of rows, whose columns are named and typed as a step's schema says.
// It is gone with the last reference. Numbers that do not fit 64 bits are codes.
// charge is told before memory is taken, by several goroutines; an error of it is New's.
func New(ctx context.Context, name string, schema []plan.Column, rows *plan.Rows, charge func(bytes int64) error) (*plan.Table, error) {
	return NewNumbered(ctx, name, schema, rows, make([]Texts, len(schema)), charge)
}

// NewNumbered is New where of the texts of numbered columns nobody asks which is less: where no dictionary
// has them, each gets a code, in no order.
func NewNumbered(ctx context.Context, name string, schema []plan.Column, rows *plan.Rows, texts []Texts, charge func(bytes int64) error) (*plan.Table, error) {
	t := &plan.Table{Name: name, Rows: rows.Len, Columns: make([]plan.Column, len(schema)), Passing: true}
	d := &data{rows: rows.Len, columns: make([]column, len(schema))}
	errs := operators.SpreadIn(ctx, len(schema), func(ctx context.Context, i int) error {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		wide := mostBytes(&rows.Columns[i], rows.Len)
		if err := charge(wide); err != nil {
			return fmt.Errorf("keep column %s of %s: %w", schema[i].Name, name, err)
		}
		store, v := columnOf, &rows.Columns[i]
		if v.Texts != nil && texts[i].inNoOrder() {
			store = texts[i].store
		}
		c, err := store(ctx, v, rows.Len)
		if err != nil {
			return fmt.Errorf("keep column %s of %s: %w", schema[i].Name, name, err)
		}
		if err := charge(c.held(&rows.Columns[i], texts[i].Among) - wide); err != nil {
			return err
		}
		d.columns[i] = c
		t.Columns[i] = c.describe(schema[i])
		return nil
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	t.Data = d
	return t, nil
}

// mostBytes is what a column may take while it is made of a vector of so many rows: numbers
// are as narrow as they fit, and texts take no more than all the different ones there may be,
// which is not known yet.
func mostBytes(v *plan.Vector, rows int) int64 {
	if v.Texts == nil {
		return 8 * int64(rows)
	}
	return dictionary.MostBytes(v.Texts)
}

// held is what the column takes that was made of a vector, beside what the vector takes, and the texts
// that it is looked up in.
func (c *column) held(v *plan.Vector, among *plan.Column) int64 {
	bytes := int64(len(c.bytes))
	switch {
	case v.Texts == nil, among != nil && c.unsorted == among.Unsorted && c.dict == among.Dict:
	case c.unsorted != nil:
		bytes += c.unsorted.Size()
	default:
		bytes += c.dict.Size()
	}
	return bytes
}

// Beside makes a table of columns of two that have the same rows: those of the first, then those
// of the second, in the places that order gives them. They share their memory with it.
func Beside(a, b *plan.Table, order []int) (*plan.Table, error) {
	of, ok := a.Data.(*data)
	more, ok2 := b.Data.(*data)
	if !ok || !ok2 || a.Rows != b.Rows || len(order) != len(a.Columns)+len(b.Columns) {
		return nil, fmt.Errorf("put %d rows of %s beside %d of %s: they are not the same rows in memory", a.Rows, a.Name, b.Rows, b.Name)
	}
	t := &plan.Table{Name: a.Name, Rows: a.Rows, Columns: make([]plan.Column, len(order)), Passing: a.Passing}
	d := &data{rows: a.Rows, columns: make([]column, len(order))}
	columns, stored := slices.Concat(a.Columns, b.Columns), slices.Concat(of.columns, more.columns)
	for i, place := range order {
		t.Columns[place], d.columns[place] = columns[i], stored[i]
	}
	t.Data = d
	return t, nil
}

// Without makes a table of the columns that are not dropped, which share their memory with it.
func Without(t *plan.Table, drop func(c *plan.Column) bool) *plan.Table {
	of, out := t.Data.(*data), *t
	d := &data{rows: of.rows, file: of.file}
	out.Columns = nil
	for i := range t.Columns {
		if !drop(&t.Columns[i]) {
			out.Columns, d.columns = append(out.Columns, t.Columns[i]), append(d.columns, of.columns[i])
		}
	}
	out.Data = d
	return &out
}

// Constants gives the values of the only row, or NULLs where there is none, and how many
// rows there are.
func Constants(rows *plan.Rows) ([]plan.Value, int) {
	out := make([]plan.Value, len(rows.Columns))
	if rows.Len == 1 {
		for i := range rows.Columns {
			out[i] = rows.Columns[i].Value(0)
		}
	}
	return out, rows.Len
}

// Bytes is what the columns take, in memory or in files.
func Bytes(t *plan.Table) (bytes int64) {
	for _, c := range t.Columns {
		bytes += int64(c.Storage.Width) * int64(t.Rows)
	}
	return bytes
}

// Held is the memory that the columns take that are in no file.
func Held(t *plan.Table) int64 {
	bytes := Bytes(t)
	if d, ok := t.Data.(*data); ok {
		for i := range d.columns {
			if c := &d.columns[i]; c.file != nil {
				bytes -= int64(c.storage.Width) * int64(t.Rows)
			}
		}
	}
	return bytes
}

// data is a plan.Data in memory, or in a file that is mapped. Immutable.
type data struct {
	rows    int
	columns []column
	file    *spill.Mapping // of all columns; nil: there is none
}

// column is the stored numbers of a column.
type column struct {
	storage  plan.Storage
	min, max int64 // of the numbers that are not NULL
	dict     *plan.Dictionary
	unsorted *plan.Unsorted // in place of dict
	bytes    []byte
	file     *spill.Mapping // nil: in memory
	begin    int            // place of the first byte in the file
	zones    []zone         // by segment
	least    []uint64       // by segment: of the numbers that are not NULL; nil: not known
	pending  *pending       // what is not read yet; nil: all is there
	lost     ingest.Lost    // of what was read; of pending its parts say it
}

// zone bounds the stored numbers of a segment.
type zone struct{ lo, hi uint64 }

// describe is the column of the table.
func (c *column) describe(schema plan.Column) plan.Column {
	schema.Storage, schema.Min, schema.Max, schema.Dict, schema.Unsorted = c.storage, c.min, c.max, c.dict, c.unsorted
	return schema
}

var datatypes = map[int]arrow.DataType{
	1: arrow.PrimitiveTypes.Uint8, 2: arrow.PrimitiveTypes.Uint16, 4: arrow.PrimitiveTypes.Uint32, 8: arrow.PrimitiveTypes.Uint64,
}

// Rows wraps rows [lo, hi) of a column.
func (d *data) Rows(ctx context.Context, ordinal, lo, hi int) (arrow.Array, error) {
	if ordinal < 0 || ordinal >= len(d.columns) || lo < 0 || lo > hi || hi > d.rows {
		return nil, fmt.Errorf("there are no rows [%d, %d) of column %d", lo, hi, ordinal)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	segments := make([]int, 0, (hi-lo)/segmentRows+2)
	for s := lo / segmentRows; s*segmentRows < hi; s++ {
		segments = append(segments, s)
	}
	return d.There(ctx, ordinal, lo, hi, segments)
}

// array wraps rows [lo, hi), which go back when the last array of them is released, if they are lent.
func (c *column) array(lo, hi int, lent *loan) arrow.Array {
	kind := datatypes[c.storage.Width]
	if c.storage.Float {
		kind = arrow.PrimitiveTypes.Float64
	}
	w := c.storage.Width
	bytes := memory.NewBufferBytes(c.bytes[lo*w : hi*w])
	if file := c.file; file != nil {
		bytes = memory.NewBufferWithAllocator(c.bytes[lo*w:hi*w], onFree(func() { runtime.KeepAlive(file) }))
	}
	if lent != nil {
		bytes = memory.NewBufferWithAllocator(c.bytes[lo*w:hi*w], onFree(lent.release))
	}
	defer bytes.Release()
	wrapped := array.NewData(kind, hi-lo, []*memory.Buffer{nil, bytes}, nil, 0, 0)
	defer wrapped.Release()
	return array.MakeFromData(wrapped)
}

// Zone bounds the stored numbers of a segment.
func (d *data) Zone(ordinal, segment int) (lo, hi uint64) {
	z := d.columns[ordinal].zones[segment]
	return z.lo, z.hi
}

// Prefetch does nothing: the rows are in memory, or the kernel reads ahead.
func (*data) Prefetch(int, int, int) {}

// Passed has the pages of rows in a file leave memory.
func (d *data) Passed(ordinal, lo, hi int) {
	if c := &d.columns[ordinal]; c.file != nil {
		c.file.Unused(c.begin+lo*c.storage.Width, c.begin+hi*c.storage.Width)
	}
}
