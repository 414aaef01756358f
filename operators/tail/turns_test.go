package tail

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"gsdms/operators"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// asked are turns that count what is asked of them.
type asked struct{ held, taken, paused atomic.Int64 }

func (a *asked) Take()  { a.held.Add(1); a.taken.Add(1) }
func (a *asked) Leave() { a.held.Add(-1) }
func (a *asked) Pause() { a.paused.Add(1) }

// Operators over many rows take turns, look often whether these are over, and give them back;
// over few rows nobody waits for one.
func TestOperatorsTakeTurns(t *testing.T) {
	for n, takes := range map[int]bool{briefRows: false, 20 * team.ChunkRows: true} {
		rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n)}}}
		for i := range n {
			rows.Columns[0].Ints[i] = int64(i * 7919 % n)
		}
		a := &asked{}
		ops := []plan.Operator{plan.Sort{Keys: []plan.SortKey{{Slot: 0}}}}
		if _, err := Run(operators.WithTurns(t.Context(), a), ops, rows, Options{Threads: 2}); err != nil {
			t.Fatal(err)
		}
		if a.held.Load() != 0 || (a.taken.Load() > 0) != takes || takes && a.paused.Load() < 20 {
			t.Errorf("%d rows: %d turns taken, %d kept, %d looks", n, a.taken.Load(), a.held.Load(), a.paused.Load())
		}
	}
}

// looked is a context that counts who looks whether it is done.
type looked struct {
	context.Context
	times atomic.Int64
}

func (l *looked) Err() error {
	l.times.Add(1)
	return l.Context.Err()
}

// Who puts few long texts together looks as often whether that is to end as the texts are long.
func TestFewLongTextsAreLookedBetween(t *testing.T) {
	const texts = 20
	for _, distinct := range []bool{false, true} {
		rows := &plan.Rows{Len: texts, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.String}, Texts: make([]string, texts)}}}
		for i := range texts {
			rows.Columns[0].Texts[i] = string(rune('a'+i)) + strings.Repeat("x", passedAtOnce)
		}
		agg, err := typing.NewGathered(plan.GroupConcat, []plan.Expr{groupSlot(rows, 0)}, plan.Gathered{Distinct: distinct, Option: value.OfString(",")})
		if err != nil {
			t.Fatal(err)
		}
		ctx := &looked{Context: t.Context()}
		got, err := Run(ctx, []plan.Operator{plan.Group{Aggs: []plan.Agg{agg}}}, rows, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got.Columns[0].Value(0).Text != strings.Join(rows.Columns[0].Texts, ",") {
			t.Errorf("distinct %t: another text of %d bytes", distinct, len(got.Columns[0].Value(0).Text))
		}
		if ctx.times.Load() < texts-1 {
			t.Errorf("distinct %t: %d looks at %d texts", distinct, ctx.times.Load(), texts)
		}
	}
}
