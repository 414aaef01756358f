package sql

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Times of a day are compared with texts as texts: what Go says of these is what counts. No step makes the texts.
func TestTimesOfDayBesideTexts(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (id INT, d0 DATETIME, d3 DATETIME(3), d6 DATETIME(6))")
	mustRun(t, s, `INSERT INTO m VALUES (1, '2024-05-01 00:00:00', '2024-05-01 00:00:00', '2024-05-01 00:00:00.000001'),
		(2, '2024-05-01 09:00:00', '2024-05-01 08:59:59.999', '2024-05-01 09:00:00'), (3, '2024-05-01 09:30:10', '2024-05-01 09:00:00.001', '2024-05-01 09:00:59.9999'),
		(4, '2024-05-01 17:30:00', '2024-05-01 17:30:00', '2024-05-01 17:30:00.5'), (5, '2024-05-01 23:59:59', '2024-05-01 23:59:59.6', '2024-05-01 23:59:59.999999'), (6, NULL, NULL, NULL)`)
	texts := []string{"", "0", "00:00:00", "00:00:00.000001", "08:59:59.999", "09", "9:00", "09:00", "09:00:00", "09:00:00.0", "09:00:00.000", "09:00:00.000000", "09:00:59.9999", "09.5",
		"1", "17:30:00x", "17:30:00.5", "2", "23:59:59.9999999", "24:00:00", "24:00:00.000", "24:00:00.1", "25:00:00", "-09:00:00", "noon", "zz"}
	less := map[string]func(a, b string) bool{"<": func(a, b string) bool { return a < b }, "<=": func(a, b string) bool { return a <= b }, ">": func(a, b string) bool { return a > b }, ">=": func(a, b string) bool { return a >= b }}
	for _, clock := range []string{"TIME(d0)", "TIME(d3)", "TIME(d6)", "CAST(d6 AS TIME)", "CAST(d3 AS TIME(1))"} {
		shown := column(t, s, "SELECT CAST("+clock+" AS CHAR) FROM m WHERE id < 6 ORDER BY id")
		for k, c := range texts {
			for op, holds := range less {
				where := fmt.Sprintf("%s %s '%s' AND '%s' %s %s", clock, op, c, c, map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op], clock)
				checkTimes(t, s, where, shown, func(x string) bool { return holds(x, c) })
			}
			for i := range 5 {
				hi := texts[(k+1+5*i)%len(texts)]
				checkTimes(t, s, fmt.Sprintf("%s BETWEEN '%s' AND '%s'", clock, c, hi), shown, func(x string) bool { return x >= c && x <= hi })
			}
		}
	}
}

// checkTimes checks that a condition is true of the rows whose times show texts for which something holds.
func checkTimes(t *testing.T, s *Session, where string, shown []string, holds func(string) bool) {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(shown), func(x string) bool { return !holds(x) })
	var got []string
	for _, id := range column(t, s, "SELECT id FROM m WHERE "+where+" ORDER BY id") {
		got = append(got, shown[id[0]-'1'])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", where, got, want)
	}
	if plan := strings.Join(column(t, s, "EXPLAIN SELECT id FROM m WHERE "+where), "\n"); strings.Contains(plan, "VARCHAR") {
		t.Errorf("%s makes texts:\n%s", where, plan)
	}
}

// A TIME that a CASE compares with a date is a moment of today for that alone, and a time beside the numbers and texts
// that follow. The answers are MySQL's.
func TestTimesOfACaseBesideDates(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE c (t TIME, d DATE, n INT); INSERT INTO c VALUES ('00:00:00', '2020-01-01', 0), ('10:11:12', NULL, 101112), ('10:11:13', '2020-01-01', 5)")
	for _, f := range [][2]string{
		{"CASE t WHEN d THEN 1 WHEN n THEN 2 ELSE 3 END, CASE t WHEN DATE'2020-01-01' THEN 1 WHEN '10:11:13' THEN 2 ELSE 3 END FROM c ORDER BY t", "2\t3|2\t3|3\t2"},
		{"CASE TIME'10:11:12' WHEN CAST(NULL AS DATE) THEN 1 WHEN 101112 THEN 2 ELSE 3 END", "2"},
	} {
		checkFact(t, s, f)
	}
}
