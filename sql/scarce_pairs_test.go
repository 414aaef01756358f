package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Of rows behind a bound that are equal in a number, with numbers so far apart that their bounds say nothing, the
// aggregates and the last row, by a loop. The subquery has more rows than ask: of a few for each number pairs are made,
// and where few numbers come often rows are put in order.
func TestPairsThatAreFewAreNotPutInOrder(t *testing.T) {
	const asks, each = 5000, 4
	for name, numbers := range map[string]int{"few": asks, "many": 9} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(numbers), 5))
			s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
			fill := func(table string, rows int) (values [][3]int) {
				mustRun(t, s, "CREATE TABLE "+table+" (k BIGINT, at INT, v INT)")
				var cells []string
				for i := range rows {
					row := [3]int{i % numbers, r.IntN(60), r.IntN(1000)}
					values = append(values, row)
					cells = append(cells, fmt.Sprintf("(IF(%d %% 97 = 0, NULL, %d), %d, %d)", i, 9e9+row[0]*1_000_003, row[1], row[2]))
					if i%97 == 0 {
						values[i][0] = -1
					}
				}
				mustRun(t, s, "INSERT INTO "+table+" VALUES "+strings.Join(cells, ", "))
				return values
			}
			asked, own := fill("a", asks), fill("b", each*asks)
			byKey := map[int][][3]int{}
			for _, b := range own {
				byKey[b[0]] = append(byKey[b[0]], b)
			}
			counted, added, most, lasts := 0, 0, 0, 0
			for _, a := range asked {
				greatest, last := 0, [3]int{0, -1, 0}
				for _, b := range byKey[a[0]] {
					if a[0] < 0 || b[1] <= a[1] {
						continue
					}
					counted, added, greatest = counted+1, added+b[2], max(greatest, b[2])
					if last[1] < 0 || b[1] < last[1] || b[1] == last[1] && b[2] > last[2] {
						last = b
					}
				}
				most, lasts = most+greatest, lasts+last[2]
			}
			of := "(SELECT %s FROM b WHERE b.k = a.k AND b.at > a.at%s)"
			for what, want := range map[string]int{"COUNT(*)": counted, "SUM(b.v)": added, "MAX(b.v)": most, "b.v": lasts} {
				order := ""
				if what == "b.v" {
					order = " ORDER BY b.at, b.v DESC LIMIT 1"
				}
				query := "SUM(x) FROM (SELECT " + fmt.Sprintf(of, what, order) + " x FROM a) q"
				checkFact(t, s, [2]string{query, fmt.Sprint(want)})
				plan := strings.Join(column(t, s, "EXPLAIN SELECT "+query), "\n")
				if ordered := strings.Contains(plan, "union"); ordered != (name == "many") {
					t.Errorf("%s: both sides are put in order: %v", query, ordered)
				}
			}
		})
	}
}

// A key that comes once in one table and often in what that is joined with has as many pairs as the latter has rows.
func TestPairsOfJoinedRowsAreNotTakenForFew(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE a (k BIGINT, at INT); CREATE TABLE d (k BIGINT, g INT); CREATE TABLE f (g INT, at INT)")
	var asks, facts []string
	want := 0
	for i := range 5000 {
		asks = append(asks, fmt.Sprintf("(%d, %d)", 1_000_003*(i%9), i%100))
		facts = append(facts, fmt.Sprintf("(%d, %d)", i%9, i/50), fmt.Sprintf("(%d, 1000)", i%9))
		for j := i % 9; j < 5000; j += 9 {
			if j/50 < i%100 {
				want++
			}
		}
	}
	mustRun(t, s, "INSERT INTO a VALUES "+strings.Join(asks, ", ")+"; INSERT INTO f VALUES "+strings.Join(facts, ", "))
	for g := range 9 {
		mustRun(t, s, fmt.Sprintf("INSERT INTO d VALUES (%d, %d)", 1_000_003*g, g))
	}
	query := "SUM(x) FROM (SELECT (SELECT COUNT(*) FROM d JOIN f ON f.g = d.g WHERE d.k = a.k AND f.at < a.at) x FROM a) q"
	checkFact(t, s, [2]string{query, fmt.Sprint(want)})
	if plan := strings.Join(column(t, s, "EXPLAIN SELECT "+query), "\n"); !strings.Contains(plan, "window") {
		t.Errorf("%s makes all pairs:\n%s", query, plan)
	}
}
