package pushscan

import (
	"slices"
	"testing"
)

func TestReportCountsSharingChunkByChunk(t *testing.T) {
	var r Report
	for _, queries := range []int{1, 1, 3, 3, 3, 1} {
		r.add(step{}, queries)
	}
	if want := []Sharing{{2, 1}, {3, 3}, {1, 1}}; !slices.Equal(r.Sharing, want) || r.Shared != 3 || r.Chunks != 6 {
		t.Errorf("got %v, at most %d on %d chunks; want %v", r.Sharing, r.Shared, r.Chunks, want)
	}
}
