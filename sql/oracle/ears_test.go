package oracle

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
)

// earTables are seven tables with few rows of few values, repeated and NULL.
func earTables(r *rand.Rand) *database {
	db := &database{}
	for i := range 7 {
		t := &table{name: fmt.Sprintf("t%d", i), columns: []column{
			{typ: typ{kind: integer}, name: "a", declared: "INT", nullable: true, size: 4},
			{typ: typ{kind: integer}, name: "b", declared: "INT", nullable: true, size: 4},
			{typ: typ{kind: integer}, name: "c", declared: "INT", size: 3},
			{typ: typ{kind: double}, name: "f", declared: "DOUBLE", nullable: true, size: 64},
			{typ: typ{kind: text}, name: "s", declared: "VARCHAR(20)", nullable: true},
		}}
		maker{r}.fill(t, []int{0, 1, 4, 6, 9, 9, 9, 9}[r.IntN(8)])
		db.tables = append(db.tables, t)
	}
	return db
}

// earQuery is a query over tables that are joined as a chain, a star or a tree.
type earQuery struct {
	*rand.Rand
	tables int
}

func (q earQuery) column(of string) string {
	return fmt.Sprintf("t%d.%c", q.IntN(q.tables), of[q.IntN(len(of))])
}

// from gives joins and conditions.
func (q earQuery) from() string {
	shape, from, where := q.IntN(3), []string{"t0"}, []string{"1 = 1"}
	for i := 1; i < q.tables; i++ {
		to := []int{i - 1, 0, q.IntN(i)}[shape]
		on := fmt.Sprintf("t%d.%c = t%d.%c", to, "abc"[q.IntN(3)], i, "abc"[q.IntN(3)])
		switch {
		case q.IntN(12) == 0:
			from = append(from, fmt.Sprintf("LEFT JOIN t%d ON %s", i, on))
			continue
		case q.IntN(12) == 0:
			on += fmt.Sprintf(" AND t%d.b %s t%d.a", to, []string{"<", "<>", "="}[q.IntN(3)], i)
		}
		from = append(from, fmt.Sprintf("JOIN t%d ON %s", i, on))
	}
	for q.IntN(2) == 0 {
		where = append(where, fmt.Sprintf("%s %s %d", q.column("abc"), []string{"<", ">=", "<>"}[q.IntN(3)], q.IntN(4)))
	}
	if q.IntN(6) == 0 {
		where = append(where, fmt.Sprintf("%sEXISTS (SELECT 1 FROM t%d x WHERE x.a = %s)", []string{"", "NOT "}[q.IntN(2)], q.IntN(7), q.column("abc")))
	}
	return " FROM " + strings.Join(from, " ") + " WHERE " + strings.Join(where, " AND ")
}

// aggregate gives one of an expression.
func (q earQuery) aggregate() string {
	switch q.IntN(10) {
	case 0, 1:
		return "COUNT(*)"
	case 2:
		return fmt.Sprintf("SUM(%s * %s)", q.column("abc"), q.column("abc"))
	case 3:
		return fmt.Sprintf("SUM(%s + %s)", q.column("abc"), q.column("abc"))
	case 4:
		return fmt.Sprintf("SUM(CASE WHEN %s > 1 THEN %s ELSE 1 END)", q.column("abc"), q.column("c"))
	case 5:
		return fmt.Sprintf("COUNT(DISTINCT %s)", q.column("abcs"))
	case 6:
		return fmt.Sprintf("%s(%s)", []string{"MIN", "MAX"}[q.IntN(2)], q.column("abcfs"))
	}
	return fmt.Sprintf("%s(%s)", []string{"MIN", "MAX", "SUM", "COUNT", "AVG"}[q.IntN(5)], q.column("abcf"))
}

// text gives a query whose rows may come in any order.
func (q earQuery) text() string {
	switch q.IntN(10) {
	case 0:
		return fmt.Sprintf("SELECT DISTINCT %s, %s%s", q.column("abcs"), q.column("abc"), q.from())
	case 1:
		return fmt.Sprintf("SELECT x.a, x.b FROM t%d x WHERE EXISTS (SELECT 1%s AND %s = x.a)", q.IntN(7), q.from(), q.column("ab"))
	case 2:
		return fmt.Sprintf("SELECT x.a, x.b FROM t%d x WHERE x.b IN (SELECT %s%s)", q.IntN(7), q.column("abc"), q.from())
	}
	var list []string
	for range 1 + q.IntN(3) {
		list = append(list, q.aggregate())
	}
	from := q.from()
	if q.IntN(2) == 0 {
		key := q.column("abcs")
		from, list = from+" GROUP BY "+key, append(list, key)
	}
	if q.IntN(4) == 0 {
		f := []string{"COUNT", "MIN", "MAX", "SUM", "AVG"}[q.IntN(5)]
		from += fmt.Sprintf(" HAVING %s(%s) > %d", f, q.column("abc"), q.IntN(5))
	}
	return "SELECT " + strings.Join(list, ", ") + from
}

// openGrouping opens a folder where sides of joins are grouped wherever they can be.
func openGrouping(ctx context.Context, dir string) (*engine, error) {
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		return nil, err
	}
	e, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend, GroupSides: true})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	return &engine{e, backend}, nil
}

// TestJoinsOfGroupsEqualSQLite compares aggregates of joins whose sides are grouped before,
// wherever they can be, and where that is expected to cost less.
func TestJoinsOfGroupsEqualSQLite(t *testing.T) {
	t.Parallel()
	for i := range *seeds {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 99))
		db := earTables(r)
		l, err := openLite(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		forced, err := openGrouping(t.Context(), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		engines := []*engine{forced.with(t, db), loaded(t, db)}
		for range *queries {
			text := earQuery{r, 3 + r.IntN(5)}.text()
			for _, e := range engines {
				sameRows(t, e, l, text)
			}
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
