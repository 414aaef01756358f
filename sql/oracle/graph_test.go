package oracle

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	gsdms "gsdms/sql"
)

// graphTables are two tables with few different values, repeated rows and many NULLs.
func graphTables(r *rand.Rand) *database {
	columns := func() []column {
		return []column{
			{typ: typ{kind: integer}, name: "id", declared: "INT", size: 1000},
			{typ: typ{kind: integer}, name: "a", declared: "INT", nullable: true, size: 4},
			{typ: typ{kind: integer}, name: "b", declared: "INT", nullable: true, size: 9},
			{typ: typ{kind: integer}, name: "c", declared: "INT", size: 3},
			{typ: typ{kind: double}, name: "f", declared: "DOUBLE", nullable: true, size: 64},
			{typ: typ{kind: text}, name: "s", declared: "VARCHAR(20)", nullable: true},
		}
	}
	t, u := &table{name: "t", columns: columns()}, &table{name: "u", columns: columns()}
	for _, one := range []*table{t, u} {
		maker{r}.fill(one, []int{0, 1, 5, 30, 80}[r.IntN(5)])
		for i, row := range one.rows {
			row[0] = value{number: int64(i)}
		}
	}
	return &database{[]*table{t, u}}
}

// graphQueries are templates: $k is a key, $n a number, $x any column, $d a digit, $o ASC or
// DESC; capitals are the same wherever they stand. Behind | stands what SQLite is asked where it spells it otherwise.
var graphQueries = map[string][]string{
	"windows": {
		"SELECT id, SUM($n) OVER (PARTITION BY $k ORDER BY $k $o, id) FROM t",
		"SELECT id, ROW_NUMBER() OVER w, RANK() OVER (w2), COUNT(*) OVER (PARTITION BY $k) FROM t WINDOW w AS (PARTITION BY $k ORDER BY $n, id), w2 AS (PARTITION BY $k ORDER BY $x $o)",
		"SELECT id, AVG($n) OVER (PARTITION BY $k), MIN($x) OVER (ORDER BY $n $o, id ROWS BETWEEN $d PRECEDING AND $d FOLLOWING) FROM t WHERE $n > $d",
		"SELECT $K k, SUM(SUM($n)) OVER (ORDER BY $K), COUNT(*) c, MAX(COUNT(*)) OVER () FROM t GROUP BY 1",
		"SELECT id, a + LAG(b, $d, $d) OVER (PARTITION BY c ORDER BY id $o) AS x FROM t ORDER BY x, id",
		"SELECT id FROM t ORDER BY ROW_NUMBER() OVER (PARTITION BY $k ORDER BY $x $o, id), id",
		"SELECT t.id, u.id, COUNT(u.b) OVER (PARTITION BY t.$k ORDER BY u.$n, t.id, u.id) FROM t LEFT JOIN u ON t.$K = u.$K",
		"SELECT * FROM (SELECT $k k, id, DENSE_RANK() OVER (PARTITION BY $k ORDER BY $n $o) r FROM t) x WHERE r <= $d",
		"SELECT DISTINCT $k, COUNT(*) OVER (PARTITION BY $k) FROM t",
		"SELECT id, (SELECT COUNT(*) FROM u WHERE u.c = t.c) + SUM(b) OVER (PARTITION BY a) FROM t",
		"SELECT id, SUM((SELECT COUNT(*) FROM u WHERE u.c = t.c)) OVER (PARTITION BY a ORDER BY id) FROM t",
		"SELECT id, EXISTS (SELECT * FROM (SELECT b, ROW_NUMBER() OVER (ORDER BY id) r FROM u WHERE u.a = t.a) x WHERE r = $d AND x.b > 0) FROM t",
		"SELECT id, EXISTS (SELECT * FROM (SELECT b, ROW_NUMBER() OVER (ORDER BY id) r FROM u WHERE u.a < t.a) x WHERE r = $d AND x.b > 0) FROM t",
		"SELECT $K k, SUM($n) s, RANK() OVER (ORDER BY SUM($N) $o), SUM($N) FROM t GROUP BY $K HAVING COUNT(*) > 1",
	},
	"limits": {
		"SELECT id, (SELECT b FROM u WHERE u.$K = t.$K ORDER BY u.id $o LIMIT 1) FROM t",
		"SELECT id, (SELECT b FROM u WHERE u.c < t.c ORDER BY u.$n $o, id LIMIT 1 OFFSET $d) FROM t",
		"SELECT id FROM t WHERE b IN (SELECT x.b FROM (SELECT b FROM u WHERE u.a = t.a ORDER BY id LIMIT $d) x)",
		"SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.c = t.c LIMIT 1 OFFSET $d)",
		"SELECT id, (SELECT COUNT(*) FROM u WHERE u.c = t.c GROUP BY u.a ORDER BY u.a $o LIMIT 1) FROM t",
		"SELECT id, (SELECT MAX(b) FROM (SELECT b FROM u WHERE u.c <= t.c ORDER BY id LIMIT $d) x) FROM t",
	},
}

