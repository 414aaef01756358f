package pushscan

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// ErrClosed is what a subscription gets when the hub is closed under it.
var ErrClosed = errors.New("the engine is closing")

// Hub finds the stream of a table. Safe for concurrent use.
type Hub struct {
	backend operators.Backend
	options Options
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex // guards what follows, and every stream's mailbox
	closed  bool
	streams map[*plan.Table]*Stream
	solvers []Solver // that no stream has now
}

// NewHub makes a hub whose streams run on the backend. The backend outlives the hub.
func NewHub(b operators.Backend, o Options) *Hub {
	ctx, cancel := context.WithCancel(context.Background())
	if c, ok := b.(operators.Chunker); ok && o.ChunkRows == 0 {
		o.ChunkRows = c.ChunkRows()
	}
	if o.Waves.Calibrator == nil {
		o.Waves.Calibrator, _ = optimizer.NewCalibrator(b.Device()) // Solver says what is wrong with a device
	}
	return &Hub{
		backend: b, options: o.withDefaults(), ctx: ctx, cancel: cancel,
		streams: map[*plan.Table]*Stream{},
	}
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
// the snapshots of its query must stay alive until Wait has returned. An error
// (memory, a closed hub) means that none was put on.
func (h *Hub) Subscribe(ctx context.Context, queries ...*operators.Query) ([]*Subscription, error) {
	return h.SubscribeAs(ctx, h.options.Granularity, queries...)
}

// SubscribeAs is Subscribe with a granularity: only queries that ask for the same one
// share a run.
func (h *Hub) SubscribeAs(ctx context.Context, as Granularity, queries ...*operators.Query) ([]*Subscription, error) {
	if err := as.offeredBy(h.backend); err != nil {
		return nil, err
	}
	fresh := map[*operators.Program]operators.Run{}
	defer closeRuns(fresh)
	if err := h.open(ctx, queries, fresh); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, ErrClosed
	}
	subs := make([]*Subscription, len(queries))
	for i, q := range queries {
		subs[i] = &Subscription{ride: h.post(q.Program, as, fresh)}
	}
	return subs, nil
}

// open opens a run for each distinct program, into runs.
func (h *Hub) open(ctx context.Context, queries []*operators.Query, runs map[*operators.Program]operators.Run) error {
	var programs []*operators.Program
	seen := make(map[*operators.Program]bool, len(queries))
	for _, q := range queries {
		if !seen[q.Program] {
			seen[q.Program] = true
			programs = append(programs, q.Program)
		}
	}
	if o, ok := h.backend.(operators.Opener); ok && len(programs) > 0 {
		opened, err := o.OpenAll(ctx, h.options.QueryMemory, programs...)
		if err != nil {
			return fmt.Errorf("start query on %s: %w", programs[0].Table.Name, err)
		}
		for i, p := range programs {
			runs[p] = opened[i]
		}
		return nil
	}
	for _, p := range programs {
		run, err := h.backend.Open(ctx, p, h.options.QueryMemory)
		if err != nil {
			return fmt.Errorf("start query on %s: %w", p.Table.Name, err)
		}
		runs[p] = run
	}
	return nil
}

// closeRuns closes the runs that no ride has taken.
func closeRuns(runs map[*operators.Program]operators.Run) {
	for _, r := range runs {
		r.Close()
	}
}

// post joins the ride of the program and granularity that waits in the mailbox, or puts one
// there with a run out of fresh if there is none. h.mu is held.
func (h *Hub) post(p *operators.Program, as Granularity, fresh map[*operators.Program]operators.Run) *ride {
	s := h.stream(p.Table)
	for _, r := range s.mailbox {
		if r.program() == p && r.as == as && r.join() {
			return r
		}
	}
	r := newRide(fresh[p], as)
	delete(fresh, p)
	s.mailbox = append(s.mailbox, r)
	return r
}

// stream returns the table's stream, starting it if there is none. h.mu is held.
func (h *Hub) stream(t *plan.Table) *Stream {
	if s := h.streams[t]; s != nil {
		return s
	}
	s := newStream(h, t)
	h.streams[t] = s
	h.running.Add(1)
	go func() {
		defer h.running.Done()
		s.guarded(h.ctx)
	}()
	return s
}

// take empties the stream's mailbox; if that was empty and idle is set, the stream is
// forgotten and must end.
func (h *Hub) take(s *Stream, idle bool) (rides []*ride, ended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	rides, s.mailbox = s.mailbox, nil
	if len(rides) == 0 && idle {
		delete(h.streams, s.table)
		return nil, true
	}
	return rides, false
}
