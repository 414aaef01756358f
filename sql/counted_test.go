package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Comparisons of how many rows a subquery has say what counting says, of every operator, with the count on
// either side, correlated or not, as conditions and as values; those with 0 count no row.
func TestCountedRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE a (id INT NOT NULL, k INT); INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (4, NULL), (5, 9);
		CREATE TABLE b (k INT, v INT); INSERT INTO b VALUES (1, 5), (2, NULL), (2, 7), (NULL, 5), (3, 1), (3, 6), (3, 8)`)
	rows := []int{1, 2, 3, 0, 0} // of b with the k of each row of a
	is := map[string]func(a, b int) bool{
		"=": func(a, b int) bool { return a == b }, "<=>": func(a, b int) bool { return a == b }, "<>": func(a, b int) bool { return a != b },
		"<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b }, ">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
	}
	for op, holds := range is {
		for with := range 3 {
			for _, count := range []string{"COUNT(*)", "count(1)", "COUNT( 'x')"} {
				query := "(SELECT " + count + " FROM b WHERE b.k = a.k ORDER BY 1)"
				for text, of := range map[string]func(n int) bool{
					fmt.Sprintf("%s %s %d", query, op, with):     func(n int) bool { return holds(n, with) },
					fmt.Sprintf("(%d) %s (%s)", with, op, query): func(n int) bool { return holds(with, n) },
				} {
					var ids, values []string
					for i, n := range rows {
						if of(n) {
							ids = append(ids, fmt.Sprint(i+1))
						}
						values = append(values, map[bool]string{true: "1", false: "0"}[of(n)])
					}
					for query, want := range map[string]string{
						"id FROM a WHERE " + text + " ORDER BY id": strings.Join(ids, "|"),
						text + " FROM a ORDER BY id":               strings.Join(values, "|"),
					} {
						if got := fact(t, s, query); got != want {
							t.Errorf("SELECT %s: %s, want %s", query, got, want)
						}
					}
				}
			}
		}
	}
	for _, c := range [][2]string{
		{"id FROM a WHERE (SELECT COUNT(*) FROM b) > 0 AND id < 3 ORDER BY id", "1|2"},
		{"COUNT(*) FROM a WHERE (SELECT COUNT(*) FROM b WHERE v > 8) = 0", "5"},
		{"id FROM a WHERE (SELECT COUNT(v) FROM b WHERE b.k = a.k) = 0 ORDER BY id", "4|5"},
		{"id FROM a WHERE (SELECT COUNT(NULL) FROM b WHERE b.k = a.k) = 0 AND id < 3 ORDER BY id", "1|2"},
		{"id FROM a WHERE (SELECT COUNT(DISTINCT 1) FROM b WHERE b.k = a.k) >= 1 ORDER BY id", "1|2|3"},
		{"id FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.k = a.k LIMIT 0) IS NULL ORDER BY id LIMIT 1", "1"},
		{"id FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.k = a.k HAVING COUNT(*) > 5) > 0", ""},
		{"id FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.k = a.k GROUP BY b.k) > 0 ORDER BY id", "1|2|3"},
		{"k, COUNT(*) FROM a GROUP BY k HAVING (SELECT COUNT(*) FROM b WHERE b.k = MAX(a.k)) > 0 ORDER BY k", "1\t1|2\t1|3\t1"},
		{"(SELECT COUNT(*)) > 0", "1"},
	} {
		checkFact(t, s, c)
	}
	for query, counts := range map[string]bool{
		"SELECT id FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.k = a.k) = 0":  false,
		"SELECT id FROM a WHERE 1 <= (SELECT COUNT(*) FROM b WHERE b.k = a.k)": false,
		"SELECT id FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.k = a.k) = 1":  true,
	} {
		if text := flat(mustRun(t, s, "EXPLAIN "+query)); strings.Contains(text, "COUNT(*)") != counts {
			t.Errorf("%s: that rows are counted is not %v\n%s", query, counts, text)
		}
	}
}

// A parameter that a count is compared with is another one in each run.
func TestCountedRowsOfAParameter(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE a (k INT); INSERT INTO a VALUES (1), (2), (3); CREATE TABLE b (k INT); INSERT INTO b VALUES (1), (2), (2);
		PREPARE q FROM 'SELECT COUNT(*) FROM a WHERE (SELECT COUNT(*) FROM b WHERE b.k = a.k) > ?'`)
	for _, c := range [][2]string{{"0", "2"}, {"1", "1"}, {"0", "2"}, {"2", "0"}} {
		if got := strings.TrimSpace(flat(mustRun(t, s, "SET @x = "+c[0]+"; EXECUTE q USING @x"))); !strings.HasSuffix(got, c[1]) {
			t.Errorf("more than %s: %s, want %s", c[0], got, c[1])
		}
	}
}
