package sql

import (
	"fmt"
	"testing"

	"gsdms/pushscan"
)

// Rows of a fact that find days under a condition are looked at anew where the days are other ones: of
// another table of the same columns, or of the same one when it has changed.
func TestFoundInOtherTables(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	run := func(text string) string {
		t.Helper()
		r := mustRun(t, s, text)
		if r.Rows == nil {
			return ""
		}
		out, _ := r.Text(0, 0)
		return out
	}
	run("SET cte_max_recursion_depth = 4000")
	run("CREATE TABLE numbers AS WITH RECURSIVE n AS (SELECT 0 AS k UNION ALL SELECT k + 1 FROM n WHERE k < 3999) SELECT k FROM n")
	run("CREATE TABLE sold AS SELECT k DIV 2 AS ticket, k MOD 7 AS item FROM numbers")
	run("CREATE TABLE returned AS SELECT k AS ticket, k * 2 MOD 7 AS item, k MOD 40 AS day FROM numbers WHERE k < 2000")
	for _, days := range []string{"days", "others"} {
		run(fmt.Sprintf("CREATE TABLE %s AS SELECT k AS day, IF('%s' = 'days', k DIV 10, k MOD 4) AS month FROM numbers WHERE k < 40", days, days))
	}
	ask := func(days string) string {
		return run("SELECT CONCAT(COUNT(*), ' ', SUM(s.ticket)) FROM sold s JOIN returned r ON s.ticket = r.ticket AND s.item = r.item JOIN " + days + " d ON r.day = d.day WHERE d.month = 2")
	}
	want := func(what string, in func(ticket int) bool) {
		t.Helper()
		n, sum := 0, 0
		for k := range 4000 {
			if ticket := k / 2; k%7 == ticket*2%7 && in(ticket) {
				n, sum = n+1, sum+ticket
			}
		}
		for range 3 { // what is kept is used the next time
			if got := ask(what); got != fmt.Sprint(n, " ", sum) {
				t.Errorf("%s: %s, want %d %d", what, got, n, sum)
			}
		}
	}
	want("days", func(ticket int) bool { return ticket%40/10 == 2 })
	want("others", func(ticket int) bool { return ticket%4 == 2 })
	run("UPDATE days SET month = 2 WHERE day < 3")
	want("days", func(ticket int) bool { return ticket%40/10 == 2 || ticket%40 < 3 })
	run("DELETE FROM returned WHERE ticket = 2")
	want("others", func(ticket int) bool { return ticket%4 == 2 && ticket != 2 })
}
