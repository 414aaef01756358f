package cuda

import (
	"encoding/binary"
	"fmt"

	"gsdms/cuda/codegen"
	"gsdms/cuda/memory"
)

func (k *kernel) set(i int, v uint64) { binary.LittleEndian.PutUint64(k.params[8*i:], v) }

// bindRuns fills in the parameters that depend on the runs alone.
func (k *kernel) bindRuns() {
	for _, i := range k.mold.ofRuns {
		w := k.mold.source.Params[i].What.(codegen.StateData)
		k.set(i, k.runs[w.Program].address(w.Section))
	}
}

// bind fills in the parameters that depend on the chunk, or on what it makes of the runs.
func (k *kernel) bind(c *memory.Chunk) error {
	parts, listed := c.Parts()
	for _, i := range k.mold.ofChunk {
		switch w := k.mold.source.Params[i].What.(type) {
		case codegen.ColumnData:
			at, ok := c.Column(w.Ordinal)
			if !ok {
				ref := c.Ref()
				return fmt.Errorf("chunk %d of table %s lacks column %s", ref.Seq, ref.Table.Name, ref.Table.Columns[w.Ordinal].Name)
			}
			k.set(i, uint64(at))
		case codegen.PartData:
			k.set(i, uint64(parts))
		case codegen.Parts:
			k.set(i, uint64(listed))
		case codegen.FirstRow:
			k.set(i, uint64(c.Ref().Row))
		case codegen.StateData:
			k.set(i, k.runs[w.Program].address(w.Section))
		case codegen.ListData, codegen.ListCount, codegen.ListRoom:
			k.set(i, k.link.chain.value(w))
		}
	}
	return nil
}

// sort tells the parameters that depend on the runs, those that depend on the chunk, and
// the rest apart: of a hundred programs' thousands, a chunk changes a dozen.
func (m *mold) sort() {
	for i, p := range m.source.Params {
		switch w := p.What.(type) {
		case codegen.Constant, codegen.ArrayData, codegen.BitData, codegen.HeadData, codegen.NextData, codegen.TableData:
		case codegen.StateData:
			switch w.Section.Kind {
			case codegen.EmitData, codegen.EmitRoom, codegen.EmitStamp:
				m.ofChunk = append(m.ofChunk, i)
			default:
				m.ofRuns = append(m.ofRuns, i)
			}
		default:
			m.ofChunk = append(m.ofChunk, i)
		}
	}
}
