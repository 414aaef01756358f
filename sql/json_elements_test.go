package sql

import (
	"fmt"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Elements that JSON_TABLE lists are those of a loop, where few of many differ, where many do, in arrays
// that are written as they are shown and in others, and with rows that have none.
func TestElementsOfFew(t *testing.T) {
	const rows = 12000
	for _, differ := range []int{3, 70_000} {
		s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
		mustRun(t, s, "CREATE TABLE t (id INT, doc TEXT)")
		values, counts, sum, none := make([]string, rows), map[string]int{}, 0, 0
		for i := range values {
			a, b := fmt.Sprintf("l%d", i*31%differ), fmt.Sprintf("m%d", i%differ)
			values[i] = fmt.Sprintf(`(%d, '{"l": ["%s", "%s", %d]}')`, i, a, b, i%differ)
			switch i % 4 {
			case 1:
				values[i] = fmt.Sprintf(`(%d, '{"l":[ "%s","%s" ,%d ]}')`, i, a, b, i%differ)
			case 2:
				values[i] = fmt.Sprintf(`(%d, '{"l": []}')`, i)
				none++
				continue
			}
			counts[a]++
			counts[b]++
			counts[fmt.Sprint(i%differ)]++
			sum += i % differ
		}
		mustRun(t, s, "INSERT INTO t VALUES "+strings.Join(values, ", "))
		squares := 0
		for _, n := range counts {
			squares += n * n
		}
		from := " FROM t, JSON_TABLE(doc, '$.l[*]' COLUMNS (l VARCHAR(20) PATH '$', n INT PATH '$' NULL ON ERROR)) j"
		for text, want := range map[string]int{
			"SELECT SUM(c * c) FROM (SELECT l, COUNT(*) c" + from + " GROUP BY l) g": squares,
			"SELECT SUM(n)" + from: sum,
			"SELECT COUNT(*)" + strings.Replace(from, ", JSON", " LEFT JOIN JSON", 1) + " ON TRUE WHERE l IS NULL": none,
		} {
			if got := answerOf(t, s, text); got != fmt.Sprint(want) {
				t.Errorf("%s: %s, want %d", text, got, want)
			}
		}
	}
}
