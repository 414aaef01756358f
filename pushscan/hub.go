package pushscan

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/optimizer"
	"gsdms/plan"
)

// ErrClosed is what a subscription gets when the hub is closed under it.
var ErrClosed = errors.New("the engine is closing")

// Hub finds the stream of a table. Safe for concurrent use.
type Hub struct {
	backend operators.Backend
	options Options
	pacer
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	traffic traffic

	mu      sync.Mutex // guards what follows, and every stream's mailbox
	closed  bool
	streams map[scan]*Stream // that take subscriptions
	scans   map[scan]int     // streams that do, or did until they were long in a chunk
	solvers []Solver         // that no stream has now
}

// NewHub makes a hub whose streams run on the backend. The backend outlives the hub.
func NewHub(b operators.Backend, o Options) *Hub {
	ctx, cancel := context.WithCancel(context.Background())
	if o.ChunkRows == 0 {
		o.ChunkRows = chunkRows(b)
	}
	if o.Waves.Calibrator == nil {
		o.Waves.Calibrator, _ = optimizer.NewCalibrator(b.Device()) // Solver says what is wrong with a device
	}
	h := &Hub{
		backend: b, options: o.withDefaults(), pacer: pacerOf(b, o.Patience), ctx: ctx, cancel: cancel,
		streams: map[scan]*Stream{}, scans: map[scan]int{},
	}
	return h
}

// chunkRows is how many rows the chunks of a backend have: what it says, or for each of its
// threads as many segments as that some, whose segments take longer, do not keep the others
// waiting at the end of each chunk.
func chunkRows(b operators.Backend) int {
	const segments, most = 8, 128
	if c, ok := b.(operators.Chunker); ok {
		return c.ChunkRows()
	}
	return max(DefaultChunkRows, min(most, segments*b.Device().MPs)*plan.SegmentRows)
}

// keptSolvers is how many are kept for streams to come.
const keptSolvers = 8

// solver gives the caller what decides the waves of a stream, by all that launches have
// shown so far: one that is kept, with the waves that it remembers, or a new one.
func (h *Hub) solver() (s Solver, err error) {
	h.mu.Lock()
	if n := len(h.solvers); n > 0 {
		s, h.solvers = h.solvers[n-1], h.solvers[:n-1]
	}
	h.mu.Unlock()
	if s != nil {
		return s, nil
	}
	d := h.backend.Device()
	if h.options.Solver != nil {
		s, err = h.options.Solver(d)
	} else {
		s, err = optimizer.NewSolver(d, h.options.Waves)
	}
	if err != nil {
		return nil, fmt.Errorf("plan waves for %s: %w", d.Name, err)
	}
	return s, nil
}

// keep takes a solver back.
func (h *Hub) keep(s Solver) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.solvers) < keptSolvers {
		h.solvers = append(h.solvers, s)
	}
}

// Close ends every stream; attached queries fail with ErrClosed. It returns when the
// last stream has ended.
func (h *Hub) Close() error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.cancel()
	h.running.Wait()
	return nil
}

// Subscribe puts queries on the streams of their tables. Those of one table are
// admitted together, at the next chunk boundary; queries with the same program that
// wait for the same boundary share one run. Each subscription must be waited for, and
// the snapshots of its query must stay alive until it is Gone. An error
// (memory, a closed hub) means that none was put on.
//
// Queries that are estimated to make very many pairs of rows in each chunk get streams of their own.
// Those that come while the others of a table are long in a chunk go on with another, and those that
// are long in it are left behind by the others.
func (h *Hub) Subscribe(ctx context.Context, queries ...*operators.Query) ([]*Subscription, error) {
	return h.SubscribeAs(ctx, Terms{As: h.options.Granularity}, queries...)
}

// SubscribeAs is Subscribe under terms: only queries under the same ones share a run.
func (h *Hub) SubscribeAs(ctx context.Context, t Terms, queries ...*operators.Query) ([]*Subscription, error) {
	return h.subscribe(ctx, t, Part{}, queries)
}

