package sql

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// numberedRows is how many rows are numbered: more than two segments.
const numberedRows = 150_000

// lines joins lines of numbers.
func lines(rows [][]int) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Trim(strings.ReplaceAll(fmt.Sprint(row), " ", ","), "[]") + "\n")
	}
	return b.String()
}

// A row's number without an order is its place among the rows of the step, whatever these are: all
// of a table, those that are not deleted, those that a condition, a join or a limit leaves, groups.
// Conditions on it and what is joined by it see the number of before.
func TestNumbersOfRows(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 16}).NewSession()
	mustRun(t, s, fmt.Sprintf("SET cte_max_recursion_depth = 1000000; CREATE TABLE n (id INT NOT NULL, v INT NOT NULL); INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 999) SELECT a.i * 150 + b.i, (a.i * 150 + b.i) %% 7 FROM c a JOIN c b WHERE b.i < 150 ORDER BY 1"))
	check := func(deleted func(id int) bool) {
		t.Helper()
		var all, odd, wanted, ranked, skipped [][]int
		for id := range numberedRows {
			if deleted(id) {
				continue
			}
			all = append(all, []int{id, len(all) + 1})
			if id%7 == 3 {
				odd = append(odd, []int{id, len(odd) + 1})
			}
			if x := len(all); x >= 70_000 && x < 70_004 {
				wanted = append(wanted, []int{id, x})
			}
		}
		for _, row := range all[:4] {
			ranked = append(ranked, []int{row[0], 1, 1, row[1]})
		}
		for _, row := range all[70_000:70_003] {
			skipped = append(skipped, []int{row[0], row[0] % 7})
		}
		last := all[len(all)-1]
		asked := map[string][][]int{
			"SELECT id, ROW_NUMBER() OVER () FROM n":                                                                                                     all,
			"SELECT id, ROW_NUMBER() OVER () FROM n WHERE v = 3":                                                                                         odd,
			"SELECT id, x FROM (SELECT id, ROW_NUMBER() OVER () AS x FROM n) t WHERE x BETWEEN 70000 AND 70003":                                          wanted,
			"SELECT id, x FROM (SELECT id, v, ROW_NUMBER() OVER () AS x FROM n) t WHERE x >= 70000 AND x < 70004":                                        wanted,
			"SELECT id, x FROM (SELECT id, v, ROW_NUMBER() OVER (ORDER BY 'x') AS x FROM n) t WHERE x >= 70000 AND x < 70004":                            wanted,
			"SELECT id, ROW_NUMBER() OVER () AS x FROM n ORDER BY x DESC LIMIT 1":                                                                        {last},
			"SELECT COUNT(*), MAX(x) FROM (SELECT ROW_NUMBER() OVER () AS x FROM n WHERE v = 3) t":                                                       {{len(odd), len(odd)}},
			"SELECT id, RANK() OVER (), DENSE_RANK() OVER (PARTITION BY v), ROW_NUMBER() OVER () FROM n LIMIT 4":                                         ranked,
			"SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER () AS x FROM n) a JOIN (SELECT ROW_NUMBER() OVER () AS x FROM n WHERE v = 3) b ON a.x = b.x": {{len(odd)}},
			"SELECT COUNT(*) FROM n LEFT JOIN (SELECT id, ROW_NUMBER() OVER () AS x FROM n) b ON b.x = n.id WHERE b.x IS NULL":                           {{missing(all)}},
			"SELECT MAX(x), COUNT(*) FROM (SELECT v, ROW_NUMBER() OVER () AS x FROM (SELECT v, COUNT(*) AS c FROM n GROUP BY v) g) t":                    {{7, 7}},
			"SELECT MIN(x), MAX(x) FROM (SELECT ROW_NUMBER() OVER () AS x FROM (SELECT id FROM n LIMIT 10 OFFSET 5) g) t":                                {{1, 10}},
			"SELECT id, v FROM n LIMIT 3 OFFSET 70000":                                                                                                   skipped,
			"SELECT w - 1, v FROM (SELECT id + 1 AS w, v FROM n) t LIMIT 70000, 3":                                                                       skipped,
			"SELECT id, v FROM (SELECT id, v FROM n LIMIT 100000 OFFSET 60000) t LIMIT 3 OFFSET 10000":                                                   skipped,
			"SELECT COUNT(*) FROM (SELECT id FROM n LIMIT 1000000 OFFSET 100) t":                                                                         {{len(all) - 100}},
			"SELECT COUNT(*) FROM (SELECT id FROM n LIMIT 0 OFFSET 100) t":                                                                               {{0}},
			"SELECT id FROM n LIMIT 10 OFFSET 150000":                                                                                                    nil,
			"SELECT MAX(x) FROM (SELECT ROW_NUMBER() OVER () AS x FROM n a JOIN n b ON a.id = b.id) t":                                                   {{len(all)}},
		}
		maps.Copy(asked, firstNumbers(odd))
		for sql, want := range asked {
			got := shown(t, mustRun(t, s, sql), "csv")
			if _, body, _ := strings.Cut(got, "\n"); body != lines(want) {
				t.Errorf("%s: %.200s\nwant %.200s", sql, body, lines(want))
			}
		}
	}
	check(func(int) bool { return false })
	mustRun(t, s, "DELETE FROM n WHERE id % 100 = 50")
	check(func(id int) bool { return id%100 == 50 })
}

// firstNumbers asks for the first numbers of the rows that a condition leaves.
func firstNumbers(odd [][]int) map[string][][]int {
	return map[string][][]int{
		"SELECT id, x FROM (SELECT id, ROW_NUMBER() OVER () AS x FROM n WHERE v = 3) t WHERE x <= 5":                              odd[:5],
		"SELECT id, x FROM (SELECT id, ROW_NUMBER() OVER () AS x FROM n WHERE v = 3) t WHERE x BETWEEN 3 AND 5":                   odd[2:5],
		"SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER () AS x FROM n WHERE v = 3) t WHERE x > 2":                                {{len(odd) - 2}},
		"SELECT COUNT(*) FROM (SELECT ROW_NUMBER() OVER () AS x FROM n WHERE v = 3) t WHERE x <= 0":                               {{0}},
		"SELECT COUNT(*) FROM (SELECT RANK() OVER () AS x FROM n WHERE v = 3) t WHERE x <= 2":                                     {{len(odd)}},
		"SELECT x, c FROM (SELECT ROW_NUMBER() OVER () AS x, COUNT(*) OVER () AS c FROM n WHERE v = 3) t WHERE x <= 2":            {{1, len(odd)}, {2, len(odd)}},
		"SELECT COUNT(*), MAX(l) FROM (SELECT ROW_NUMBER() OVER () AS x, LAG(id) OVER () AS l FROM n WHERE v = 3) t WHERE x <= 3": {{3, odd[1][0]}},
	}
}

// missing counts the ids that are no row's number.
func missing(all [][]int) (n int) {
	for _, row := range all {
		if row[0] < 1 || row[0] > len(all) {
			n++
		}
	}
	return n
}
