package cuda

import (
	"encoding/binary"
	"fmt"

	"gsdms/plan"
)

const segmentSize = plan.SegmentRows

// bindOnce fills in the parameters that stay while the kernel lives.
func (k *kernel) bindOnce() error {
	for i, p := range k.source.Params {
		v, err := k.fixed(p.What)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", p.Name, err)
		}
		k.set(i, v)
	}
	k.shared *= 8
	return nil
}

func (k *kernel) set(i int, v uint64) { binary.LittleEndian.PutUint64(k.params[8*i:], v) }

// fixed gives the value of a parameter that does not depend on the chunk, else 0.
func (k *kernel) fixed(what Binding) (uint64, error) {
	var p Ptr
	var err error
	switch w := what.(type) {
	case Constant:
		return uint64(w), nil
	case ArrayData:
		p, err = k.backend.uploads.array(w.Array)
	case BitData:
		p, err = k.backend.uploads.bits(w.Set)
	case HeadData:
		p, err = k.backend.uploads.heads(w.Index)
	case NextData:
		p, err = k.backend.uploads.next(w.Index)
	case StateData:
		return k.runs[w.Program].address(w.Region), nil
	case SharedOffset:
		at := k.shared
		k.shared += k.runs[w.Program].regionWords(w.Region)
		return uint64(at), nil
	}
	return uint64(p), err
}

// bindChunk fills in what depends on the chunk.
func (k *kernel) bindChunk(c *chunk) error {
	for i, p := range k.source.Params {
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
			k.set(i, uint64(c.count))
		case FirstRow:
			k.set(i, uint64(c.ref.Row))
		case StateData:
			k.set(i, k.runs[w.Program].address(w.Region))
		}
	}
	return nil
}
