package cpu

import (
	"testing"

	"gsdms/operators"
)

// TestCut holds that few rows of which each takes long are morsels of their own, and others no smaller ones than
// are worth it.
func TestCut(t *testing.T) {
	b, err := New(Options{Threads: 16})
	check(t, err)
	defer b.Close()
	for _, c := range []struct {
		rows    int
		seconds float64 // of a row
		morsels int
	}{
		{12, 350e-6, 12}, {1000, 350e-6, 63}, {58_000, 10e-6, 64}, {58_000, 1e-9, 8}, {58_000, 20e-9, 24}, {1, 1, 1}, {3000, 0, 1},
	} {
		k := &kernel{backend: b, perRow: func() float64 { return c.seconds }}
		morsels, _ := k.cut(operators.ChunkRef{Rows: c.rows, Segments: operators.SegmentsOf(0)})
		rows := 0
		for _, m := range morsels {
			rows += m.rows
		}
		if len(morsels) != c.morsels || rows != c.rows {
			t.Errorf("%d rows of %v seconds are %d morsels of %d rows, want %d", c.rows, c.seconds, len(morsels), rows, c.morsels)
		}
	}
}
