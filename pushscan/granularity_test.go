package pushscan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// staged is a fake with two kernels for each run, and with costs.
type staged struct {
	fake
	bandwidth float64
	kernel    map[string]int64 // bytes of one kernel for the programs of these names, joined by +
	stages    map[string][]int64
	refused   error // of the kernels of the program of this name
}

func (s *staged) Device() optimizer.Device {
	d := s.fake.Device()
	d.Bandwidth = s.bandwidth
	return d
}

func (s *staged) Stages(ctx context.Context, r operators.Run) ([]operators.Kernel, error) {
	if s.refused != nil && r.Program().Name == "refused" {
		return nil, s.refused
	}
	first, _ := s.Prepare(ctx)
	last, err := s.Prepare(ctx, r)
	return []operators.Kernel{first, waiting{last}}, err
}

func (s *staged) KernelBytes(_ int64, programs ...*operators.Program) int64 {
	names := make([]string, len(programs))
	for i, p := range programs {
		names[i] = p.Name
	}
	return s.kernel[strings.Join(names, "+")]
}

func (s *staged) StageBytes(_ int64, p *operators.Program) []int64 { return s.stages[p.Name] }

// waiting is a kernel that comes after the first of its run.
type waiting struct{ operators.Kernel }

func (w waiting) Demand() optimizer.Demand {
	d := w.Kernel.Demand()
	d.After = []int{0}
	return d
}

func riders(b operators.Backend, t *plan.Table, as ...Granularity) []*ride {
	out := make([]*ride, len(as))
	for i, g := range as {
		run, _ := b.Open(context.Background(), query(t, 0).Program, 0)
		out[i] = newRide(run, Terms{As: g}, Part{}, time.Now())
	}
	return out
}

