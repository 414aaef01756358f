package tail

import (
	"sync/atomic"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// asked are turns that count what is asked of them.
type asked struct{ held, taken, paused atomic.Int64 }

func (a *asked) Take()  { a.held.Add(1); a.taken.Add(1) }
func (a *asked) Leave() { a.held.Add(-1) }
func (a *asked) Pause() { a.paused.Add(1) }

// Operators over many rows take turns, look often whether these are over, and give them back;
// over few rows nobody waits for one.
func TestOperatorsTakeTurns(t *testing.T) {
	for n, takes := range map[int]bool{briefRows: false, 20 * chunkRows: true} {
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
