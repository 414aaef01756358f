package sql

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// A function that is costly, of a moment's day, is a table over the days; the calendar of
// Go says what it holds. Doubles that are NULL do not count, whatever is computed of them.
func TestFunctionsOfACommonPart(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE m (i INT NOT NULL, at DATETIME, x DOUBLE)")
	begin := time.Date(2023, 11, 28, 5, 6, 7, 0, time.UTC)
	rows := make([]string, 1200)
	moment := func(i int) time.Time { return begin.Add(time.Duration(i) * 13 * time.Hour) }
	double := func(i int) float64 { return float64(i%50)/4 - 3.5 }
	for i := range rows {
		at, x := "'"+moment(i).Format(time.DateTime)+"'", fmt.Sprint(double(i))
		if i%7 == 3 {
			at, x = "NULL", "NULL"
		}
		rows[i] = fmt.Sprintf("(%d, %s, %s)", i, at, x)
	}
	mustRun(t, s, "INSERT INTO m VALUES "+strings.Join(rows, ", "))
	for text, want := range map[string]func(i int) string{
		"LAST_DAY(at)": func(i int) string {
			y, m, _ := moment(i).Date()
			return time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		},
		"STR_TO_DATE(CONCAT(YEAR(at), '-', MONTH(at), '-01'), '%Y-%m-%d')": func(i int) string {
			return moment(i).Format("2006-01") + "-01"
		},
		"at + INTERVAL 12 MONTH": func(i int) string {
			to := moment(i)
			if to.Month() == time.February && to.Day() == 29 {
				to = to.AddDate(0, 0, -1)
			}
			return to.AddDate(1, 0, 0).Format(time.DateTime)
		},
		"CONCAT(DAYNAME(at), ' ', DAYOFMONTH(at))": func(i int) string { return moment(i).Format("Monday 2") },
		"x * 3 + x": func(i int) string { return fmt.Sprint(double(i) * 4) },
		"ROUND(x)":  func(i int) string { return fmt.Sprint(math.RoundToEven(double(i))) },
		"IF(x > 2, x, -x)": func(i int) string {
			if double(i) > 2 {
				return fmt.Sprint(double(i))
			}
			return fmt.Sprint(-double(i))
		},
	} {
		r := mustRun(t, s, fmt.Sprintf("SELECT i, MAX(%s) FROM m GROUP BY i ORDER BY i", text))
		for i := range rows {
			expected := want(i)
			if i%7 == 3 {
				expected = "NULL"
			}
			if got, null := r.Text(i, 1); got != expected && !(null && expected == "NULL") && !(got == "0" && expected == "-0") {
				t.Fatalf("%s of %s: %s, want %s", text, rows[i], got, expected)
			}
		}
	}
	r := mustRun(t, s, "EXPLAIN FORMAT = PROGRAM SELECT LAST_DAY(at), COUNT(*) FROM m GROUP BY 1")
	if program := flat(r); !strings.Contains(program, "= lookup ADDMONTHS(") {
		t.Errorf("LAST_DAY is not looked up:\n%s", program)
	}
}
