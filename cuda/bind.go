package cuda

import (
	"encoding/binary"
	"fmt"

	"gsdms/plan"
)

const segmentSize = plan.SegmentRows

func (k *kernel) set(i int, v uint64) { binary.LittleEndian.PutUint64(k.params[8*i:], v) }

// bind fills in the parameters that depend on the chunk or on the runs.
func (k *kernel) bind(c *chunk) error {
	for i, p := range k.mold.source.Params {
		switch w := p.What.(type) {
		case ColumnData:
			r := c.columns[w.Ordinal]
			if r == nil {
				return fmt.Errorf("chunk %d of table %s lacks column %s", c.ref.Seq, c.ref.Table.Name, c.ref.Table.Columns[w.Ordinal].Name)
			}
			k.set(i, uint64(r.at))
		case PartData:
			k.set(i, uint64(c.parts))
		case Parts:
			k.set(i, uint64(c.listed))
		case FirstRow:
			k.set(i, uint64(c.ref.Row))
		case StateData:
			k.set(i, k.runs[w.Program].address(w.Region))
		}
	}
	return nil
}
