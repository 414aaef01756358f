package cuda

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
	"gsdms/operators"
	"gsdms/plan"
)

// Of runs that are opened together all are there or, where memory ends, none.
func TestOpenAllOrNone(t *testing.T) {
	d := &cudatest.Idle{}
	b := idleBackend(t, d)
	programs := []*operators.Program{cudatest.Star(1, 2), cudatest.Hashed(), cudatest.Star(3, 4), cudatest.Hashed()} // hash groups take an arena each
	for fail := range 4 {
		d.Calls, d.Limit = 0, fail+1
		if _, err := b.OpenAll(t.Context(), 1<<30, programs...); !errors.Is(err, device.ErrNoMemory) {
			t.Fatalf("allocation %d: error %v", fail, err)
		}
		if left := squeezed(t, b, d); left != 0 || b.users.Load() != 0 {
			t.Errorf("allocation %d: %d bytes are left, %d runs", fail, left, b.users.Load())
		}
	}
	d.Limit = 0
	runs, err := b.OpenAll(t.Context(), 1<<30, programs...)
	if err != nil || len(runs) != len(programs) {
		t.Fatalf("%d runs, error %v", len(runs), err)
	}
	for _, r := range runs {
		r.Close()
	}
}

// What is locked for runs that could not be opened is given back: had each of these left half
// a MiB locked, there would be no end of it.
func TestFailedRunsLeaveNothingLocked(t *testing.T) {
	d := &cudatest.Idle{}
	b := idleBackend(t, d)
	large := cudatest.Star(5, 6)
	g := *large.Sink.(*operators.Groups)
	g.Size, g.Keys = 60_000, []operators.Key{{Reg: 1, Size: 60_000}}
	large.Sink = &g
	locked := d.Pins
	for n := range 24 {
		squeezed(t, b, d)
		d.Calls, d.Limit = 0, 1+n%2 // the accumulators of large, or those behind them
		if _, err := b.OpenAll(t.Context(), 1<<30, large, cudatest.Hashed()); !errors.Is(err, device.ErrNoMemory) {
			t.Fatal(err)
		}
	}
	if d.Pins != locked+1 {
		t.Errorf("%d slabs are locked, want one", d.Pins-locked)
	}
}

// Accumulators are cleared before the first launch of their run and at no later one, those
// that are copied back and those that are not.
func TestBegin(t *testing.T) {
	b, words := idleBackend(t, &cudatest.Idle{}), []int64{40, 2, 33}
	states, err := b.memory.States(words)
	if err != nil || len(states) != 3 {
		t.Fatalf("%d states, %v", len(states), err)
	}
	var runs []*run
	for _, s := range states {
		runs = append(runs, &run{state: s})
	}
	states[2].Shadow = nil
	for _, c := range []struct {
		runs  []*run
		clear []byte // what is left of nines in each run
	}{{runs[:1], []byte{0, 9, 9}}, {runs, []byte{9, 0, 0}}, {runs, []byte{9, 9, 9}}} {
		q := &cudatest.FlatQueue{At: states[0].At, Data: slices.Repeat([]byte{9}, 2000)}
		if err := begin(q, c.runs); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.clear {
			from := states[i].At - states[0].At
			if got := q.Data[from:][:8*words[i]]; slices.ContainsFunc(got, func(b byte) bool { return b != want }) {
				t.Errorf("of %d runs, run %d is %v, want all %d", len(c.runs), i, got, want)
			}
		}
	}
}

// Of a chain of stages that are launched by themselves the first clears the run, though only
// the last copies it.
func TestStagesClearTheirRun(t *testing.T) {
	var cleared []device.Ptr
	b := idleBackend(t, &cudatest.Idle{Queue: clears{at: &cleared}})
	runs, err := b.OpenAll(t.Context(), 1<<30, cudatest.Star(10, 60))
	if err != nil {
		t.Fatal(err)
	}
	kernels, err := b.Stages(t.Context(), runs[0])
	if err != nil {
		t.Fatal(err)
	}
	first := kernels[0].(*kernel)
	if err := begin(first.queue, first.runs); err != nil {
		t.Fatal(err)
	}
	if r := runs[0].(*run); !slices.Contains(cleared, r.state.At) {
		t.Errorf("cleared %v, not %d", cleared, r.state.At)
	}
	for _, k := range kernels {
		k.Close()
	}
	runs[0].Close()
}

// clears notes what is cleared.
type clears struct {
	cudatest.IdleQueue
	at *[]device.Ptr
}

func (q clears) Clear(at device.Ptr, _ int64) error {
	*q.at = append(*q.at, at)
	return nil
}

// A kernel numbers the rows of a chunk with few bits: one with more rows is refused.
func TestLoadRefusesTooManyRows(t *testing.T) {
	b := idleBackend(t, &cudatest.Idle{})
	if _, err := b.Load(t.Context(), operators.ChunkRef{Table: &plan.Table{Name: "t"}, Rows: mostRows + 1}, operators.Columns{}); err == nil || !strings.Contains(err.Error(), "table t") {
		t.Errorf("error %v", err)
	}
}

// squeezed has everything given back that nobody holds, as when memory ends, and gives the
// bytes that are left on the device.
func squeezed(t *testing.T, b *Backend, d *cudatest.Idle) int64 {
	t.Helper()
	limit := d.Limit
	d.Limit = 1
	if _, err := b.memory.Alloc(1 << 40); !errors.Is(err, device.ErrNoMemory) {
		t.Fatalf("error %v", err)
	}
	d.Limit = limit
	return d.InUse()
}
