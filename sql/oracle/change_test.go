package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// change is a statement that changes rows, in both dialects.
type change struct{ mysql, sqlite string }

// newChange makes a DELETE or an UPDATE of a table of the database. Rows that others refer to
// stay, and keys are as they were.
func newChange(r *rand.Rand, db *database) (c change) {
	t := db.tables[r.IntN(len(db.tables))]
	g := grammar{r, leaves([]source{{table: t, alias: t.name}}, false)}
	where := []*expr{g.of(boolean, 2)}
	if r.IntN(3) > 0 { // few rows
		where = append(where, both(typ{kind: boolean}, 1, fmt.Sprintf("$0 %% %d = %d", 3+r.IntN(9), r.IntN(3)), g.of(integer, 0)))
	}
	own := ""
	for _, from := range db.tables {
		for _, column := range from.columns {
			if column.refers == t {
				own += fmt.Sprintf(" AND NOT EXISTS (SELECT 1 FROM %s AS r WHERE r.%s = %s.%s)", from.name, column.name, t.name, t.columns[0].name)
			}
		}
	}
	if set, ok := assignment(g, t); ok && r.IntN(2) == 0 {
		c.mysql, c.sqlite, own = "UPDATE "+t.name+" SET "+set.mysql, "UPDATE "+t.name+" SET "+set.sqlite, ""
	} else {
		c.mysql = "DELETE FROM " + t.name
		c.sqlite = c.mysql
	}
	c.mysql += conjunction(" WHERE ", where, toMySQL) + own
	c.sqlite += conjunction(" WHERE ", where, toSQLite) + own
	return c
}

// assignment gives a column that is no key a value of its type, or another row's that the
// foreign key refers to.
func assignment(g grammar, t *table) (set change, ok bool) {
	c := &t.columns[g.IntN(len(t.columns))]
	if t.keyed && c == &t.columns[0] {
		return set, false
	}
	var value *expr
	switch {
	case c.refers != nil && len(c.refers.rows) == 0:
		return set, false
	case c.refers != nil:
		value = both(typ{kind: integer}, 1, fmt.Sprintf("(SELECT MIN(r.%[2]s) FROM %[1]s AS r WHERE r.%[2]s >= %[3]d)", c.refers.name, c.refers.columns[0].name, g.IntN(60)))
	default:
		value = g.of(c.kind, 2)
	}
	if value.scale != c.scale {
		return set, false
	}
	set.mysql = c.name + " = " + value.in(toMySQL)
	set.sqlite = c.name + " = " + value.in(toSQLite)
	return set, true
}

// apply makes a change in both systems, and compares how many rows it is said to be.
func (r *run) apply(c change) {
	r.t.Helper()
	got, err := r.ours.NewSession().Query(r.t.Context(), c.mysql)
	if err != nil {
		if !refusedChange(err) {
			r.t.Fatalf("%v\n%s", err, c.mysql)
		}
		r.refused++
		return
	}
	done, err := r.lite.db.ExecContext(r.t.Context(), c.sqlite)
	if err != nil {
		r.t.Fatalf("SQLite: %v\n%s", err, c.sqlite)
	}
	if n, _ := done.RowsAffected(); n != max(got.Affected, got.Matched) {
		r.t.Fatalf("%d rows affected, SQLite says %d\n%s\nSQLite: %s", got.Affected, n, c.mysql, c.sqlite)
	}
}

// refusedChange reports whether a change is one that strict mode refuses, as SQLite does not.
func refusedChange(err error) bool {
	for _, code := range []string{"1690", "1235", "1048", "1264", "1292", "1366", "1406"} {
		if strings.Contains(err.Error(), "error "+code) {
			return true
		}
	}
	return false
}

// TestChangesEqualSQLite changes rows at random in both systems, and compares what random
// queries then see.
func TestChangesEqualSQLite(t *testing.T) {
	t.Parallel()
	var all outcome
	dead := 0
	for i := range *seeds {
		first := *seed + uint64(i)
		r := newRun(t, first)
		r.reasons = map[string]int{}
		dice := rand.New(rand.NewPCG(first, 1<<40))
		for n := range 6 {
			for range 1 + dice.IntN(3) {
				r.apply(newChange(dice, r.db))
			}
			for k := range 4 {
				q, want, err := r.next(first, 1000*n+k)
				if err == nil {
					r.one(q, want, fmt.Sprintf("-seed %d -databases 1", first))
				}
			}
			dead += r.dead()
			if t.Failed() {
				t.Fatalf("after changes of -seed %d", first)
			}
		}
		all.compared += r.compared
		all.refused += r.refused
	}
	t.Logf("%d queries compared, %d statements refused, %d dead rows seen", all.compared, all.refused, dead)
	if all.refused > all.compared/10 || dead == 0 {
		t.Errorf("too little is tried: %+v, %d dead rows", all, dead)
	}
}

// TestNestedAfterChanges asks queries with queries in them of tables with dead rows.
func TestNestedAfterChanges(t *testing.T) {
	t.Parallel()
	reasons := map[string]int{}
	compared, dead := 0, 0
	for i := range uint64(10) {
		s := *seed + 30000 + i
		r := openNested(t, s, reasons)
		dead += r.changed(s).dead()
		r.compareAll(s, 40)
		compared += r.compared
		r.close()
	}
	if compared < 200 || dead == 0 {
		t.Errorf("%d queries compared, %d dead rows", compared, dead)
	}
}

// changed makes some changes of the database.
func (r *nestedRun) changed(s uint64) *run {
	out := &run{t: r.t, db: r.db, lite: r.lite, ours: r.ours}
	dice := rand.New(rand.NewPCG(s, 1<<41))
	for range 6 {
		out.apply(newChange(dice, r.db))
	}
	return out
}

// TestStandInAfterChanges changes rows, and asks what is there then, on the kernels that a
// card would run.
func TestStandInAfterChanges(t *testing.T) {
	t.Parallel()
	s := *seed + 31000
	r := &run{t: t, db: newDatabase(rand.New(rand.NewPCG(s, 0)), 3000), reasons: map[string]int{}}
	var err error
	if r.lite, err = openLite(t.Context(), r.db); err != nil {
		t.Fatal(err)
	}
	defer r.lite.Close()
	if r.ours, err = openStandIn(t.Context(), t.TempDir(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	r.ours.with(t, r.db)
	dice := rand.New(rand.NewPCG(s, 1<<42))
	for range 4 {
		r.apply(newChange(dice, r.db))
	}
	for n := range 12 {
		if q, want, err := r.next(s, n); err == nil {
			r.one(q, want, "-run StandInAfterChanges")
		}
	}
	if r.compared == 0 || r.dead() == 0 {
		t.Errorf("%d queries compared, %d dead rows", r.compared, r.dead())
	}
}

// dead is how many rows of all tables are dead.
func (r *run) dead() (n int) {
	view := r.ours.Catalog().View()
	defer view.Close()
	for _, name := range view.Tables() {
		t, err := view.Table(name)
		if err != nil {
			r.t.Fatal(err)
		}
		n += t.Dead
	}
	return n
}
