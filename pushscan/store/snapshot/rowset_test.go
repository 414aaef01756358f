package snapshot

import (
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
)

// Rows that are not in a set have a mark in each segment, its bounds are those of the marks, and the
// marks lead back to the set, however few rows the last segment has.
func TestDeadMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, rows := range []int{1, 7, 8, 63, 64, 65, 100, 1000, plan.SegmentRows, plan.SegmentRows + 13} {
		for _, share := range []int{0, 1, 50, 99, 100} {
			live, dead := AllRows(rows), map[int]bool{}
			for row := range rows {
				if r.IntN(100) < share {
					live.Remove(row)
					dead[row] = true
				}
			}
			back := AllRows(rows)
			for s := range coding.SegmentsOf(rows) {
				out := make([]byte, 8*min(rows, plan.SegmentRows))
				size, lo, hi, err := live.DeadMarks(s, out)
				if err != nil || size != min(rows-s*plan.SegmentRows, plan.SegmentRows) {
					t.Fatal(rows, s, size, err)
				}
				least, most := byte(1), byte(0)
				for i, mark := range out[:size] {
					least, most = min(least, mark), max(most, mark)
					if dead[s*plan.SegmentRows+i] != (mark == 1) || mark > 1 {
						t.Fatalf("row %d of %d has the mark %d", s*plan.SegmentRows+i, rows, mark)
					}
				}
				if lo != uint64(least) || hi != uint64(most) {
					t.Errorf("%d rows, %d%% dead: bounds %d and %d, want %d and %d", rows, share, lo, hi, least, most)
				}
				back.bury(s*plan.SegmentRows, out[:size])
			}
			for row := range rows {
				if back.has(row) == dead[row] {
					t.Fatalf("row %d of %d: %v", row, rows, back.has(row))
				}
			}
			if back.Len() != live.Len() {
				t.Errorf("%d rows live, want %d", back.Len(), live.Len())
			}
		}
	}
}
