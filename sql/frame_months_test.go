package sql

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A frame of months sees the rows that a subquery finds by the dates from which months lead to the
// row's; dates are of short and long months, of leap years and before 1970, and some come twice.
func TestFramesOfMonths(t *testing.T) {
	s := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (k INT PRIMARY KEY, g INT, d DATE, m DATETIME(3), x INT)")
	r := rand.New(rand.NewPCG(7, 8))
	var rows []string
	for k := range 400 {
		day := fmt.Sprintf("'1969-11-01' + INTERVAL %d DAY", r.IntN(900))
		if k%50 == 0 {
			day = "NULL"
		}
		rows = append(rows, fmt.Sprintf("(%d, %d, %s, %s + INTERVAL 45296789 * 1000 MICROSECOND, %d)", k, r.IntN(3), day, day, r.IntN(1000)))
	}
	mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(rows, ", "))
	for _, c := range []struct{ column, order, frame, within string }{
		{"d", "", "INTERVAL 1 MONTH PRECEDING AND CURRENT ROW", "u.d BETWEEN t.d - INTERVAL 1 MONTH AND t.d"},
		{"d", "", "INTERVAL 1 QUARTER PRECEDING AND INTERVAL 2 MONTH PRECEDING", "u.d BETWEEN t.d - INTERVAL 3 MONTH AND t.d - INTERVAL 2 MONTH"},
		{"d", " DESC", "INTERVAL 1 MONTH PRECEDING AND INTERVAL 1 YEAR FOLLOWING", "u.d BETWEEN t.d - INTERVAL 12 MONTH AND t.d + INTERVAL 1 MONTH"},
		{"d", "", "INTERVAL 13 MONTH FOLLOWING AND INTERVAL 90000000000 YEAR FOLLOWING", "u.d >= t.d + INTERVAL 13 MONTH"},
		{"m", "", "INTERVAL 5 MONTH PRECEDING AND INTERVAL 0 MONTH FOLLOWING", "u.m BETWEEN t.m - INTERVAL 5 MONTH AND t.m"},
		{"m", " DESC", "CURRENT ROW AND INTERVAL 1 MONTH FOLLOWING", "u.m BETWEEN t.m - INTERVAL 1 MONTH AND t.m"},
	} {
		for _, f := range []string{"SUM(%sx)", "MAX(%sx)", "COUNT(%sx)"} {
			over := fmt.Sprintf(f, "")
			got := column(t, s, "SELECT CONCAT(k, ' ', IFNULL("+over+" OVER (PARTITION BY g ORDER BY "+c.column+c.order+" RANGE BETWEEN "+c.frame+"), '-')) FROM t WHERE d IS NOT NULL ORDER BY k")
			want := column(t, s, "SELECT CONCAT(k, ' ', IFNULL((SELECT "+fmt.Sprintf(f, "u.")+" FROM t u WHERE u.g = t.g AND "+c.within+"), '-')) FROM t WHERE d IS NOT NULL ORDER BY k")
			if len(got) != 392 || !reflect.DeepEqual(got, want) {
				t.Errorf("%s%s %s of %s: %q, want %q", c.column, c.order, c.frame, over, got, want)
			}
		}
	}
	for text, want := range map[string]int{
		"SELECT SUM(x) OVER (ORDER BY CAST(k AS TIME) RANGE INTERVAL 1 MONTH PRECEDING) FROM t": 1235,
		"SELECT SUM(x) OVER (ORDER BY d RANGE INTERVAL 1.5 MONTH PRECEDING) FROM t":             1235,
		"SELECT SUM(x) OVER (ORDER BY d RANGE INTERVAL -1 MONTH PRECEDING) FROM t":              3586,
		"SELECT SUM(x) OVER (ORDER BY k RANGE INTERVAL 1 MONTH PRECEDING) FROM t":               1235,
	} {
		if got := code(t, s, text); got != want {
			t.Errorf("%s: error %d, want %d", text, got, want)
		}
	}
}
