package sql

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// Groups by the month or the year of dates that are many are those of the numbers of months or years, with the
// texts that Go's own formats give.
func TestGroupsByMonthsOfManyDates(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const days = 70_000
	mustRun(t, s, "CREATE TABLE digit (n INT NOT NULL)")
	mustRun(t, s, "INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)")
	mustRun(t, s, "CREATE TABLE day (d DATE, at DATETIME)")
	mustRun(t, s, `INSERT INTO day SELECT DATE '1870-01-01' + INTERVAL x DAY, TIMESTAMP(DATE '1870-01-01' + INTERVAL x DAY, '17:03:09')
		FROM (SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS x FROM digit a, digit b, digit c, digit d, digit e) all_days WHERE x < 70000`)
	counts := map[string]map[string]int{}
	formats := map[string]string{"%Y-%m": "2006-01", "%b %Y": "Jan 2006", "%M%Y": "January2006", "%Y": "2006", "%c/%Y": "1/2006", "%Y%%%m": "2006%01", "%m": "01", "%Y-%m-%d": "2006-01-02", "%y": "06"}
	for i := range days {
		d := time.Date(1870, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i)
		for f, layout := range formats {
			if counts[f] == nil {
				counts[f] = map[string]int{"NULL": 1}
			}
			counts[f][d.Format(layout)]++
		}
	}
	mustRun(t, s, "INSERT INTO day VALUES (NULL, NULL)")
	for f := range formats {
		var want []string
		for _, text := range slices.Sorted(maps.Keys(counts[f])) {
			want = append(want, fmt.Sprintf("%s | %d", text, counts[f][text]))
		}
		for _, of := range []string{"d", "at", "DATE(at)"} {
			call := fmt.Sprintf("DATE_FORMAT(%s, '%s')", of, f)
			got := shownRows(t, s, "SELECT "+call+" AS t, COUNT(*) FROM day GROUP BY t")
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("groups by %s are %v, want %v", call, got[:min(5, len(got))], want[:min(5, len(want))])
			}
			if n := column(t, s, "SELECT COUNT(DISTINCT "+call+") FROM day"); n[0] != fmt.Sprint(len(want)-1) {
				t.Errorf("%s has %s texts, want %d", call, n, len(want)-1)
			}
		}
	}
	plan := strings.Join(shownRows(t, s, "EXPLAIN SELECT DATE_FORMAT(d, '%Y-%m') AS t, COUNT(*) FROM day GROUP BY t"), "\n")
	if !strings.Contains(plan, "MONTH(") {
		t.Errorf("texts are made before they are grouped:\n%s", plan)
	}
}
