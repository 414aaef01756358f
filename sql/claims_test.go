package sql

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// claimRow is a row of five columns, each a number of 0 to 4 that stands for one of five values in their
// order, -1 for NULL.
type claimRow [5]int

// claimed are the columns of a claimRow, their types, and how a value is written.
var claimed = [5]struct{ name, as, form string }{
	{"i", "INT", "%d"}, {"c", "DECIMAL(5,1)", "%d.5"}, {"d", "DOUBLE", "%d.25e0"}, {"s", "VARCHAR(9)", "'k%d'"}, {"t", "DATE", "'2024-03-0%d'"},
}

func claimLiteral(column, v int) string {
	if v < 0 {
		return "NULL"
	}
	return fmt.Sprintf(claimed[column].form, v+1)
}

// claim is a condition on two rows: 1 if it is true, 0 if not, -1 if it is NULL.
type claim struct {
	text string
	of   func(x, y claimRow) int
}

// randomClaim makes a condition on a column of one of the first rows, of which there are one or two.
func randomClaim(r *rand.Rand, rows int) claim {
	column, side := r.IntN(5), r.IntN(rows)
	if r.IntN(3) > 0 {
		column = 0
	}
	at := func(x, y claimRow) int { return [2]claimRow{x, y}[side][column] }
	name, k := "xy"[side:side+1]+"."+claimed[column].name, r.IntN(5)
	truth := func(is func(v int) bool) func(x, y claimRow) int {
		return func(x, y claimRow) int {
			v := at(x, y)
			if v < 0 {
				return -1
			}
			return map[bool]int{true: 1}[is(v)]
		}
	}
	switch n := r.IntN(10); {
	case n == 0:
		return claim{name + " IS NULL", func(x, y claimRow) int { return map[bool]int{true: 1}[at(x, y) < 0] }}
	case n == 1:
		return claim{name + " IS NOT NULL", func(x, y claimRow) int { return map[bool]int{true: 1}[at(x, y) >= 0] }}
	case n == 2:
		l := r.IntN(5)
		return claim{fmt.Sprintf("%s IN (%s, %s)", name, claimLiteral(column, k), claimLiteral(column, l)), truth(func(v int) bool { return v == k || v == l })}
	case n < 5 && rows == 2:
		return claim{fmt.Sprintf("x.%s = y.%[1]s", claimed[column].name), func(x, y claimRow) int {
			if x[column] < 0 || y[column] < 0 {
				return -1
			}
			return map[bool]int{true: 1}[x[column] == y[column]]
		}}
	}
	op := []string{"=", "<>", "<", "<=", ">", ">="}[r.IntN(6)]
	is := func(a, b int) bool {
		return map[string]bool{"=": a == b, "<>": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
	}
	switch r.IntN(6) {
	case 0: // of two columns, or of one with itself
		other := r.IntN(rows)
		return claim{fmt.Sprintf("%s %s %s.%s", name, op, "xy"[other:other+1], claimed[column].name), func(x, y claimRow) int {
			a, b := at(x, y), [2]claimRow{x, y}[other][column]
			if a < 0 || b < 0 {
				return -1
			}
			return map[bool]int{true: 1}[is(a, b)]
		}}
	case 1: // of a decimal, which is between whole numbers, with one of these
		column = 1
		return claim{fmt.Sprintf("%s.c %s %d", "xy"[side:side+1], op, k+1), truth(func(v int) bool { return is(2*v+1, 2*k) })}
	}
	if r.IntN(4) == 0 {
		return claim{claimLiteral(column, k) + " " + op + " " + name, truth(func(v int) bool { return is(k, v) })}
	}
	return claim{name + " " + op + " " + claimLiteral(column, k), truth(func(v int) bool { return is(v, k) })}
}

// claims are conditions that are joined with AND.
func randomClaims(r *rand.Rand, rows int) (text string, of func(x, y claimRow) bool) {
	var all []claim
	var texts []string
	for range 1 + r.IntN(5) {
		c := randomClaim(r, rows)
		all, texts = append(all, c), append(texts, c.text)
	}
	return strings.Join(texts, " AND "), func(x, y claimRow) bool {
		for _, c := range all {
			if c.of(x, y) != 1 {
				return false
			}
		}
		return true
	}
}

// claimTables makes two tables of a few rows.
func claimTables(t *testing.T, s *Session, r *rand.Rand) (tables [2][]claimRow) {
	t.Helper()
	for i, name := range []string{"a", "b"} {
		declared, rows := []string{}, []string{}
		for _, c := range claimed {
			declared = append(declared, c.name+" "+c.as)
		}
		for range 14 {
			var row claimRow
			var texts []string
			for k := range row {
				row[k] = r.IntN(4+i) - 1
				texts = append(texts, claimLiteral(k, row[k]))
			}
			tables[i], rows = append(tables[i], row), append(rows, "("+strings.Join(texts, ", ")+")")
		}
		mustRun(t, s, fmt.Sprintf("CREATE TABLE %s (%s); INSERT INTO %[1]s VALUES %[3]s", name, strings.Join(declared, ", "), strings.Join(rows, ", ")))
	}
	return tables
}

// Conditions that are never true together, by themselves, by equalities or by what the tables hold, leave
// the rows that they leave when each row is looked at.
func TestClaims(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	r := rand.New(rand.NewPCG(21, 12))
	tables := claimTables(t, s, r)
	for range 500 {
		one, isOne := randomClaims(r, 1)
		two, isTwo := randomClaims(r, 2)
		alone, inner, left, within, without := 0, 0, 0, 0, 0
		different := map[[2]int]bool{}
		for _, x := range tables[0] {
			partners := 0
			for _, y := range tables[1] {
				if isTwo(x, y) {
					partners++
				}
			}
			if isOne(x, x) {
				different[[2]int(x[:2])] = true
				alone, inner, left = alone+1, inner+partners, left+max(1, partners)
				if partners > 0 {
					within++
				} else {
					without++
				}
			}
		}
		for text, want := range map[string]int{
			"COUNT(*) FROM a x WHERE " + one:                                                                              alone,
			"COUNT(*) FROM a x JOIN b y ON " + two + " WHERE " + one:                                                      inner,
			"COUNT(*) FROM b y JOIN (SELECT * FROM a x WHERE " + one + ") x WHERE " + two:                                 inner,
			"COUNT(*) FROM a x LEFT JOIN b y ON " + two + " WHERE " + one:                                                 left,
			"COUNT(*) FROM a x WHERE EXISTS (SELECT 1 FROM b y WHERE " + two + ") AND " + one:                             within,
			"COUNT(*) FROM a x WHERE NOT EXISTS (SELECT 1 FROM b y WHERE " + two + ") AND " + one:                         without,
			"COUNT(*) FROM (SELECT i FROM b UNION ALL SELECT i FROM a x WHERE " + one + ") z":                             len(tables[1]) + alone,
			"COUNT(*) FROM (SELECT i, c FROM a x WHERE " + one + " EXCEPT SELECT i, c FROM b WHERE i < i) z":              len(different),
			"COUNT(*) FROM (SELECT i, c FROM b WHERE i > 1 AND i IS NULL UNION SELECT i, c FROM a x WHERE " + one + ") z": len(different),
			"SUM(n) FROM (SELECT i, c, d, s, t, COUNT(*) n FROM a GROUP BY i, c, d, s, t) x WHERE " + one:                 alone,
			"COUNT(*) FROM (SELECT x.*, ROW_NUMBER() OVER (ORDER BY i) n FROM a x) x WHERE " + one:                        alone,
		} {
			answer := fmt.Sprint(want)
			if want == 0 && text[0] == 'S' {
				answer = "NULL"
			}
			checkFact(t, s, [2]string{text, answer})
		}
	}
}

// What can give no row is not read, nor is what stands beside it.
func TestClaimsReadNothing(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE a (x INT, y DOUBLE, s VARCHAR(9)); INSERT INTO a VALUES (1, 1.5, 'k'), (9, 2.5, 'l'), (NULL, NULL, NULL);
		CREATE TABLE b (x INT NOT NULL, z INT NOT NULL); INSERT INTO b VALUES (20, 1), (30, 2)`)
	for query, nothing := range map[string]bool{
		"SELECT * FROM a JOIN b ON a.x = b.x":                                                                true,
		"SELECT * FROM a LEFT JOIN b ON a.x = b.z WHERE a.y < 1 AND a.y > 2":                                 true,
		"SELECT * FROM a JOIN b ON a.x = b.z WHERE a.x < 2 AND b.z > 1":                                      true,
		"SELECT * FROM a JOIN b ON a.x = b.z WHERE a.x < 2 AND b.z > 0":                                      false,
		"SELECT x FROM (SELECT x, COUNT(*) n FROM a GROUP BY x) t WHERE n > 3 AND n < 2":                     true,
		"SELECT x, y FROM a WHERE x > 9 INTERSECT SELECT x, MAX(z) FROM b GROUP BY x":                        true,
		"SELECT x, MAX(z) FROM b GROUP BY x INTERSECT SELECT x, y FROM a WHERE y IS NULL AND y = 2.5":        true,
		"SELECT x, y FROM a WHERE x IN (1, 9) AND x <> 1 AND x < 9 EXCEPT SELECT x, z FROM b":                true,
		"SELECT x, y FROM a WHERE x > 9 OR x IS NULL":                                                        false,
		"SELECT x FROM a WHERE s = 'k' AND s > 'k' UNION ALL SELECT x FROM b WHERE x < 20":                   true,
		"SELECT x FROM b WHERE x < x":                                                                        true,
		"SELECT z FROM b WHERE z IS NULL":                                                                    true,
		"SELECT x FROM b WHERE x <= x":                                                                       false,
		"SELECT * FROM a JOIN b ON a.x = b.z AND b.z <> a.x":                                                 true,
		"SELECT * FROM a JOIN b ON a.x = b.z WHERE EXISTS (SELECT 1 FROM b c WHERE c.z < a.x AND c.z > b.z)": true,
		"SELECT * FROM a c JOIN a d ON c.y < d.y JOIN a e ON d.y <= e.y WHERE e.y <= c.y":                    true,
		"SELECT * FROM a c JOIN a d ON c.s <= d.s AND c.s >= d.s WHERE c.s <> d.s":                           true,
	} {
		text := flat(mustRun(t, s, "EXPLAIN "+query))
		if got := strings.Count(text, "FALSE") == strings.Count(text, "scan    a")+strings.Count(text, "scan    b"); got != nothing {
			t.Errorf("%s: that nothing is read is %v\n%s", query, got, text)
		}
	}
	for query, columns := range map[string]string{ // one side has no row: the other is all that is read
		"SELECT x FROM a WHERE s = 'k' AND s > 'k' UNION ALL SELECT x FROM b WHERE x < 21": "b",
		"SELECT x FROM a EXCEPT SELECT x FROM b WHERE z < 1":                               "a",
		"SELECT x FROM a UNION SELECT x FROM b WHERE z <> z":                               "a",
	} {
		text := flat(mustRun(t, s, "EXPLAIN "+query))
		if strings.Count(text, "scan ") > 2 || strings.Contains(text, "union") || !strings.Contains(text, " "+columns) || strings.Contains(text, "FALSE") {
			t.Errorf("%s: more than %s is read\n%s", query, columns, text)
		}
	}
}
