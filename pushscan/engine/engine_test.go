package engine

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/pushscan/relation"
)

const memory = 64 << 20

func open(t *testing.T) *Engine {
	t.Helper()
	b, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	e := New(b, Options{Memory: memory, QueryMemory: memory / 2, Scan: pushscan.Options{ChunkRows: 1024}})
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), b.Close()); err != nil {
			t.Error(err)
		}
	})
	return e
}

// numbers is a table of columns k = i modulo 10 and v = i times scale.
func numbers(t *testing.T, rows int, scale int64) *plan.Table {
	t.Helper()
	k, v := make([]int64, rows), make([]int64, rows)
	for i := range k {
		k[i], v[i] = int64(i%10), int64(i)*scale
	}
	of := plan.Type{Kind: plan.Int}
	table, err := relation.New(t.Context(), "numbers", []plan.Column{{Name: "k", Type: of}, {Name: "v", Type: of}},
		&plan.Rows{Len: rows, Columns: []plan.Vector{{Type: of, Ints: k}, {Type: of, Ints: v}}}, func(int64) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func must(t *testing.T, e plan.Expr, err error) plan.Expr {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// made adds the table of a step.
func made(n *network.Network, exprs ...plan.Expr) int {
	columns := make([]plan.Column, len(exprs))
	for i, e := range exprs {
		columns[i] = plan.Column{Name: e.String(), Type: e.Type(), Nullable: e.Nullable()}
	}
	n.Tables = append(n.Tables, &plan.TableRef{Alias: "step", Table: plan.Schema("step", columns...)})
	return len(n.Tables) - 1
}

// twice groups a table by k, adds up what compute makes of v, and joins the groups with
// themselves: three stages, the last of which needs the first.
func twice(t *testing.T, of *plan.Table, compute func(v plan.Expr) plan.Expr) *network.Network {
	t.Helper()
	n := &network.Network{Text: "twice", Tables: []*plan.TableRef{{Alias: "numbers", Table: of}}}
	sum, err := typing.NewAgg(plan.Sum, compute(n.Ref(0, 1)))
	if err != nil {
		t.Fatal(err)
	}
	groups := &network.Aggregate{In: &network.Scan{Table: 0}, Keys: []plan.Expr{n.Ref(0, 0)}, Aggs: []plan.Agg{sum}}
	groups.Table = made(n, n.Ref(0, 0), plan.Slot{Of: sum.Of, CanBeNil: true, Name: "sum"})
	side := func() *network.Project {
		p := &network.Project{In: groups, Exprs: []plan.Expr{n.Ref(groups.Table, 0), n.Ref(groups.Table, 1)}}
		p.Table = made(n, p.Exprs...)
		return p
	}
	l, r := side(), side()
	e, err := typing.Build(plan.Eq, n.Ref(l.Table, 0), n.Ref(r.Table, 0))
	on := must(t, e, err)
	e, err = typing.Build(plan.Add, n.Ref(l.Table, 1), n.Ref(r.Table, 1))
	both := must(t, e, err)
	out := &network.Project{In: &network.Filter{In: &network.Join{Left: l, Right: r}, Pred: on}, Exprs: []plan.Expr{n.Ref(l.Table, 0), both}}
	out.Table = made(n, out.Exprs...)
	n.Root = out
	for i := range out.Exprs {
		n.Result = append(n.Result, n.Ref(out.Table, i))
		n.Output = append(n.Output, plan.Output{Name: "c", Type: out.Exprs[i].Type()})
	}
	return n
}

func plain(v plan.Expr) plan.Expr { return v }

func start(t *testing.T, e *Engine, ctx context.Context, n *network.Network) *Started {
	t.Helper()
	q, err := e.Prepare(ctx, n)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Start(ctx, pushscan.Terms{}, q)
	if err != nil {
		t.Fatal(err)
	}
	return s[0]
}

func TestStagesReadWhatOthersLeave(t *testing.T) {
	e := open(t)
	r, err := start(t, e, t.Context(), twice(t, numbers(t, 5000, 1), plain)).Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows.Len != 10 {
		t.Fatalf("%d rows, want 10", r.Rows.Len)
	}
	for row := range r.Rows.Len {
		k, want := r.Rows.Columns[0].Value(row).Int, int64(0)
		for i := k; i < 5000; i += 10 {
			want += 2 * i
		}
		if got := r.Rows.Columns[1].Value(row); got.String() != value.OfInt(want).String() {
			t.Errorf("group %d has %s, want %d", k, got, want)
		}
	}
	if !e.Idle() {
		t.Error("memory is held after the query")
	}
}

// The error of a query is that of the stage that failed, never that of one that waited for
// it; others that run at the time are not touched.
func TestAFailingStageEndsItsQuery(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, ignore) }) // after the engine is closed
	e := open(t)
	good, bad := numbers(t, 5000, 1), numbers(t, 5000, math.MaxInt64/5000)
	squared := func(v plan.Expr) plan.Expr {
		x, err := typing.Build(plan.Mul, v, v)
		return must(t, x, err)
	}
	for range 100 {
		failing, fine := start(t, e, t.Context(), twice(t, bad, squared)), start(t, e, t.Context(), twice(t, good, plain))
		_, err := failing.Wait(t.Context())
		if err == nil || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "out of range") {
			t.Fatalf("error %v, want one of the range", err)
		}
		if r, err := fine.Wait(t.Context()); err != nil || r.Rows.Len != 10 {
			t.Fatalf("the other query: %v", err)
		}
	}
	if !e.Idle() {
		t.Error("memory is held after the queries")
	}
}

