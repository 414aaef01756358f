package pushscan

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gsdms/operators"
	"gsdms/plan"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const rows = 3*plan.SegmentRows + 1234

func newHub(t *testing.T, f *fake, chunk int) *Hub {
	h := NewHub(f, Options{ChunkRows: chunk})
	t.Cleanup(func() {
		h.Close()
		if f.runs.Load() != 0 || f.kernels.Load() != 0 {
			t.Errorf("left open: %d runs, %d kernels", f.runs.Load(), f.kernels.Load())
		}
	})
	return h
}

func TestTogetherIsOneRound(t *testing.T) {
	f := &fake{}
	h := newHub(t, f, 4096)
	table, _ := newTable(rows, 4)
	var queries []*operators.Query
	for i := range 104 {
		queries = append(queries, query(table, i%4))
	}
	subs, err := h.Subscribe(context.Background(), queries...)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range subs {
		if got := waitSum(t, s); got != sum(rows, i%4) {
			t.Errorf("query %d: %d, want %d", i, got, sum(rows, i%4))
		}
		if r := s.Report(); r.Shared != 104 || r.Passes() != 1 {
			t.Errorf("query %d: shared %d, passes %v", i, r.Shared, r.Passes())
		}
	}
	round := int64((rows + 4095) / 4096)
	if f.chunks.Load() > round+1 {
		t.Errorf("%d chunks for 104 queries, a round is %d", f.chunks.Load(), round)
	}
}

