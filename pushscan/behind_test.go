package pushscan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// turning is a fake whose kernels work side by side, in turns so short that patience is over at
// once. A kernel with a run of a program called "stuck" does not work before it may.
type turning struct {
	fake
	may     chan struct{}                              // closed when stuck ones may work
	stuck   atomic.Int64                               // launches that wait for that
	pace    func(p *operators.Program) (float64, bool) // of runs over any rows
	prepare func(runs []operators.Run)                 // is told of each kernel; may be nil
	work    func(k *turningKernel, c operators.Chunk)  // besides; may be nil
}

func newTurning() *turning {
	return &turning{may: make(chan struct{}), pace: func(p *operators.Program) (float64, bool) { return 0, p.Name != "stuck" }}
}

func (t *turning) Slice() time.Duration { return 10 * time.Microsecond }

func (t *turning) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	r, err := t.fake.Open(ctx, p, memory)
	return &turningRun{fakeRun: r.(*fakeRun), turning: t}, err
}

func (t *turning) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	if t.prepare != nil {
		t.prepare(runs)
	}
	own := make([]operators.Run, len(runs))
	k := &turningKernel{turning: t}
	for i, r := range runs {
		own[i] = r.(*turningRun).fakeRun
		k.stuck = k.stuck || r.Program().Name == "stuck"
	}
	inner, err := t.fake.Prepare(ctx, own...)
	k.fakeKernel = inner.(*fakeKernel)
	return k, err
}

type turningRun struct {
	*fakeRun
	turning *turning
}

func (r *turningRun) Pace(int) (float64, bool) { return r.turning.pace(r.program) }

type turningKernel struct {
	*fakeKernel
	turning *turning
	stuck   bool
	pending sync.WaitGroup
	closed  atomic.Bool
}

func (k *turningKernel) Launch(ctx context.Context, c operators.Chunk, l optimizer.Launch) error {
	k.pending.Go(func() {
		if k.stuck {
			k.turning.stuck.Add(1)
			<-k.turning.may
		}
		if k.turning.work != nil {
			k.turning.work(k, c)
		}
		_ = k.fakeKernel.Launch(ctx, c, l)
	})
	return nil
}

func (k *turningKernel) Barrier(context.Context) error { k.pending.Wait(); return nil }

func (k *turningKernel) Stats() operators.KernelStats { return operators.KernelStats{} }

func (k *turningKernel) Close() error {
	k.pending.Wait()
	if k.closed.Swap(true) {
		panic("a kernel is closed twice")
	}
	return k.fakeKernel.Close()
}

func (t *turning) query(table *plan.Table, name string, column int) *operators.Query {
	q := query(table, column)
	q.Program.Name = name
	return q
}

// subscribe puts queries on streams, and waits until the stuck ones among them are.
func (t *turning) subscribe(h *Hub, queries ...*operators.Query) ([]*Subscription, error) {
	stuck := t.stuck.Load()
	for _, q := range queries {
		if q.Program.Name == "stuck" {
			stuck++
		}
	}
	subs, err := h.Subscribe(context.Background(), queries...)
	for t.stuck.Load() < stuck {
		time.Sleep(time.Microsecond)
	}
	return subs, err
}

func newTurningHub(t *testing.T, b *turning, chunk int) *Hub {
	h := NewHub(b, Options{ChunkRows: chunk})
	t.Cleanup(func() {
		h.Close()
		if b.runs.Load() != 0 || b.kernels.Load() != 0 || len(h.streams)+len(h.scans) != 0 {
			t.Errorf("left: %d runs, %d kernels, %d streams, %d scans", b.runs.Load(), b.kernels.Load(), len(h.streams), len(h.scans))
		}
		for name, x := range h.Traffic().Tables {
			if x.Riders != 0 || x.Streams != 0 {
				t.Errorf("table %q has %d riders on %d streams", name, x.Riders, x.Streams)
			}
		}
	})
	return h
}

