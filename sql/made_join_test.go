package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A join by texts that both sides make, and no dictionary knows, finds what a loop over all
// pairs finds, and meets by the texts: each is made for its side, and not for all pairs.
func TestSidesMeetByMadeTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE a (x TEXT, y TEXT); CREATE TABLE b (x TEXT, y TEXT)")
	type row struct{ x, y string }
	fill := func(table string, n, step int) (out []row) {
		var values []string
		for i := range n {
			r := row{fmt.Sprintf("%c%d", "aA"[i%2], i*step%1500), fmt.Sprintf("%d.", i*step%1400)}
			out, values = append(out, r), append(values, fmt.Sprintf("('%s', '%s')", r.x, r.y))
		}
		mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(values, ", "))
		return out
	}
	left, right, want := fill("a", 6000, 1), fill("b", 600, 7), 0
	for _, l := range left {
		for _, r := range right {
			if strings.ToLower(l.x)+"."+l.y == strings.ToLower(r.x)+"."+r.y {
				want++
			}
		}
	}
	const query = "SELECT COUNT(*) FROM a JOIN b ON CONCAT(LOWER(a.x), '.', a.y) = CONCAT(LOWER(b.x), '.', b.y)"
	_, got, _ := strings.Cut(shown(t, mustRun(t, s, query), "csv"), "\n")
	if strings.TrimSpace(got) != fmt.Sprint(want) || want == 0 {
		t.Errorf("%d pairs, want %s", want, got)
	}
	if plan := shown(t, mustRun(t, s, "EXPLAIN "+query), "csv"); strings.Contains(plan, "'.', y) = CONCAT") {
		t.Errorf("the texts are compared for all pairs:\n%s", plan)
	}
}
