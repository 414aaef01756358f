package cpu

import (
	"context"
	"fmt"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// chunk is the columns of a record as plain memory.
type chunk struct {
	ref     operators.ChunkRef
	record  arrow.Record
	columns []machine.Memory // by ordinal; without data where the record has no such column
}

// Load wraps a record; nothing is copied.
func (b *Backend) Load(ctx context.Context, ref operators.ChunkRef, rec arrow.Record) (operators.Chunk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &chunk{ref: ref, record: rec, columns: make([]machine.Memory, len(ref.Table.Columns))}
	for i, f := range rec.Schema().Fields() {
		ordinal, err := ordinalOf(f, len(c.columns))
		if err != nil {
			return nil, fmt.Errorf("load chunk %d of table %s: %w", ref.Seq, ref.Table.Name, err)
		}
		m, err := memoryOf(rec.Column(i), ref.Table.Columns[ordinal].Storage, ref.Rows)
		if err != nil {
			return nil, fmt.Errorf("load chunk %d of table %s, column %s: %w", ref.Seq, ref.Table.Name, f.Name, err)
		}
		c.columns[ordinal] = m
	}
	rec.Retain()
	return c, nil
}

func ordinalOf(f arrow.Field, columns int) (int, error) {
	text, _ := f.Metadata.GetValue("ordinal")
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= columns {
		return 0, fmt.Errorf("field %s: its metadata gives no ordinal of a column: %q", f.Name, text)
	}
	return n, nil
}

// memoryOf finds the numbers of an array and checks that all are there.
func memoryOf(a arrow.Array, s plan.Storage, rows int) (machine.Memory, error) {
	buffers := a.Data().Buffers()
	if len(buffers) != 2 || buffers[1] == nil && rows > 0 {
		return machine.Memory{}, fmt.Errorf("not a column of fixed width: %s", a.DataType())
	}
	if rows == 0 {
		return machine.Memory{Width: s.Width}, nil
	}
	lo := a.Data().Offset() * s.Width
	hi := lo + rows*s.Width
	if a.Len() != rows || hi > buffers[1].Len() {
		return machine.Memory{}, fmt.Errorf("%d rows in %d bytes, want %d rows of %d bytes", a.Len(), buffers[1].Len(), rows, s.Width)
	}
	return machine.Memory{Data: buffers[1].Bytes()[lo:hi:hi], Width: s.Width}, nil
}

// Ref says which rows the chunk holds.
func (c *chunk) Ref() operators.ChunkRef { return c.ref }

// Release lets the record go.
func (c *chunk) Release() {
	if c.record != nil {
		c.record.Release()
		c.record = nil
	}
}