// fillIn puts random columns and numbers in the places of a template.
func fillIn(r *rand.Rand, template string) string {
	choices := map[byte][]string{'k': {"a", "b", "c", "s"}, 'n': {"a", "b", "c", "f", "id"}, 'x': {"a", "b", "c", "f", "s"}, 'd': {"0", "1", "2", "3"}, 'o': {"ASC", "DESC"}}
	picked := map[byte]string{}
	for k, of := range choices {
		picked[k-'a'+'A'] = of[r.IntN(len(of))]
	}
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		if template[i] != '$' {
			b.WriteByte(template[i])
			continue
		}
		i++
		if of := choices[template[i]]; of != nil {
			b.WriteString(of[r.IntN(len(of))])
		} else {
			b.WriteString(picked[template[i]])
		}
	}
	return b.String()
}

// TestGraphsEqualSQLite compares queries made of templates, whose rows may come in any order.
func TestGraphsEqualSQLite(t *testing.T) {
	for name, templates := range graphQueries {
		t.Run(name, func(t *testing.T) {
			for turn := range max(3, *seeds/5) {
				r := rand.New(rand.NewPCG(*seed+uint64(turn), 99))
				db := graphTables(r)
				l, err := openLite(t.Context(), db)
				if err != nil {
					t.Fatal(err)
				}
				e := loaded(t, db)
				for _, template := range templates {
					for range max(1, *queries/20) {
						sameRows(t, e, l, fillIn(r, template))
					}
				}
				l.Close()
			}
		})
	}
}

func sameRows(t *testing.T, e *engine, l *lite, text string) {
	t.Helper()
	ours, theirs, ok := strings.Cut(text, "|")
	if !ok {
		theirs = ours
	}
	want, err := l.rows(t, theirs)
	if err != nil {
		t.Fatalf("SQLite: %s: %v", theirs, err)
	}
	r, err := e.NewSession().Query(t.Context(), ours)
	if err != nil {
		t.Errorf("%s: %v", ours, err)
		return
	}
	got := rowsFrom(r)
	slices.SortFunc(got, compareRows)
	slices.SortFunc(want, compareRows)
	if len(got) != len(want) {
		t.Errorf("%s: %d rows, SQLite has %d: %v and %v", ours, len(got), len(want), got, want)
		return
	}
	for i := range got {
		if compareRows(got[i], want[i]) != 0 {
			t.Errorf("%s: row %d of %d in order is %v, SQLite has %v", ours, i+1, len(got), got[i], want[i])
			return
		}
	}
}

// datum is a cell: a number, a text or NULL.
type datum struct {
	null   bool
	number float64
	text   string
}

// datumOf reads numbers to the four digits behind the point that an average has.
func datumOf(text string) datum {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return datum{text: text}
	}
	return datum{number: math.Round(f*1e3+1e-6) / 1e3}
}

func compareRows(a, b []datum) int {
	return slices.CompareFunc(a, b, func(x, y datum) int {
		switch {
		case x.null || y.null:
			return strings.Compare(fmt.Sprint(y.null), fmt.Sprint(x.null))
		case math.Abs(x.number-y.number) > 2e-3:
			return int(math.Copysign(1, x.number-y.number))
		}
		return strings.Compare(x.text, y.text)
	})
}

func rowsFrom(r *gsdms.Result) [][]datum {
	out := make([][]datum, r.Rows.Len)
	for i := range out {
		for c := range r.Columns {
			text, null := r.Text(i, c)
			d := datumOf(text)
			if null {
				d = datum{null: true}
			}
			out[i] = append(out[i], d)
		}
	}
	return out
}

// rows runs a text in SQLite.
func (l *lite) rows(t *testing.T, text string) ([][]datum, error) {
	rows, err := l.db.QueryContext(t.Context(), text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]datum
	for rows.Next() {
		cells, places := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range cells {
			places[i] = &cells[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]datum, len(cells))
		for i, c := range cells {
			if row[i] = datumOf(c.String); !c.Valid {
				row[i] = datum{null: true}
			}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
