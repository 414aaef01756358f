package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// A table beside few rows of another, or none, is one group, and its pairs with these are what a loop
// over both counts and adds up.
func TestAggregatesBesideFewRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	const n = 5000
	var many []string
	for i := range n {
		v := fmt.Sprint(i % 97)
		if i%11 == 0 {
			v = "NULL"
		}
		many = append(many, fmt.Sprintf("(%d, %s)", i, v))
	}
	mustRun(t, s, "CREATE TABLE many (id INT NOT NULL, v INT)")
	mustRun(t, s, "INSERT INTO many VALUES "+strings.Join(many, ", "))
	mustRun(t, s, "CREATE TABLE few (k INT NOT NULL, w INT)")
	for rows := range 4 {
		count, values, sum, products, below := 0, 0, 0, 0, 0
		for w := 1; w <= rows; w++ {
			for i := range n {
				count++
				if i < 50 {
					below++
				}
				if i%11 != 0 {
					values, sum, products = values+1, sum+i%97, products+i%97*w
				}
			}
		}
		shown := fmt.Sprintf("%d\t%d\t%d\t%d\t0\t96", count, values, sum, products)
		if rows == 0 {
			shown = "0\t0\tNULL\tNULL\tNULL\tNULL"
		}
		for _, from := range []string{"many, few", "few CROSS JOIN many"} {
			query := "COUNT(*), COUNT(v), SUM(v), SUM(v * w), MIN(v), MAX(v) FROM " + from
			checkFact(t, s, [2]string{query, shown})
			checkFact(t, s, [2]string{"COUNT(*) FROM " + from + " WHERE id < 50", fmt.Sprint(below)})
			explained := mustRun(t, s, "EXPLAIN SELECT COUNT(*), COUNT(v), SUM(v), MIN(v) FROM "+from)
			groups := 0
			for i := range explained.Rows.Len {
				if line, _ := explained.Text(i, 0); strings.Contains(line, "group") {
					groups++
				}
			}
			if groups < 2 {
				t.Errorf("%s with %d rows: all pairs", from, rows)
			}
		}
		mustRun(t, s, fmt.Sprintf("INSERT INTO few VALUES (%d, %[1]d)", rows+1))
	}
}
