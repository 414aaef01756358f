package cuda

import (
	"testing"

	"gsdms/plan"
)

// Chunks fit the memory twice, and are whole segments.
func TestChunkRows(t *testing.T) {
	for _, c := range []struct {
		memory int64
		rows   int
	}{{126 << 30, 128 << 20}, {16 << 30, 128 << 20}, {2 << 30, 16 << 20}, {1 << 30, 8 << 20}, {1 << 20, plan.SegmentRows}} {
		if got := chunkRows(c.memory); got != c.rows {
			t.Errorf("%d bytes: %d rows, not %d", c.memory, got, c.rows)
		}
	}
}
