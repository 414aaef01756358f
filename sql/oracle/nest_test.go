package oracle

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gsdms/sql/result"
)

var (
	nested    = flag.Int("nested", 600, "how many queries with queries in them")
	nestDepth = flag.Int("nest-depth", 2, "how deep they go")
)

// nestedCase is a query and its right answer.
type nestedCase struct {
	selection
	want []string
}

// nestedRun is one database in both systems.
type nestedRun struct {
	t       *testing.T
	db      *database
	lite    *lite
	ours    *engine
	set     setting
	reasons map[string]int
	outcome
}

// TestNestedQueriesEqualSQLite compares queries with derived tables, WITH, subqueries, set
// operations and joins of all kinds: each alone and among others, every database under
// another setting.
func TestNestedQueriesEqualSQLite(t *testing.T) {
	t.Parallel()
	const each = 40
	var all outcome
	reasons := map[string]int{}
	for i := 0; all.compared < *nested && i < 3**nested/each+3; i++ {
		s := *seed + 20000 + uint64(i)
		if *only >= 0 {
			s, i = *seed, *nested
		}
		r := openNested(t, s, reasons)
		r.compareAll(s, each)
		r.close()
		all.compared, all.empty = all.compared+r.compared, all.empty+r.empty
		all.refused, all.unlike = all.refused+r.refused, all.unlike+r.unlike
	}
	t.Logf("%d queries compared (%d with no rows), %d not supported, %d that SQLite cannot run", all.compared, all.empty, all.refused, all.unlike)
	for reason, n := range reasons {
		t.Logf("%d times: %s", n, reason)
	}
	if *only < 0 && (all.compared < *nested || all.refused > all.compared/4 || all.empty > all.compared/2) {
		t.Errorf("too few of the queries say anything: %+v", all)
	}
}

func openNested(t *testing.T, s uint64, reasons map[string]int) *nestedRun {
	t.Helper()
	r := &nestedRun{t: t, db: nestDatabase(rand.New(rand.NewPCG(s, 0))), set: settings()[s%uint64(len(settings()))], reasons: reasons}
	var err error
	if r.lite, err = openLite(t.Context(), r.db); err != nil {
		t.Fatal(err)
	}
	if r.ours, err = openEngine(t.Context(), t.TempDir(), r.set); err != nil {
		t.Fatal(err)
	}
	if err := r.ours.load(t.Context(), r.db); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *nestedRun) close() {
	if err := r.ours.Close(); err != nil {
		r.t.Error(err)
	}
	if err := r.lite.Close(); err != nil {
		r.t.Error(err)
	}
}

// compareAll asks queries alone, and then twenty at once.
func (r *nestedRun) compareAll(seed uint64, queries int) {
	var right []nestedCase
	for n := range queries {
		if *only >= 0 && n != *only {
			continue
		}
		c, err := r.next(seed, n)
		if err != nil {
			r.unlike++
			r.reasons["SQLite: "+err.Error()]++
			continue
		}
		if r.one(c, fmt.Sprintf("-seed %d -only %d", seed, n)) {
			right = append(right, c)
		}
	}
	for some := range slices.Chunk(right, 20) {
		texts := make([]string, len(some))
		for i, c := range some {
			texts[i] = c.my
		}
		for i, a := range r.ours.NewSession().Together(r.t.Context(), texts) {
			if err := some[i].check(a.Result, a.Err); err != nil {
				r.t.Errorf("seed %d, among others, %v: %v\n%s", seed, r.set, err, some[i].my)
			}
		}
	}
}

// next makes query n; one without rows is passed over most of the time.
func (r *nestedRun) next(seed uint64, n int) (nestedCase, error) {
	for try := uint64(0); ; try++ {
		dice := rand.New(rand.NewPCG(seed, uint64(n)<<16|try))
		c := nestedCase{selection: newNest(dice, r.db).statement(*nestDepth)}
		ctx, cancel := context.WithTimeout(r.t.Context(), 2*time.Second)
		rows, err := r.lite.rows(ctx, c.lite, c.fields)
		cancel()
		if err != nil || len(rows) > 0 || dice.IntN(4) == 0 {
			c.want = rows
			return c, err
		}
	}
}

// one reports whether a query is right.
func (r *nestedRun) one(c nestedCase, flags string) bool {
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	got, err := r.ours.NewSession().Query(ctx, c.my)
	if refused(err) {
		r.refused++
		r.reasons[strings.SplitN(err.Error(), "\n", 2)[0]]++
		return false
	}
	r.compared++
	if len(c.want) == 0 {
		r.empty++
	}
	if err := c.check(got, err); err != nil {
		r.t.Errorf("%v\nrepeat: go test -run Nested %s\n%s\nSQLite: %s", err, flags, c.my, c.lite)
		return false
	}
	return true
}

func (c nestedCase) check(r *result.Set, err error) error {
	if err != nil {
		return err
	}
	got, err := rowsFrom(r, c.fields)
	if err != nil {
		return err
	}
	want := c.want
	if !c.total {
		got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	}
	if len(got) != len(want) {
		return fmt.Errorf("%d rows, want %d:\n%.400s\nwant\n%.400s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("row %d of %d is %s, want %s", i+1, len(got), got[i], want[i])
		}
	}
	return nil
}

// rowsFrom writes rows as text.
func rowsFrom(r *result.Set, fields []field) ([]string, error) {
	if len(r.Columns) != len(fields) {
		return nil, fmt.Errorf("%d columns, want %d", len(r.Columns), len(fields))
	}
	out := make([]string, r.Rows.Len)
	for i := range out {
		cells := make([]string, len(fields))
		for c, f := range fields {
			cell, err := cellFrom(r, i, c, f.typ)
			if err != nil {
				return nil, err
			}
			cells[c] = cell.String()
		}
		out[i] = strings.Join(cells, "|")
	}
	return out, nil
}

// rows runs a query and writes its rows as text.
func (l *lite) rows(ctx context.Context, text string, fields []field) ([]string, error) {
	rows, err := l.db.QueryContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		values, places := make([]any, len(fields)), make([]any, len(fields))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		cells := make([]string, len(fields))
		for i, v := range values {
			c, err := cellOf(v, fields[i].typ)
			if err != nil {
				return nil, err
			}
			cells[i] = c.String()
		}
		out = append(out, strings.Join(cells, "|"))
	}
	return out, rows.Err()
}
