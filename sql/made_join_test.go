package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// meetingRow is a row of two texts, of which the first is NULL where it is empty.
type meetingRow struct{ x, y string }

// made is CONCAT(LOWER(x), '.', y); ok is false where that is NULL.
func (r meetingRow) made() (text string, ok bool) { return strings.ToLower(r.x) + "." + r.y, r.x != "" }

// meetingRows fills a table of n rows of so many texts that no dictionary knows what is made of two.
func meetingRows(t *testing.T, s *Session, table string, n, step int) (out []meetingRow) {
	t.Helper()
	var values []string
	for i := range n {
		r := meetingRow{fmt.Sprintf("%c%d", "aA"[i/2%2], i*step%1500), fmt.Sprintf("%d.", i*step%1400)}
		x := "'" + r.x + "'"
		if i%11 == 5 {
			r.x, x = "", "NULL"
		}
		out, values = append(out, r), append(values, fmt.Sprintf("(%s, '%s')", x, r.y))
	}
	mustRun(t, s, fmt.Sprintf("CREATE TABLE %s (x TEXT, y TEXT); INSERT INTO %s VALUES %s", table, table, strings.Join(values, ", ")))
	return out
}

// partners counts the rows of one side that have a partner among those of another that pass, and all pairs.
func partners(of, among []meetingRow, pass func(a, b meetingRow) bool) (some, pairs int) {
	for _, a := range of {
		before := pairs
		for _, b := range among {
			x, ok := a.made()
			y, both := b.made()
			if ok && both && x == y && pass(a, b) {
				pairs++
			}
		}
		if pairs > before {
			some++
		}
	}
	return some, pairs
}

// Joins of all kinds by texts that both sides make, and no dictionary knows, find what a loop over all
// pairs finds. They meet by the texts, which are not made for all pairs, and of a side that is much
// larger for those rows alone that may have a partner.
func TestSidesMeetByMadeTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	large, small := meetingRows(t, s, "a", 6000, 1), meetingRows(t, s, "b", 600, 7)
	all := func(meetingRow, meetingRow) bool { return true }
	_, pairs := partners(large, small, all)
	_, passing := partners(large, small, func(a, b meetingRow) bool { return a.y < "5" && a.x != "" && b.x != "" && a.x > b.x })
	in, _ := partners(large, small, func(_, b meetingRow) bool { return b.y > "2" })
	some, _ := partners(small, large, all)
	const on = "CONCAT(LOWER(a.x), '.', a.y) = CONCAT(LOWER(b.x), '.', b.y)"
	for query, want := range map[string]string{
		"SELECT COUNT(*) FROM a JOIN b ON " + on:                                                                          fmt.Sprint(pairs),
		"SELECT COUNT(*) FROM a, b WHERE a.y < '5' AND a.x > b.x AND " + on:                                               fmt.Sprint(passing),
		"SELECT COUNT(*) FROM a WHERE CONCAT(LOWER(x), '.', y) IN (SELECT CONCAT(LOWER(x), '.', y) FROM b WHERE y > '2')": fmt.Sprint(in),
		"SELECT COUNT(*), COUNT(a.x) FROM b LEFT JOIN a ON " + on:                                                         fmt.Sprintf("%d,%d", pairs+len(small)-some, pairs),
		"SELECT COUNT(*) FROM b WHERE NOT EXISTS (SELECT 1 FROM a WHERE " + on + ")":                                      fmt.Sprint(len(small) - some),
	} {
		_, got, _ := strings.Cut(shown(t, mustRun(t, s, query), "csv"), "\n")
		if strings.TrimSpace(got) != want || strings.HasPrefix(want, "0") {
			t.Errorf("%s: %swant %s", query, got, want)
		}
		plan := shown(t, mustRun(t, s, "EXPLAIN "+query), "csv")
		if strings.Contains(plan, "'.', y) = CONCAT") || !strings.Contains(plan, "hash(CONCAT") {
			t.Errorf("the texts are made for all pairs, or for rows that meet none:\n%s", plan)
		}
	}
}
