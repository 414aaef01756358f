package source

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
)

// Builder collects one column of a batch, value by value.
type Builder struct {
	Of    *plan.Column // which it fills
	out   ingest.Column
	codes map[string]uint32
	rows  int
	nulls bool
	last  plan.Value
}

// NewBuilder makes one that has no values.
func NewBuilder(c *plan.Column) *Builder {
	return &Builder{Of: c, codes: map[string]uint32{}}
}

// Add appends a value of the column's type.
func (b *Builder) Add(v plan.Value) {
	b.rows, b.last = b.rows+1, v
	b.nulls = b.nulls || v.IsNull()
	b.out.Nulls = append(b.out.Nulls, v.IsNull())
	switch t := b.Of.Type; {
	case t.Keyed():
		key, _ := value.KeyOf(v, t) // likewise; of NULL it is none
		b.out.Codes = append(b.out.Codes, b.code(key))
	case t.Kind == plan.Double:
		b.out.Floats = append(b.out.Floats, v.Float)
	case t.Kind == plan.String:
		b.out.Codes = append(b.out.Codes, b.code(v.Text))
	default:
		n, _ := v.Number() // a value of the column's type fits
		b.out.Ints = append(b.out.Ints, n)
	}
}

// Last is the value that was added last.
func (b *Builder) Last() plan.Value { return b.last }

// Counted is the number that a value of a column that numbers rows is, 0 for none and one below it.
func Counted(v plan.Value) uint64 {
	n, _ := strconv.ParseUint(v.String(), 10, 64)
	return n
}

func (b *Builder) code(text string) uint32 {
	code, ok := b.codes[text]
	if !ok {
		code = uint32(len(b.out.Dict))
		b.codes[text] = code
		b.out.Dict = append(b.out.Dict, text)
	}
	return code
}

// Fill adds the default if row has got no value, and reports whether there is one.
func (b *Builder) Fill(row int) bool {
	if b.rows > row {
		return true
	}
	v, ok := b.Of.Absent()
	if ok {
		b.Add(v)
	}
	if ok && b.Of.Computed() {
		b.out.Absent = append(b.out.Absent, make([]bool, b.rows-len(b.out.Absent))...)
		b.out.Absent[row] = true
	}
	return ok
}

// Column is what was collected.
func (b *Builder) Column() ingest.Column {
	out := b.out
	if !b.nulls {
		out.Nulls = nil
	}
	if out.Absent != nil {
		out.Absent = append(out.Absent, make([]bool, b.rows-len(out.Absent))...)
	}
	return out
}

// Batch is the batch of so many rows that builders have collected, one for each column of the
// table, behind so many others.
func Batch(columns []*Builder, rows, behind int) *ingest.Batch {
	b := &ingest.Batch{Rows: rows, Origin: func(row int) string { return fmt.Sprintf("row %d", behind+row+1) }}
	for _, c := range columns {
		b.Columns = append(b.Columns, c.Column())
	}
	return b
}

// One is a column of one value of the column's type.
func One(c *plan.Column, v plan.Value) ingest.Column {
	b := NewBuilder(c)
	b.Add(v)
	return b.out
}

// oneBatch is a source of one batch.
type oneBatch struct{ batch *ingest.Batch }

// Once gives a batch and ends.
func Once(b *ingest.Batch) ingest.Source { return &oneBatch{b} }

func (s *oneBatch) Next(context.Context) (*ingest.Batch, error) {
	if s.batch == nil {
		return nil, io.EOF
	}
	b := s.batch
	s.batch = nil
	return b, nil
}