// A hub keeps nothing of a table that nobody reads any more: it may be the rows of a pipeline.
func TestTablesAreForgotten(t *testing.T) {
	h := newHub(t, &fake{}, 4096)
	for range 3 {
		table, _ := newTable(rows, 2)
		for range 2 {
			subs, err := h.Subscribe(context.Background(), query(table, 1))
			if err != nil {
				t.Fatal(err)
			}
			waitSum(t, subs[0])
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if len(h.scans)+len(h.streams) != 0 {
		t.Errorf("the scans of %d tables and the streams of %d", len(h.scans), len(h.streams))
	}
}

func TestEqualQueriesRunOnce(t *testing.T) {
	f := &fake{}
	h := newHub(t, f, 65536)
	table, _ := newTable(rows, 1)
	q := query(table, 0)
	subs, err := h.Subscribe(context.Background(), q, q, q)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range subs {
		if got := waitSum(t, s); got != sum(rows, 0) {
			t.Errorf("got %d", got)
		}
	}
	if f.opened.Load() != 1 {
		t.Errorf("%d runs for one program", f.opened.Load())
	}
}

// Queries that come at any time, join at any chunk and leave after one round.
func TestRandomArrivals(t *testing.T) {
	f := &fake{}
	h := newHub(t, f, 1024)
	table, _ := newTable(rows, 3)
	var all sync.WaitGroup
	for i := range 64 {
		delay := time.Duration(rand.IntN(3000)) * time.Microsecond
		all.Go(func() {
			time.Sleep(delay)
			subs, err := h.Subscribe(context.Background(), query(table, i%3))
			if err != nil {
				t.Error(err)
				return
			}
			if got := waitSum(t, subs[0]); got != sum(rows, i%3) {
				t.Errorf("query %d: %d, want %d", i, got, sum(rows, i%3))
			}
		})
	}
	all.Wait()
}

func TestZonesSkip(t *testing.T) {
	for _, noZones := range []bool{false, true} {
		f := &fake{}
		h := NewHub(f, Options{ChunkRows: plan.SegmentRows, NoZones: noZones})
		table, _ := newTable(rows, 1)
		subs, err := h.Subscribe(context.Background(), query(table, 0, operators.Range{Lo: plan.SegmentRows, Hi: plan.SegmentRows + 9}))
		if err != nil {
			t.Fatal(err)
		}
		waitSum(t, subs[0])
		r := subs[0].Report()
		if want := map[bool]int{false: 3, true: 0}[noZones]; r.Skipped != want {
			t.Errorf("no zones %v: skipped %d segments, want %d", noZones, r.Skipped, want)
		}
		if r.Passes() != 1 {
			t.Errorf("passes %v", r.Passes())
		}
		h.Close()
	}
}

func TestEmptyTable(t *testing.T) {
	h := newHub(t, &fake{}, 1024)
	table, _ := newTable(0, 1)
	subs, err := h.Subscribe(context.Background(), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := waitSum(t, subs[0]); got != 0 {
		t.Errorf("got %d", got)
	}
}

func TestUnreadableColumnFailsItsReadersOnly(t *testing.T) {
	h := newHub(t, &fake{}, 65536)
	table, data := newTable(rows, 2)
	data.broken[1] = errors.New("checksum of segment 0 differs")
	subs, err := h.Subscribe(context.Background(), query(table, 0), query(table, 1), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := subs[1].Wait(context.Background()); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("got %v", err)
	}
	for _, i := range []int{0, 2} {
		if got := waitSum(t, subs[i]); got != sum(rows, 0) {
			t.Errorf("neighbour %d: got %d", i, got)
		}
	}
}

func TestFailingRunLeavesOthersAlone(t *testing.T) {
	h := newHub(t, &fake{}, 65536)
	table, _ := newTable(rows, 1)
	bad := query(table, 0)
	bad.Program.Name = "fails"
	subs, err := h.Subscribe(context.Background(), query(table, 0), bad)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := subs[1].Wait(context.Background()); err == nil || err.Error() != "overflow" {
		t.Errorf("got %v", err)
	}
	if got := waitSum(t, subs[0]); got != sum(rows, 0) {
		t.Errorf("neighbour: got %d", got)
	}
}

func TestRefusedAtTheDoor(t *testing.T) {
	f := &fake{}
	h := newHub(t, f, 65536)
	table, _ := newTable(rows, 1)
	big := query(table, 0)
	big.Program.Name = "too big"
	if _, err := h.Subscribe(context.Background(), query(table, 0), big); err == nil || !strings.Contains(err.Error(), "does not fit") {
		t.Errorf("got %v", err)
	}
}

// A backend that panics ends the scan with an error, and the next query gets a new one.
func TestPanicEndsNobodyElsesProcess(t *testing.T) {
	f := &fake{}
	h := newHub(t, f, 65536)
	table, _ := newTable(rows, 1)
	bad := query(table, 0)
	bad.Program.Name = "panics"
	subs, err := h.Subscribe(context.Background(), bad)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := subs[0].Wait(context.Background()); err == nil || !strings.Contains(err.Error(), "out of cheese") {
		t.Errorf("got %v", err)
	}
	subs, err = h.Subscribe(context.Background(), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := waitSum(t, subs[0]); got != sum(rows, 0) {
		t.Errorf("got %d", got)
	}
}

func TestFailedLaunchIsReported(t *testing.T) {
	h := newHub(t, &fake{launchEr: errors.New("device lost")}, 65536)
	table, _ := newTable(rows, 1)
	subs, err := h.Subscribe(context.Background(), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := subs[0].Wait(context.Background()); err == nil || err.Error() != "device lost" {
		t.Errorf("got %v", err)
	}
}

// A filled LIMIT leaves early.
func TestLimitLeavesEarly(t *testing.T) {
	h := newHub(t, &fake{}, plan.SegmentRows)
	table, _ := newTable(rows, 1)
	q := query(table, 0)
	q.Program.Name = "limit"
	subs, err := h.Subscribe(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := waitSum(t, subs[0]); got != sum(2*plan.SegmentRows, 0) {
		t.Errorf("got %d", got)
	}
	if c := subs[0].Report().Chunks; c != 2 {
		t.Errorf("saw %d chunks", c)
	}
}

// A cancelled query is gone within one chunk.
func TestCancel(t *testing.T) {
	f := &fake{gate: make(chan struct{})}
	h := newHub(t, f, plan.SegmentRows)
	table, _ := newTable(rows, 1)
	subs, err := h.Subscribe(context.Background(), query(table, 0), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	f.gate <- struct{}{} // the first chunk is under way or done
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	gone := make(chan error)
	go func() { _, err := subs[1].Wait(ctx); gone <- err }()
	if err := <-gone; !errors.Is(err, context.Canceled) { // though the chunk does not end
		t.Errorf("got %v", err)
	}
	select {
	case <-subs[1].Gone():
		t.Error("gone in the middle of a chunk")
	default:
	}
	f.gate <- struct{}{}
	<-subs[1].Gone()
	if c := subs[1].Report().Chunks; c > 2 {
		t.Errorf("left after %d chunks", c)
	}
	close(f.gate)
	if got := waitSum(t, subs[0]); got != sum(rows, 0) {
		t.Errorf("neighbour: got %d", got)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	f := &fake{gate: make(chan struct{})}
	h := newHub(t, f, plan.SegmentRows)
	table, _ := newTable(rows, 1)
	subs, err := h.Subscribe(context.Background(), query(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	f.gate <- struct{}{}
	closed := make(chan struct{})
	go func() { h.Close(); close(closed) }()
	<-h.ctx.Done()
	close(f.gate)
	<-closed
	if _, err := subs[0].Wait(context.Background()); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
	if _, err := h.Subscribe(context.Background(), query(table, 0)); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}
