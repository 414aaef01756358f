package oracle

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	seeds   = flag.Int("databases", 50, "how many random databases")
	queries = flag.Int("queries", 60, "random queries of each")
	seed    = flag.Uint64("seed", 1, "of the first database; the next has the next")
	only    = flag.Int("only", -1, "the number of the one query to run")
)

// outcome counts what became of the queries.
type outcome struct{ compared, empty, refused, unlike int }

// run is one database in both systems.
type run struct {
	t    *testing.T
	db   *database
	lite *lite
	ours *engine
	outcome
	reasons map[string]int // of refusals
}

// TestAnswersEqualSQLite compares random queries over random databases. A failure
// prints the flags that repeat it, and the query made smaller.
func TestAnswersEqualSQLite(t *testing.T) {
	t.Parallel()
	var all outcome
	reasons := map[string]int{}
	for i := range *seeds {
		r := newRun(t, *seed+uint64(i))
		r.reasons = reasons
		r.compare(*seed + uint64(i))
		all.compared += r.compared
		all.empty += r.empty
		all.refused += r.refused
		all.unlike += r.unlike
	}
	t.Logf("%d queries compared (%d with no rows), %d not supported, %d that SQLite cannot run", all.compared, all.empty, all.refused, all.unlike)
	for reason, n := range reasons {
		t.Logf("not supported, %d times: %s", n, reason)
	}
	if *only < 0 && (all.refused > all.compared/50 || all.unlike > all.compared/50 || all.empty > all.compared/2) {
		t.Errorf("too few of the queries say anything: %+v", all)
	}
}

func newRun(t *testing.T, seed uint64) *run {
	t.Helper()
	r := &run{t: t, db: newDatabase(rand.New(rand.NewPCG(seed, 0)), 3000)}
	var err error
	if r.lite, err = openLite(t.Context(), r.db); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.lite.Close() })
	r.ours = loaded(t, r.db)
	return r
}

// loaded is an engine with the database in it.
func loaded(t *testing.T, db *database) *engine {
	t.Helper()
	e, err := openEngine(t.Context(), t.TempDir(), setting{})
	if err != nil {
		t.Fatal(err)
	}
	return e.with(t, db)
}

// with loads the database; the test closes the engine at its end.
func (e *engine) with(t *testing.T, db *database) *engine {
	t.Helper()
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := e.load(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return e
}

func (r *run) compare(seed uint64) {
	for n := range *queries {
		q, want, err := r.next(seed, n)
		if err != nil {
			r.unlike++
			continue
		}
		if *only >= 0 && n != *only {
			continue
		}
		r.one(q, want, fmt.Sprintf("-seed %d -databases 1 -only %d", seed, n))
	}
}

// next makes query n. One whose answer is empty is passed over three times of four.
func (r *run) next(seed uint64, n int) (*query, answer, error) {
	dice := rand.New(rand.NewPCG(seed, uint64(n)+1))
	for {
		q := newQuery(dice, r.db)
		want, err := r.lite.answer(r.t.Context(), q)
		if err != nil || len(want) > 0 || dice.IntN(4) == 0 {
			return q, want, err
		}
	}
}

func (r *run) one(q *query, want answer, flags string) {
	got, err := r.ours.answer(r.t.Context(), q)
	if refused(err) {
		r.refused++
		r.reasons[strings.SplitN(err.Error(), "\n", 2)[0]]++
		return
	}
	r.compared++
	if len(want) == 0 {
		r.empty++
	}
	if err == nil {
		err = difference(q, got, want)
	}
	if err == nil {
		return
	}
	r.t.Errorf("%v\nrepeat: go test -run SQLite %s\n%s", err, flags, q.mysql())
	r.explain(q)
}

// explain prints the failing query without what it fails without.
func (r *run) explain(q *query) {
	small := shrunk(q, func(c *query) bool { return fault(r.t.Context(), r.lite, r.ours, c) != nil })
	db := r.db
	if fault(r.t.Context(), r.lite, r.ours, small) != nil {
		db = r.fewerRows(small)
	}
	text := small.mysql() + "\nSQLite: " + small.sqlite()
	for _, t := range db.tables {
		if len(t.rows) <= 12 && strings.Contains(small.mysql(), t.name+" AS") {
			text += "\n" + t.create() + ";\n" + t.insert()
		}
	}
	want, _ := r.lite.answer(r.t.Context(), small)
	r.t.Logf("smaller: %v\n%s\n%d rows are right", fault(r.t.Context(), r.lite, r.ours, small), text, len(want))
}

// fault is how the engine's answer to a query is wrong; nil also for a query that
// either system cannot run.
func fault(ctx context.Context, l *lite, e *engine, q *query) error {
	want, err := l.answer(ctx, q)
	if err != nil {
		return nil
	}
	got, err := e.answer(ctx, q)
	if err == nil {
		return difference(q, got, want)
	}
	if refused(err) || strings.Contains(err.Error(), "105") || strings.Contains(err.Error(), "111") {
		return nil
	}
	return err
}

// fewerRows is the database with as few rows as the query fails on.
func (r *run) fewerRows(q *query) *database {
	db := r.db
	for tries, again := 0, true; again && tries < 150; {
		again = false
		for _, half := range halves(db) {
			if tries++; tries >= 150 {
				break
			}
			if r.failsOn(half, q) {
				db, again = half, true
				break
			}
		}
	}
	return db
}

func (r *run) failsOn(db *database, q *query) bool {
	c := *q
	c.from = nil
	for _, s := range q.from {
		for _, t := range db.tables {
			if t.name == s.table.name {
				s.table = t
			}
		}
		c.from = append(c.from, s)
	}
	l, err := openLite(r.t.Context(), db)
	if err != nil {
		return false
	}
	defer l.Close()
	e, err := openEngine(r.t.Context(), r.t.TempDir(), setting{})
	if err != nil {
		return false
	}
	defer e.Close()
	return e.load(r.t.Context(), db) == nil && fault(r.t.Context(), l, e, &c) != nil
}
