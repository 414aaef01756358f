package pushscan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// A chunk has the segments that a look at each rider finds, and their rows, also without riders and where
// one needs all.
func TestChunkHasWhatRidersNeed(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		table := &plan.Table{Rows: 1 + r.IntN(300*plan.SegmentRows)}
		s := source{table: table, options: Options{ChunkRows: (1 + r.IntN(80)) * plan.SegmentRows}}
		riders := make([]*ride, r.IntN(4))
		for i := range riders {
			riders[i] = &ride{}
			if r.IntN(4) == 0 {
				continue
			}
			riders[i].live = operators.NewBitSet("", (table.Rows+plan.SegmentRows-1)/plan.SegmentRows)
			for b := range riders[i].live.Bits {
				if riders[i].live.Bits[b] = r.Uint64() & r.Uint64(); r.IntN(3) == 0 {
					riders[i].live.Bits[b] = ^uint64(0)
				}
			}
		}
		seq := r.IntN(s.chunks())
		var want []int
		rows := 0
		for seg := s.begin(seq) / plan.SegmentRows; seg*plan.SegmentRows < s.begin(seq+1); seg++ {
			if slices.ContainsFunc(riders, func(one *ride) bool { return one.live == nil || one.live.Has(seg) }) {
				want = append(want, seg)
				rows += min(table.Rows, (seg+1)*plan.SegmentRows) - seg*plan.SegmentRows
			}
		}
		ref, st := s.ref(seq, riders)
		if !slices.Equal(ref.Segments.List(), want) || st.rows != rows || st.pushed != len(want) {
			t.Fatalf("chunk %d of %d rows, %d riders: segments %v of %d rows, not %v of %d", seq, table.Rows, len(riders), ref.Segments.List(), st.rows, want, rows)
		}
	}
}
