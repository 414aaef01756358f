package cpu

import (
	"context"
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// chunk is columns as plain memory.
type chunk struct {
	ref     operators.ChunkRef
	held    operators.Columns
	open    bool             // they are held
	columns []machine.Memory // by ordinal; without data where there is none
}

// Load wraps columns; nothing is copied.
func (b *Backend) Load(ctx context.Context, ref operators.ChunkRef, columns operators.Columns) (operators.Chunk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &chunk{ref: ref, held: columns, columns: make([]machine.Memory, len(ref.Table.Columns))}
	for i, ordinal := range columns.Ordinals {
		m, err := memoryOf(columns.Arrays[i], ref.Table.Columns[ordinal].Storage, ref.Rows)
		if err != nil {
			return nil, fmt.Errorf("load chunk %d of table %s, column %s: %w", ref.Seq, ref.Table.Name, ref.Table.Columns[ordinal].Name, err)
		}
		c.columns[ordinal] = m
	}
	c.open = true
	columns.Retain()
	return c, nil
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

// Release lets the columns go.
func (c *chunk) Release() {
	if c.open {
		c.held.Release()
		c.open = false
	}
}
