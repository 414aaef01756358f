package pushscan

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// The rows that riders need of a chunk are those that counting segment by segment finds, wherever
// the chunk begins and ends, and whichever segments it has.
func TestCover(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		ref := operators.ChunkRef{Row: 64 * r.IntN(3*plan.SegmentRows/64), Rows: 1 + r.IntN(200*plan.SegmentRows)}
		end := ref.Row + ref.Rows
		for seg := ref.Row / plan.SegmentRows; seg*plan.SegmentRows < end; seg++ {
			if r.IntN(4) > 0 {
				ref.Segments = append(ref.Segments, seg)
			}
		}
		rider := &ride{}
		if r.IntN(5) > 0 {
			rider.live = &operators.BitSet{Bits: make([]uint64, end/plan.SegmentRows/64+1)}
			for i := range rider.live.Bits {
				rider.live.Bits[i] = r.Uint64()
			}
		}
		want := int64(0)
		for _, seg := range ref.Segments {
			if rider.needs(seg) {
				want += int64(min(end, (seg+1)*plan.SegmentRows) - max(ref.Row, seg*plan.SegmentRows))
			}
		}
		if got := coverOf(ref).needed(rider); got != want {
			t.Fatalf("%d rows from %d on, segments %v: %d needed, not %d", ref.Rows, ref.Row, ref.Segments, got, want)
		}
	}
}
