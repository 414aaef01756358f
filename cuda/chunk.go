package cuda

import (
	"fmt"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
	"gsdms/plan"
)

// chunk is a chunk on the device: a region for each column, and the list of its parts.
type chunk struct {
	backend *Backend
	ref     operators.ChunkRef
	columns map[int]*region // by ordinal
	parts   Ptr
	count   int
	mine    bool // parts is to be freed
}

// Ref says which rows the chunk holds.
func (c *chunk) Ref() operators.ChunkRef { return c.ref }

// Release lets go of the chunk's regions; they stay on the device until their room is
// needed.
func (c *chunk) Release() {
	for _, r := range c.columns {
		c.backend.columns.release(r)
	}
	c.columns = nil
	if c.mine {
		c.backend.blocks.free(c.parts)
		c.mine = false
	}
}

// column takes one column's region, and copies the column there if it is new.
func (c *chunk) column(f arrow.Field, a arrow.Array) error {
	at := f.Metadata.FindKey("ordinal")
	if at < 0 {
		return fmt.Errorf("field %s has no ordinal", f.Name)
	}
	ordinal, err := strconv.Atoi(f.Metadata.Values()[at])
	if err != nil {
		return fmt.Errorf("field %s: %w", f.Name, err)
	}
	data := storedBytes(a, c.ref.Table.Columns[ordinal].Storage)
	key := regionKey{c.ref.Table, ordinal, c.ref.Row, c.ref.Rows}
	r, fresh, err := c.backend.columns.take(key, int64(len(data)))
	if err != nil {
		return err
	}
	c.columns[ordinal] = r
	if !fresh {
		return nil
	}
	if err := c.backend.copyIn(r.at, data); err != nil {
		c.backend.columns.spoil(r)
		return err
	}
	return nil
}

// storedBytes is the array's numbers as they lie in memory.
func storedBytes(a arrow.Array, s plan.Storage) []byte {
	data := a.Data()
	return data.Buffers()[1].Bytes()[data.Offset()*s.Width : (data.Offset()+data.Len())*s.Width]
}
