package tail

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// everything is a list of operators that has all of them in it.
func everything(t *testing.T, rows *plan.Rows) []plan.Operator {
	t.Helper()
	sum, err := typing.Build(plan.Mul, slotOf(rows, 0), slotOf(rows, 2))
	must(t, err)
	upper, err := typing.Build("UPPER", slotOf(rows, 7))
	must(t, err)
	pred, err := typing.Build(plan.Gt, slotOf(rows, 0), plan.Literal(value.OfInt(-80)))
	must(t, err)
	exprs := []plan.Expr{sum, upper}
	for i := range rows.Columns {
		exprs = append(exprs, slotOf(rows, i))
	}
	projected := func(i int) plan.Slot { return plan.Slot{Index: i + 2, Of: rows.Columns[i].Type, CanBeNil: true} }
	order := []plan.WindowOrder{{Slot: projected(4)}, {Slot: projected(8), Desc: true}}
	var w plan.Window
	for _, name := range []plan.WindowName{plan.RowNumber, plan.WindowSum, plan.WindowMax} {
		var args []plan.Expr
		if name != plan.RowNumber {
			args = []plan.Expr{projected(5)}
		}
		f, err := window.New(name, args, plan.Over{Order: order})
		must(t, err)
		w.Funcs = append(w.Funcs, f)
	}
	return []plan.Operator{plan.Filter{Pred: pred}, plan.Project{Exprs: exprs}, w, plan.Distinct{},
		plan.Sort{Keys: []plan.SortKey{{Slot: 10}, {Slot: 3, Desc: true}}}, plan.Limit{Offset: 3, Count: 9000}}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestThreadsDoNotChangeAnswers(t *testing.T) {
	rows := mixedRows(rand.New(rand.NewPCG(31, 32)), 4*team.ChunkRows+77, true)
	var want string
	for threads := 1; threads <= 5; threads++ {
		got, err := Run(t.Context(), everything(t, rows), rows, Options{Threads: threads})
		must(t, err)
		if text := fmt.Sprint(cellsOf(got)); want == "" {
			want = text
		} else if text != want {
			t.Fatalf("%d threads give other rows than one", threads)
		}
	}
}

// What is charged and not given back is what the result holds; after an error it is
// nothing, wherever the limit is met.
func TestMemoryIsGivenBack(t *testing.T) {
	rows := mixedRows(rand.New(rand.NewPCG(33, 34)), 2*team.ChunkRows, true)
	var held, most int64
	count := func(limit int64) func(int64) error {
		held, most = 0, 0
		return func(bytes int64) error {
			if held+bytes > limit && bytes > 0 {
				return errors.New("too much")
			}
			held += bytes
			most = max(most, held)
			return nil
		}
	}
	ops := everything(t, rows)
	got, err := Run(t.Context(), ops, rows, Options{Charge: count(1 << 40)})
	must(t, err)
	if want := cell.OwnBytes(got, rows); held != want || most <= want {
		t.Errorf("%d bytes are held, at most %d were, and the result has %d", held, most, want)
	}
	for limit, all := int64(0), most; limit < all; limit += all / 23 {
		if _, err := Run(t.Context(), ops, rows, Options{Charge: count(limit)}); err == nil || held != 0 {
			t.Errorf("under %d bytes: error %v, and %d bytes are held", limit, err, held)
		}
	}
}

// A run stops with the context's cause, in whatever step that comes: the context ends after
// so many looks at it.
func TestRunsStopWithTheirContext(t *testing.T) {
	rows := mixedRows(rand.New(rand.NewPCG(35, 36)), 3*team.ChunkRows, true)
	cause := errors.New("somebody gave up")
	for looks := 1; ; looks += 1 + looks/4 {
		ctx, cancel := context.WithCancelCause(t.Context())
		counting := &countdown{Context: ctx, left: looks, cancel: func() { cancel(cause) }}
		_, err := Run(counting, everything(t, rows), rows, Options{Threads: 1})
		cancel(nil)
		if err == nil {
			if looks < 50 {
				t.Errorf("a run looked at its context only %d times", looks)
			}
			return
		}
		if !errors.Is(err, cause) {
			t.Fatalf("after %d looks: %v", looks, err)
		}
	}
}

// countdown is a context that ends after so many looks at it, by one goroutine.
type countdown struct {
	context.Context
	left   int
	cancel func()
}

func (c *countdown) Err() error {
	if c.left--; c.left == 0 {
		c.cancel()
	}
	return c.Context.Err()
}

func TestWrongOperatorsAreErrors(t *testing.T) {
	rows := mixedRows(rand.New(rand.NewPCG(37, 38)), 5, true)
	for _, c := range []struct {
		op   plan.Operator
		want string
	}{
		{plan.HashProbe{Table: 1}, "run HashProbe #1 on rows: the operator cannot run behind a pipeline"},
		{plan.Sort{Keys: []plan.SortKey{{Slot: 10}}}, "sort by #10: it is not among the 10 columns"},
		{plan.Project{Exprs: []plan.Expr{plan.Slot{Index: 11}}}, "compute #11: it is not among the 10 columns"},
		{plan.Filter{Pred: plan.Slot{Index: -1}}, "compute #-1: it is not among the 10 columns"},
	} {
		if _, err := Run(t.Context(), []plan.Operator{c.op}, rows, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", c.op, err)
		}
	}
}