// Those who boarded together with queries that never end their first chunk end all the same, and
// these have seen every chunk once when they may go on.
func TestSlowOnesAreLeftBehind(t *testing.T) {
	b := newTurning()
	h := newTurningHub(t, b, 4096)
	table, _ := newTable(rows, 4)
	subs, err := b.subscribe(h, b.query(table, "stuck", 0), b.query(table, "sum", 1), b.query(table, "stuck", 2), b.query(table, "sum", 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{1, 3} {
		if got := waitSum(t, subs[i]); got != sum(rows, i) {
			t.Errorf("query %d: %d, want %d", i, got, sum(rows, i))
		}
		if r := subs[i].Report(); len(r.Sharing) != 2 || r.Sharing[0] != (Sharing{1, 4}) || r.Sharing[1].Queries != 2 || r.Passes() != 1 {
			t.Errorf("query %d: %+v", i, r.Sharing)
		}
	}
	if n := len(h.Traffic().Tables); n != 1 {
		t.Errorf("%d tables", n)
	}
	streams, _ := h.Now()
	for len(streams) > 1 { // that of the others is about to end
		time.Sleep(time.Microsecond)
		streams, _ = h.Now()
	}
	if len(streams) != 1 || len(streams[0].Riders) != 2 || streams[0].Riders[0].Number != 1 || streams[0].Riders[1].Number != 3 {
		t.Errorf("left behind is %+v", streams)
	}
	close(b.may)
	for _, i := range []int{0, 2} {
		if got := waitSum(t, subs[i]); got != sum(rows, i) {
			t.Errorf("slow query %d: %d, want %d", i, got, sum(rows, i))
		}
		if r := subs[i].Report(); r.Passes() != 1 || len(r.Timeline) != r.Of {
			t.Errorf("slow query %d: %v passes, %d chunks of %d noted", i, r.Passes(), len(r.Timeline), r.Of)
		}
	}
}

// However many queries do not end a chunk, and on whatever streams, who comes ends.
func TestManySlowOnesHoldNobodyUp(t *testing.T) {
	b := newTurning()
	h := newTurningHub(t, b, 4096)
	table, _ := newTable(rows, 2)
	var slow []*Subscription
	for i := range 4 * maxScans {
		queries := []*operators.Query{b.query(table, "stuck", 0)}
		if i%2 == 1 {
			queries = append(queries, b.query(table, "stuck", 0))
		}
		subs, err := b.subscribe(h, queries...)
		if err != nil {
			t.Fatal(err)
		}
		slow = append(slow, subs...)
		subs, err = h.Subscribe(t.Context(), b.query(table, "sum", 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := waitSum(t, subs[0]); got != sum(rows, 1) {
			t.Fatalf("beside %d: %d, want %d", len(slow), got, sum(rows, 1))
		}
	}
	close(b.may)
	for _, s := range slow {
		if got := waitSum(t, s); got != sum(rows, 0) {
			t.Errorf("slow: %d, want %d", got, sum(rows, 0))
		}
	}
}

// A wait for a stream that is in a chunk ends with its context, and so does one behind it.
func TestWaitersAreCancelledBesideSlowOnes(t *testing.T) {
	b := newTurning()
	b.pace = func(*operators.Program) (float64, bool) { return 0, true } // nobody knows
	h := newTurningHub(t, b, 4096)
	table, _ := newTable(rows, 2)
	subs, err := b.subscribe(h, b.query(table, "stuck", 0), b.query(table, "sum", 1))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(context.DeadlineExceeded)
	if _, err := subs[1].Wait(ctx); err != context.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
	close(b.may)
	if got := waitSum(t, subs[0]); got != sum(rows, 0) {
		t.Errorf("got %d", got)
	}
	<-subs[1].Gone()
}

// Who turns out to be slow has a kernel without the others from the next chunk on.
func TestKernelsAreParted(t *testing.T) {
	b := newTurning()
	var slow atomic.Bool
	b.pace = func(p *operators.Program) (float64, bool) {
		if p.Name == "slow" && slow.Load() {
			return 1, true
		}
		return 0, true
	}
	var mu sync.Mutex
	var kernels []int
	b.prepare = func(runs []operators.Run) {
		mu.Lock()
		defer mu.Unlock()
		kernels = append(kernels, len(runs))
	}
	b.work = func(_ *turningKernel, c operators.Chunk) { slow.Store(c.Ref().Seq >= 2) }
	h := newTurningHub(t, b, plan.SegmentRows)
	table, _ := newTable(8*plan.SegmentRows, 3)
	subs, err := h.Subscribe(t.Context(), b.query(table, "slow", 0), b.query(table, "sum", 1), b.query(table, "sum", 2))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range subs {
		if got := waitSum(t, s); got != sum(8*plan.SegmentRows, i) {
			t.Errorf("query %d: %d", i, got)
		}
	}
	if got := fmt.Sprint(kernels[0], kernels[1]+kernels[2]); got != "3 3" {
		t.Errorf("runs of kernels: %v", kernels)
	}
}

// Whoever is fast or slow, comes when or is held up where: each has seen every chunk once.
func TestAnybodyMayBeSlow(t *testing.T) {
	b := newTurning()
	b.pace = func(p *operators.Program) (float64, bool) {
		return float64(p.Columns[0].Ordinal) / 1e4, p.Columns[0].Ordinal != 3
	}
	b.work = func(k *turningKernel, _ operators.Chunk) {
		if rand.IntN(20) == 0 {
			time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond)
		}
	}
	h := newTurningHub(t, b, 4096)
	table, _ := newTable(rows, 4)
	var all sync.WaitGroup
	for i := range 100 {
		delay := time.Duration(rand.IntN(20000)) * time.Microsecond
		all.Go(func() {
			time.Sleep(delay)
			subs, err := h.Subscribe(context.Background(), b.query(table, "sum", i%4), b.query(table, "sum", (i+1)%4))
			if err != nil {
				t.Error(err)
				return
			}
			for k, s := range subs {
				if got := waitSum(t, s); got != sum(rows, (i+k)%4) {
					t.Errorf("query %d: %d, want %d", i, got, sum(rows, (i+k)%4))
				}
				if r := s.Report(); r.Passes() != 1 || len(r.Timeline) != r.Of {
					t.Errorf("query %d: %v passes, %d chunks of %d noted", i, r.Passes(), len(r.Timeline), r.Of)
				}
			}
		})
	}
	all.Wait()
}

// TestPaces says whose runs share a kernel: each is given by a letter and the milliseconds that it
// takes for a chunk, "?" behind them where no bound holds. Patience is 10 ms.
func TestPaces(t *testing.T) {
	datadriven.RunTest(t, "testdata/paces", func(t *testing.T, d *datadriven.TestData) string {
		p := pacer{patience: 10 * time.Millisecond, threads: 2}
		b := newTurning()
		seconds, bounded := map[string]float64{}, map[string]bool{}
		b.pace = func(p *operators.Program) (float64, bool) { return 2 * seconds[p.Name], bounded[p.Name] }
		var runs []operators.Run
		table, _ := newTable(1, 1)
		for _, word := range strings.Fields(d.Input) {
			name := word[:1]
			ms, err := strconv.ParseFloat(strings.TrimSuffix(word[1:], "?"), 64)
			if err != nil {
				t.Fatal(err)
			}
			seconds[name], bounded[name] = ms/1e3, !strings.HasSuffix(word, "?")
			r, err := b.Open(t.Context(), b.query(table, name, 0).Program, 0)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, r)
		}
		var out strings.Builder
		for _, together := range p.split(runs, 1) {
			for _, r := range together {
				out.WriteString(r.Program().Name)
			}
			out.WriteByte('\n')
		}
		return out.String()
	})
}
