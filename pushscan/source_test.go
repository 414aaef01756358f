package pushscan

import (
	"context"
	"slices"
	"testing"

	"gsdms/operators"
)

// holding is a backend that holds some columns.
type holding struct {
	fake
	columns []int
}

func (h *holding) Holds(_ operators.ChunkRef, ordinal int) bool {
	return slices.Contains(h.columns, ordinal)
}

// Only what the backend does not hold is asked for ahead.
func TestPrefetchOfWhatIsNotHeld(t *testing.T) {
	for _, c := range []struct{ held, want []int }{{nil, []int{0, 1, 2}}, {[]int{1}, []int{0, 2}}, {[]int{0, 1, 2}, nil}} {
		table, data := newTable(100, 3)
		s := newSource(&holding{columns: c.held}, table, Options{ChunkRows: 100}, 0)
		s.prefetch(context.Background(), operators.ChunkRef{Table: table, Rows: 100, Segments: []int{0}}, []int{0, 1, 2})
		if !slices.Equal(data.asked, c.want) {
			t.Errorf("asked for %v where %v are held, want %v", data.asked, c.held, c.want)
		}
	}
}
