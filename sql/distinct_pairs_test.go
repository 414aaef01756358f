package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Pairs of group and value that are too many for an array of bits, and few for the rows, are counted part by part,
// by the bits of each group: as many as maps have.
func TestDistinctPairsByParts(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	r := rand.New(rand.NewPCG(8, 21))
	const rows, groups, values = 50_000, 500, 8_000
	text, of, both, few := strings.Builder{}, map[int]map[int]bool{}, map[[2]int]bool{}, map[int]map[int]bool{}
	text.WriteString("g,v\n")
	for range rows {
		g, v := r.IntN(groups), r.IntN(values)-3_000
		if g%7 == 0 {
			v = v%90 + g // few values, of words at the end of those before
		}
		if r.IntN(50) == 0 {
			fmt.Fprintf(&text, "%d,\\N\n", g)
			continue
		}
		fmt.Fprintf(&text, "%d,%d\n", g, v)
		note(of, g, v)
		both[[2]int{g, v}] = true
		if v > 0 && v < 2_000 {
			note(few, g, v)
		}
	}
	write(t, "p.csv", text.String())
	mustRun(t, s, "CREATE TABLE p AS SELECT * FROM 'p.csv'")
	ask := func(where string, of map[int]map[int]bool) {
		t.Helper()
		want := "g,n\n"
		for g := range groups {
			if len(of[g]) > 0 {
				want += fmt.Sprintf("%d,%d\n", g, len(of[g]))
			}
		}
		if got := shown(t, mustRun(t, s, "SELECT g, COUNT(DISTINCT v) AS n FROM p"+where+" GROUP BY g HAVING n > 0 ORDER BY g"), "csv"); got != want {
			t.Errorf("%q: got %.300s\nwant %.300s", where, got, want)
		}
	}
	for range 2 {
		ask("", of)
		ask(" WHERE v > 0 AND v < 2000", few)
	}
	if got := shown(t, mustRun(t, s, "SELECT COUNT(DISTINCT g, v) AS n FROM p"), "csv"); got != fmt.Sprintf("n\n%d\n", len(both)) {
		t.Errorf("got %s, want %d", got, len(both))
	}
}

func note(of map[int]map[int]bool, g, v int) {
	if of[g] == nil {
		of[g] = map[int]bool{}
	}
	of[g][v] = true
}