// Each rider gets the kernels that it asks for, and After counts from its own.
func TestFleetHasTheKernelsAskedFor(t *testing.T) {
	table, _ := newTable(100, 1)
	b := &staged{stages: map[string][]int64{"sum": {1, 1}}}
	all := riders(b, table, Shared, Operator, Pipeline, Shared, Operator, Pipeline, Auto)
	s, err := optimizer.NewSolver(b.Device(), optimizer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := newFleet(context.Background(), b, pacerOf(b, 0), s, 100, all)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, k := range f.kernels {
		if w, ok := k.(waiting); ok {
			k = w.Kernel
		}
		got = append(got, fmt.Sprint(len(k.(*fakeKernel).runs), f.wave.Demands[i].After))
	}
	if want := []string{"0 []", "1 [0]", "1 []", "0 []", "1 [3]", "1 []", "3 []"}; !slices.Equal(got, want) {
		t.Errorf("runs and After of the kernels are %v, want %v", got, want)
	}
	if f.as[6] != Shared || f.as[1] != Operator {
		t.Errorf("granularities %v", f.as)
	}
	if len(f.wave.Batches) != 2 {
		t.Errorf("%d batches", len(f.wave.Batches))
	}
	if f.close(); b.kernels.Load() != 0 {
		t.Errorf("%d kernels are open", b.kernels.Load())
	}
}

// Queries of one program share a run only if they ask for the same granularity.
func TestRunsAreSharedByEqualGranularity(t *testing.T) {
	table, _ := newTable(1000, 1)
	b := &staged{fake: fake{gate: make(chan struct{}), waiting: make(chan struct{}, 1)}, stages: map[string][]int64{"sum": {1, 1}}}
	h := NewHub(b, Options{})
	defer h.Close()
	q := query(table, 0)
	blocker, err := h.Subscribe(t.Context(), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	<-b.waiting // the stream has left its mailbox, and does not look again before the gate opens
	var subs []*Subscription
	for _, as := range []Granularity{Pipeline, Shared, Pipeline, Operator, Shared} {
		s, err := h.SubscribeAs(t.Context(), Terms{As: as}, q)
		if err != nil {
			t.Fatal(err)
		}
		subs = append(subs, s...)
	}
	close(b.gate)
	for i, s := range append(subs, blocker...) {
		if got := waitSum(t, s); got != sum(1000, 0) {
			t.Errorf("query %d: %d", i, got)
		}
	}
	for i, want := range []Granularity{Pipeline, Shared, Pipeline, Operator, Shared} {
		if got := subs[i].Report().Granularity; got != want {
			t.Errorf("query %d ran as %v, not as %v", i, got, want)
		}
	}
	if subs[0].ride != subs[2].ride || subs[1].ride != subs[4].ride || subs[0].ride == subs[1].ride {
		t.Error("the wrong queries share a run")
	}
}

// A query whose kernels cannot be made fails, and those beside it, and behind it, go on.
func TestKernelsThatCannotBeMade(t *testing.T) {
	table, _ := newTable(1000, 1)
	b := &staged{stages: map[string][]int64{"sum": {1, 1}}, refused: errors.New("no such kernel")}
	h := NewHub(b, Options{Granularity: Operator})
	defer h.Close()
	bad := query(table, 0)
	bad.Program.Name = "refused"
	subs, err := h.Subscribe(t.Context(), query(table, 0), bad, query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := subs[1].Wait(t.Context()); !errors.Is(err, b.refused) || !strings.Contains(err.Error(), "table t") {
		t.Errorf("error %v", err)
	}
	for _, i := range []int{0, 2} {
		if got := waitSum(t, subs[i]); got != sum(1000, 0) {
			t.Errorf("query %d: %d", i, got)
		}
	}
	if b.runs.Load() != 0 {
		t.Errorf("%d runs are open", b.runs.Load())
	}
}

// A backend that has no kernels of operators is asked for none.
func TestOperatorNeedsAStagedBackend(t *testing.T) {
	table, _ := newTable(100, 1)
	b := &fake{}
	h := NewHub(b, Options{Granularity: Operator})
	defer h.Close()
	if _, err := h.Subscribe(t.Context(), query(table, 0)); err == nil || !strings.Contains(err.Error(), "pipeline") {
		t.Errorf("error %v", err)
	}
	if _, err := h.Plan(t.Context(), Operator, query(table, 0).Program); err == nil {
		t.Error("a plan without an error")
	}
	if p, err := h.Plan(t.Context(), Auto, query(table, 0).Program); err != nil || p.Granularity != Shared {
		t.Errorf("%v, error %v", p, err)
	}
	if b.runs.Load() != 0 || b.kernels.Load() != 0 {
		t.Errorf("%d runs and %d kernels are open", b.runs.Load(), b.kernels.Load())
	}
}

// TestCheapest shows what every granularity is estimated to cost, from the bytes of kernels,
// and what Auto is then. A line is "kernel NAMES BYTES" or "stages NAME BYTES…".
func TestCheapest(t *testing.T) {
	wide := &plan.Table{Columns: []plan.Column{{Storage: plan.Storage{Width: 1e10}}}}
	datadriven.RunTest(t, "testdata/cheapest", func(t *testing.T, d *datadriven.TestData) string {
		b := &staged{kernel: map[string]int64{}, stages: map[string][]int64{}}
		d.MaybeScanArgs(t, "bandwidth", &b.bandwidth)
		var programs []*operators.Program
		var asking []*ride
		for _, line := range strings.Split(d.Input, "\n") {
			words := strings.Fields(line)
			var bytes []int64
			for _, w := range words[2:] {
				var n float64
				fmt.Sscan(w, &n)
				bytes = append(bytes, int64(n))
			}
			if words[0] == "kernel" {
				b.kernel[words[1]] = bytes[0]
				continue
			}
			b.stages[words[1]] = bytes
			programs = append(programs, &operators.Program{Name: words[1], Table: wide})
			run, _ := b.Open(t.Context(), programs[len(programs)-1], 0)
			asking = append(asking, newRide(run, Terms{}, Part{}, time.Now()))
		}
		return describeCosts(costs(b, 1, programs)) + decided(b, 1, asking)[0].String()
	})
}
