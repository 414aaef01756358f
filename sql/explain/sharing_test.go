package explain

import (
	"slices"
	"strings"
	"testing"
)

func TestSharingIsListedRunByRun(t *testing.T) {
	for _, c := range []struct {
		runs []Sharing
		want string
	}{
		{nil, "none: there was no chunk"},
		{[]Sharing{{Chunks: 1, Queries: 1}}, "1 query on 1 chunk"},
		{[]Sharing{{Chunks: 3, Queries: 1}, {Chunks: 1, Queries: 5}}, "1 query on 3 chunks, then 5 queries on 1 chunk"},
		{slices.Repeat([]Sharing{{Chunks: 2, Queries: 2}}, 10), strings.Repeat("2 queries on 2 chunks, then ", 8) + "up to 2 queries on 4 more chunks"},
	} {
		if got := sharing(c.runs); got != c.want {
			t.Errorf("%v: got %q, want %q", c.runs, got, c.want)
		}
	}
}
