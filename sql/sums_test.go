package sql

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// sumRow is a row of two numbers, nil for NULL, and hundredths.
type sumRow struct {
	x, y *int64
	d    int64
}

func (r sumRow) values(id int) string {
	n := func(v *int64) string {
		if v == nil {
			return "NULL"
		}
		return fmt.Sprint(*v)
	}
	return fmt.Sprintf("(%d, %s, %s, %d.%02d, DATE '2024-01-01' + INTERVAL %d DAY)", id, n(r.x), n(r.y), r.d/100, r.d%100, r.d)
}

func sumRows(r *rand.Rand) (rows []sumRow, values string) {
	number := func() *int64 {
		n := r.Int64N(21) - 10
		if r.IntN(6) == 0 {
			return nil
		}
		return &n
	}
	var all []string
	for i := range 40 {
		rows = append(rows, sumRow{number(), number(), r.Int64N(400)})
		all = append(all, rows[i].values(i))
	}
	return rows, strings.Join(all, ", ")
}

// known reports whether no number is NULL.
func known(numbers ...*int64) bool { return !slices.Contains(numbers, nil) }

// sumCase is a condition and what it says of two rows; nil: the one of three parts.
type sumCase struct {
	on string
	is func(a, b sumRow) bool
}

func sumCases() []sumCase {
	return []sumCase{
		{"a.x + b.x = 3", func(a, b sumRow) bool { return known(a.x, b.x) && *a.x+*b.x == 3 }},
		{"a.x - b.y = 2", func(a, b sumRow) bool { return known(a.x, b.y) && *a.x-*b.y == 2 }},
		{"4 = -a.x - b.y + a.y", func(a, b sumRow) bool { return known(a.x, b.y, a.y) && -*a.x-*b.y+*a.y == 4 }},
		{"a.x + b.x = a.y - b.y", func(a, b sumRow) bool {
			return known(a.x, b.x, a.y, b.y) && *a.x+*b.x == *a.y-*b.y
		}},
		{"a.d + b.d = 2.5", func(a, b sumRow) bool { return a.d+b.d == 250 }},
		{"a.d - b.x = 1.25", func(a, b sumRow) bool { return known(b.x) && a.d-100**b.x == 125 }},
		{"a.x * b.x + a.y = b.y", func(a, b sumRow) bool {
			return known(a.x, b.x, a.y, b.y) && *a.x**b.x+*a.y == *b.y
		}},
		{"2 * a.x + b.x = a.x + 1", func(a, b sumRow) bool { return known(a.x, b.x) && 2**a.x+*b.x == *a.x+1 }},
		{"DATEDIFF(a.at, b.at) = 7", func(a, b sumRow) bool { return a.d-b.d == 7 }},
		{"DATEDIFF(a.at, b.at) + b.x = 7", func(a, b sumRow) bool { return known(b.x) && a.d-b.d+*b.x == 7 }},
		{"a.x + b.x = 3 AND a.id < b.id + 5 AND a.y + b.y = 1", nil},
	}
}

// Joins by equalities of sums have the pairs for which the sums are equal: of whole numbers and
// decimals, with NULLs, of every kind of join, and of three tables.
func TestJoinsBySums(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 64}).NewSession()
	as, a := sumRows(r)
	bs, b := sumRows(r)
	for _, name := range []string{"a", "b"} {
		mustRun(t, s, "CREATE TABLE "+name+" (id INT, x INT, y BIGINT, d DECIMAL(6,2), at DATE); INSERT INTO "+name+" VALUES "+map[string]string{"a": a, "b": b}[name])
	}
	for _, c := range sumCases() {
		pairs, with := 0, 0
		for i, x := range as {
			any := false
			for k, y := range bs {
				is := c.is
				if is == nil {
					is = func(a, b sumRow) bool {
						return known(a.x, b.x, a.y, b.y) && *a.x+*b.x == 3 && i < k+5 && *a.y+*b.y == 1
					}
				}
				if is(x, y) {
					pairs, any = pairs+1, true
				}
			}
			if any {
				with++
			}
		}
		checkFact(t, s, [2]string{"COUNT(*) FROM a JOIN b ON " + c.on, fmt.Sprint(pairs)})
		checkFact(t, s, [2]string{"COUNT(*), COUNT(b.id) FROM a LEFT JOIN b ON " + c.on, fmt.Sprint(pairs+len(as)-with, "\t", pairs)})
		checkFact(t, s, [2]string{"COUNT(*) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE " + c.on + ")", fmt.Sprint(with)})
		checkFact(t, s, [2]string{"COUNT(*) FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE " + c.on + ")", fmt.Sprint(len(as) - with)})
	}
	three := 0
	for _, x := range as {
		for _, y := range bs {
			for _, z := range bs {
				if known(x.x, y.x, z.y) && *x.x+*y.x+*z.y == 9 {
					three++
				}
			}
		}
	}
	checkFact(t, s, [2]string{"COUNT(*) FROM a, b, b c WHERE a.x + b.x + c.y = 9", fmt.Sprint(three)})
	explained := mustRun(t, s, "EXPLAIN SELECT COUNT(*) FROM a JOIN b ON a.x + b.x = 3")
	for i := range explained.Rows.Len {
		if line, _ := explained.Text(i, 0); strings.Contains(line, "cross") {
			t.Errorf("a join by a sum has a line %q", line)
		}
	}
}

// A count that leaves its range is named as it was written, and found in the text, though the
// counts of the tables are multiplied before they are added up.
func TestCountOutOfRange(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, `CREATE TABLE t AS WITH d AS (SELECT 0 AS i UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5
		UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) SELECT a.i + 10 * b.i + 100 * c.i + 1000 * e.i AS n, 1 AS g FROM d a, d b, d c, d e`)
	const from = " FROM t a JOIN t b ON a.g = b.g JOIN t c ON b.g = c.g JOIN t d ON c.g = d.g" // 10^16 rows
	if got := flat(mustRun(t, s, "SELECT COUNT(*), COUNT(a.n)"+from)); got != "10000000000000000|10000000000000000" {
		t.Errorf("four tables: %s", got)
	}
	for _, count := range []string{"COUNT(*)", "COUNT(a.n)"} {
		_, err := s.Query(t.Context(), "SELECT 1 AS x, "+count+from+" JOIN t e ON d.g = e.g GROUP BY a.g")
		var e *parse.Error
		if !errors.As(err, &e) || e.Code != 1690 || e.Message != "BIGINT value is out of range in '"+count+"'" || e.Column != 16 {
			t.Errorf("%s of five tables: %+v", count, e)
		}
	}
}

// What is out of range and reads no column is said where it stands, however it is made of others.
func TestSumOfConstantsOutOfRange(t *testing.T) {
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE t (a DECIMAL(40,0)); INSERT INTO t VALUES (1)")
	for _, text := range []string{"SELECT SUM(-COT(0)) FROM t", "SELECT SUM(-(1 - COT(0))), SUM(a) FROM t", "SELECT SUM(-POW(9, 999)) FROM t GROUP BY a"} {
		if _, err := s.Query(t.Context(), text); err == nil || parse.AsError("", err).Code != 1690 {
			t.Errorf("%s: %v", text, err)
		}
	}
}
