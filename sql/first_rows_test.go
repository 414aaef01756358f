package sql

import (
	"context"
	"fmt"
	"testing"

	"gsdms/pushscan"
)

// The bound of a sort with a limit drops rows before a join as well, where their keys are in
// other places than behind it: whoever is first, the first rows come out.
func TestFirstRowsOfAJoin(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 8192}).NewSession()
	fill(t, s, 200_000)
	for _, c := range []struct{ order, want string }{
		{"a.i", "0,1,2,3,4"}, {"a.i DESC", "199999,199998,199997,199996,199995"}, {"a.i % 7, a.i DESC", "199997,199990,199983,199976,199969"},
	} {
		text := fmt.Sprintf("SELECT a.i, b.i FROM n a JOIN n b ON a.i = b.i AND a.i %% 5 = b.i %% 5 ORDER BY %s LIMIT 5", c.order)
		for range 10 {
			r, err := s.Query(context.Background(), text)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for row := range r.Rows.Len {
				text, _ := r.Text(row, 0)
				got += "," + text
			}
			if got[1:] != c.want {
				t.Fatalf("ORDER BY %s: %s, want %s", c.order, got[1:], c.want)
			}
		}
	}
}
