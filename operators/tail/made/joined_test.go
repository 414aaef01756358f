package made

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Texts that the loop puts together, as processors do that have no kernel for it, are those of a builder:
// of columns that last and that do not, of a constant between them, and of some rows alone.
func TestJoinedByTheLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	s := joined{piece{}, constantOf("-é-"), piece{lasting: true}}
	for range 100 {
		n := 1 + r.IntN(60)
		columns := [][]string{make([]string, n), nil, make([]string, n)}
		var rows []int32
		for i := range n {
			columns[0][i], columns[2][i] = strings.Repeat("a", r.IntN(40)), strings.Repeat("ü", r.IntN(40))
			if r.IntN(3) > 0 {
				rows = append(rows, int32(i))
			}
		}
		var want strings.Builder
		ends, wanted := make([]int, len(rows)), make([]int, len(rows))
		for k, i := range rows {
			want.WriteString(columns[0][i] + "-é-" + columns[2][i])
			wanted[k] = want.Len()
		}
		to := make([]byte, 0, want.Len())
		s.loop(&tile{}, rows, columns, to, ends)
		if got := string(to[:want.Len()]); got != want.String() {
			t.Fatalf("%q, not %q", got, want.String())
		}
		for k, end := range ends {
			if end != wanted[k] {
				t.Fatalf("text %d ends at %d, not %d", k, end, wanted[k])
			}
		}
	}
}