func (h *Hub) subscribe(ctx context.Context, t Terms, part Part, queries []*operators.Query) ([]*Subscription, error) {
	if err := t.As.offeredBy(h.backend); err != nil {
		return nil, err
	}
	if t.Memory == nil {
		t.Memory = h.options.Memory
	}
	a, err := h.open(ctx, t, queries)
	if err != nil {
		return nil, err
	}
	defer a.close()
	for _, r := range a.runs {
		a.slow = append(a.slow, h.slow(h.paceOf(r, min(r.Program().Table.Rows, h.options.ChunkRows))))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, ErrClosed
	}
	subs := h.post(a, t, part)
	follow(ctx, subs)
	return subs, nil
}

// arrivals is queries that come together, with a run for each distinct program.
type arrivals struct {
	programs []*operators.Program
	of       []int           // program of each query
	heavy    []bool          // by program: it gets a stream of its own
	slow     []bool          // by program: it takes long for a chunk
	runs     []operators.Run // of each program; nil once a ride has it
}

// open opens the runs of queries.
func (h *Hub) open(ctx context.Context, t Terms, queries []*operators.Query) (*arrivals, error) {
	a := &arrivals{of: make([]int, len(queries))}
	known := make(map[*operators.Program]int, len(queries))
	for i, q := range queries {
		at, ok := known[q.Program]
		if !ok {
			at = len(a.programs)
			known[q.Program] = at
			a.programs = append(a.programs, q.Program)
			a.heavy = append(a.heavy, h.isHeavy(q.Program))
		}
		a.of[i] = at
	}
	if o, ok := h.backend.(operators.Opener); ok && len(queries) > 0 {
		var err error
		if a.runs, err = o.OpenAll(ctx, h.options.QueryMemory, a.programs...); err != nil {
			return nil, fmt.Errorf("start query on %s: %w", a.programs[0].Table.Name, err)
		}
		return a, a.settle(h.options.Spill, t.Memory)
	}
	for _, p := range a.programs {
		run, err := h.backend.Open(ctx, p, h.options.QueryMemory)
		if err != nil {
			a.close()
			return nil, fmt.Errorf("start query on %s: %w", p.Table.Name, err)
		}
		a.runs = append(a.runs, run)
	}
	return a, a.settle(h.options.Spill, t.Memory)
}

// settle has the memory of all runs count in an account, and what has no room go to files,
// or closes them.
func (a *arrivals) settle(space *spill.Space, memory *operators.Account) error {
	for i, r := range a.runs {
		if s, ok := r.(operators.Spilling); ok && space != nil {
			s.SpillTo(space)
		}
		c, ok := r.(operators.Charged)
		if !ok {
			continue
		}
		if err := c.ChargeTo(memory); err != nil {
			a.close()
			return fmt.Errorf("start query on %s: %w", a.programs[i].Table.Name, err)
		}
	}
	return nil
}

// close closes the runs that no ride has taken.
func (a *arrivals) close() {
	for _, r := range a.runs {
		if r != nil {
			r.Close()
		}
	}
}

// post puts queries into the mailboxes of their streams. Those of the same program share a
// ride. h.mu is held.
func (h *Hub) post(a *arrivals, t Terms, part Part) []*Subscription {
	now := time.Now()
	rides := make([]*ride, len(a.programs))
	before := map[*Stream]int{} // rides that wait in a mailbox already
	places, subs := make([]Subscription, len(a.of)), make([]*Subscription, len(a.of))
	for i, at := range a.of {
		if rides[at] != nil {
			rides[at].join() // nobody can have left it: its first is still here
		} else {
			s := h.streamOf(part, a.programs[at].Table, a.heavy[at], a.slow[at])
			if _, ok := before[s]; !ok {
				before[s] = len(s.mailbox)
			}
			rides[at] = s.post(a, at, before[s], t, part, now)
		}
		places[i].ride = rides[at]
		subs[i] = &places[i]
	}
	return subs
}

// post joins the ride of a program, terms and part among the first n that wait in the
// mailbox, or puts one there that takes the program's run. The hub's lock is held.
func (s *Stream) post(a *arrivals, at, n int, t Terms, part Part, now time.Time) *ride {
	for _, r := range s.mailbox[:n] {
		if r.program() == a.programs[at] && r.terms == t && r.part == part && r.join() {
			return r
		}
	}
	r := newRide(a.runs[at], t, part, now)
	r.slow, a.runs[at] = a.slow[at], nil
	if s.mailbox = append(s.mailbox, r); len(s.mailbox) == 1 {
		s.hub.watch(s)
	}
	return r
}
