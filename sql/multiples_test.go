package sql

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// TestGroupsOfMultiples: keys that are multiples of quotients, over numbers of both signs and NULL,
// against sums by hand.
func TestGroupsOfMultiples(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	mustRun(t, s, "CREATE TABLE m (a INT, d DECIMAL(10,2))")
	keys := map[string]func(a int) int{
		"ROUND(a, -2)":       func(a int) int { return int(math.Round(float64(a)/100)) * 100 },
		"ROUND(d, -1)":       func(a int) int { return int(math.Round(float64(a)/10)) * 10 },
		"FLOOR(a / 30) * 30": func(a int) int { return int(math.Floor(float64(a)/30)) * 30 },
		"CEIL(d / 7) * 7":    func(a int) int { return int(math.Ceil(float64(a)/7)) * 7 },
		"a DIV 50 * 50":      func(a int) int { return a / 50 * 50 },
		"a DIV 50 * -3":      func(a int) int { return a / 50 * -3 },
		"a DIV 50 * 0":       func(a int) int { return 0 },
	}
	var rows []string
	for a := -777; a < 900; a += 3 {
		rows = append(rows, fmt.Sprintf("(%d, %d)", a, a))
	}
	mustRun(t, s, "INSERT INTO m VALUES (NULL, NULL), (NULL, NULL), "+strings.Join(rows, ", "))
	for key, of := range keys {
		count, sum := map[int]int{}, map[int]int{}
		var order []int
		for a := -777; a < 900; a += 3 {
			k := of(a)
			if count[k] == 0 {
				order = append(order, k)
			}
			count[k], sum[k] = count[k]+1, sum[k]+a
		}
		slices.Sort(order)
		want := []string{"NULL\t2\tNULL"}
		for _, k := range order {
			want = append(want, fmt.Sprintf("%d\t%d\t%d", k, count[k], sum[k]))
		}
		checkFact(t, s, [2]string{key + " k, COUNT(*), SUM(a) FROM m GROUP BY " + key + " ORDER BY k", strings.Join(want, "|")})
		checkFact(t, s, [2]string{"COUNT(*) FROM (SELECT DISTINCT " + key + " k FROM m) t", fmt.Sprint(len(order) + 1)})
		checkFact(t, s, [2]string{"COUNT(*) FROM (SELECT " + key + " k FROM m GROUP BY k HAVING k >= 0) t", fmt.Sprint(len(order) - below(order))})
	}
}

// below is how many sorted numbers are negative.
func below(sorted []int) int {
	n, _ := slices.BinarySearch(sorted, 0)
	return n
}
