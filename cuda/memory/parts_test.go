package memory

import (
	"encoding/binary"
	"testing"

	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/plan"
)

// Chunks that need the same segments have one list, which is brought once, whatever others need
// in between; a list that somebody has stays when many are asked for.
func TestPartListsStay(t *testing.T) {
	w := &written{at: map[device.Ptr][]byte{}}
	m := idleManager(t, &cudatest.Idle{Queue: w})
	table := &plan.Table{Rows: 100*segmentSize - 5}
	ask := func(segments ...int) *Chunk {
		c := &Chunk{manager: m, ref: operators.ChunkRef{Table: table, Rows: table.Rows, Segments: operators.SegmentsOf(segments...)}}
		c.count()
		var err error
		if c.parts, err = m.parts.of(c.ref, c.need); err != nil {
			t.Fatal(err)
		}
		return c
	}
	rows := func(c *Chunk) (n int64) {
		at, parts := c.Parts()
		for list := w.at[at]; len(list) > 0; list = list[8:] {
			n += int64(binary.LittleEndian.Uint32(list[4:])) - int64(binary.LittleEndian.Uint32(list))
			parts--
		}
		if parts != 0 {
			t.Errorf("%d parts more than the list has", parts)
		}
		return n
	}
	first := ask(3, 99)
	for i := range 3 * keptLists {
		m.parts.release(ask(i%90, 90+i/90).parts)
	}
	again := ask(3, 99)
	if again.parts != first.parts {
		t.Error("another list of the same segments")
	}
	if n := rows(first); n != 2*segmentSize-5 || n != first.Rows() {
		t.Errorf("%d rows, and %d by the chunk", n, first.Rows())
	}
	if len(m.parts.at) > keptLists {
		t.Errorf("%d lists are kept", len(m.parts.at))
	}
}