// pairs counts the pairs of rows of two tables: more than anybody waits for.
func pairs(t *testing.T, of *plan.Table) *network.Network {
	t.Helper()
	n := &network.Network{Text: "pairs", Tables: []*plan.TableRef{{Alias: "a", Table: of}, {Alias: "b", Table: of}}}
	e, err := typing.Build(plan.Lt, n.Ref(0, 1), n.Ref(1, 1))
	less := must(t, e, err)
	count, err := typing.NewAgg(plan.Count, nil)
	if err != nil {
		t.Fatal(err)
	}
	join := &network.Join{Left: &network.Scan{Table: 0}, Right: &network.Scan{Table: 1}}
	agg := &network.Aggregate{In: &network.Filter{In: join, Pred: less}, Aggs: []plan.Agg{count}}
	agg.Table = made(n, plan.Slot{Of: count.Of, Name: "count"})
	out := &network.Project{In: &network.Distinct{In: agg}, Exprs: []plan.Expr{n.Ref(agg.Table, 0)}}
	out.Table = made(n, out.Exprs...)
	n.Root, n.Result = out, []plan.ColumnRef{n.Ref(out.Table, 0)}
	n.Output = []plan.Output{{Name: "c", Type: count.Of}}
	return n
}

func TestACancelledQueryEndsAndGivesItsMemoryBack(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, ignore) }) // after the engine is closed
	e := open(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	s := start(t, e, ctx, pairs(t, numbers(t, 1_000_000, 1)))
	given := errors.New("given up")
	time.AfterFunc(20*time.Millisecond, func() { cancel(given) })
	if _, err := s.Wait(ctx); !errors.Is(err, given) {
		t.Errorf("error %v, want %v", err, given)
	}
	<-s.Gone()
	if !e.Idle() {
		t.Error("memory is held after the query")
	}
	if r, err := start(t, e, t.Context(), twice(t, numbers(t, 100, 1), plain)).Wait(t.Context()); err != nil || r.Rows.Len != 10 {
		t.Errorf("the next query: %v", err)
	}
}

// A query waits for its share of the memory; one that stops waiting has not been started.
func TestAQueryWaitsForMemory(t *testing.T) {
	e := open(t)
	q, err := e.Prepare(t.Context(), twice(t, numbers(t, 100, 1), plain))
	if err != nil {
		t.Fatal(err)
	}
	release, err := e.memory.take(t.Context(), memory)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.memory.freeLittle.Acquire(t.Context(), memory/littlePart); err != nil { // it asks for little
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := e.Start(ctx, pushscan.Terms{}, q); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the deadline", err)
	}
	if e.Idle() {
		t.Error("the engine is idle while a share is held")
	}
	release()
	e.memory.freeLittle.Release(memory / littlePart)
	s, err := e.Start(t.Context(), pushscan.Terms{}, q)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s[0].Wait(t.Context()); err != nil || !e.Idle() {
		t.Errorf("error %v, idle %v", err, e.Idle())
	}
}
