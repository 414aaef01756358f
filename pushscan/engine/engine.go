package engine

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
	"gsdms/plan/network/cut"
	"gsdms/pushscan"
)

// Engine runs queries on one backend, and what that refuses on a spare one, if there is
// one. It is safe for concurrent use.
type Engine struct {
	backend     operators.Backend
	hub         *pushscan.Hub
	spare       *pushscan.Hub // nil: there is none
	chooser     *chooser      // nil: the spare has what the first refuses, and nothing else
	cache       *index.Cache
	memory      *budget
	account     *operators.Account // of all queries, and of what is kept for later ones
	queryMemory int64
	collect     func() // what nobody refers to; safe for concurrent use
	leaves      leaves
	programs    programs
	space       *spill.Space        // of rows that memory has no room for; nil: such queries fail
	room        int64               // bytes of these that are worked on at once
	always      bool                // all queries use it
	sides       bool                // of joins are grouped wherever they can be
	turns       operators.Turner    // of who computes outside the backends; nil: there are none
	keeping     []operators.Keeping // of the backends
	pairs       bool                // one of them folds pairs
	filing      chan struct{}       // has room for the queries that may use it at once
}

// Options are the limits of an Engine, in bytes.
type Options struct {
	Memory      int64             // of all queries together
	QueryMemory int64             // of one query
	Spare       operators.Backend // runs what the first refuses; nil: that is an error
	Weigh       bool              // the spare also runs what it is expected to be faster at
	GroupSides  bool              // sides of joins are grouped below aggregates wherever they can be, whatever that is expected to cost
	Scan        pushscan.Options
	Forget      func() // has the caller drop the queries that it keeps but does not run; may be nil
}

// New makes an engine. The backends outlive it.
func New(b operators.Backend, o Options) *Engine {
	e := &Engine{
		backend: b,
		memory:  newBudget(o.Memory), queryMemory: o.QueryMemory, collect: collector(), sides: o.GroupSides,
		account: operators.NewAccount(o.Memory, memoryRefusal, nil),
		space:   o.Scan.Spill, room: max(leastRoom, o.QueryMemory/roomShare), filing: make(chan struct{}, max(1, o.Memory/max(1, o.QueryMemory))),
	}
	e.turns = turner(b, o.Spare)
	if o.Scan.SpillRoom > 0 && o.Scan.Spill != nil {
		e.room, e.always = o.Scan.SpillRoom, true
	}
	o.Scan.QueryMemory, o.Scan.Memory = o.QueryMemory, e.account
	e.hub, e.cache = pushscan.NewHub(b, o.Scan), index.NewCache(o.Memory).Under(e.account)
	e.account.OnShort(e.reclaimer(o.Forget))
	e.account.Reserve(o.Memory / reservedPart)
	e.keeps(b)
	e.keeps(o.Spare)
	if o.Spare != nil {
		e.spare = pushscan.NewHub(o.Spare, o.Scan)
		if o.Weigh {
			e.chooser = newChooser(b, o.Spare)
		}
	}
	return e
}

// Traffic is what the streams of all backends have done, and who rides on them.
func (e *Engine) Traffic() pushscan.Traffic {
	var t pushscan.Traffic
	t.Add(e.hub.Traffic())
	if e.spare != nil {
		t.Add(e.spare.Traffic())
	}
	return t
}

// Now gives what the streams of all backends do, and the latest waves of each.
func (e *Engine) Now() ([]pushscan.StreamNow, []pushscan.WaveNow) {
	streams, waves := e.hub.Now()
	if e.spare != nil {
		s, w := e.spare.Now()
		streams, waves = append(streams, s...), append(waves, w...)
	}
	return streams, waves
}

// Close ends the streams, and fails the queries that still run.
func (e *Engine) Close() error {
	err := e.hub.Close()
	if e.spare != nil {
		err = errors.Join(err, e.spare.Close())
	}
	return err
}

// Query is a query whose stages are known. It is immutable and cacheable for as long as
// the snapshots it was made for live.
type Query struct {
	Shape  *cut.Shape
	Leaves []*operators.Query          // by stage: of those that need no other
	Known  []bool                      // by stage: the leaf's program was made for an earlier query
	steps  map[*network.Network]*Query // of recursions
	lost   []fault.Warning             // what its constants lost
	direct []plan.Operator             // of such a step: what makes its rows of few without a stream; nil: nothing
	tables []*plan.Table
	reads  []read                                       // of these, which may have lost values
	large  bool                                         // its rows go to files at once: memory has no room for the table of some join
	under  func(context.Context, error) (*Query, error) // the plan that takes less for granted, if an error asks for one; nil: there is none
}

// Tables are the snapshots that the query reads.
func (q *Query) Tables() []*plan.Table { return q.tables }

// Output names and types the result's columns.
func (q *Query) Output() []plan.Output { return q.Shape.Output }

// Provisional reports whether for whoever asks for the same again it is better prepared anew.
func (q *Query) Provisional() bool {
	return slices.ContainsFunc(q.Leaves, func(l *operators.Query) bool { return l != nil && l.Provisional })
}

// overflow notes that memory has no room for the tables of a query's joins, if that is the
// error and files may have them.
func (q *Query) overflow(e *Engine, err error) error {
	if err != nil && e.space != nil && errors.As(err, new(*operators.ShortError)) {
		q.large, err = true, nil
	}
	return err
}

// NewQuery makes a query of which nothing is compiled.
func NewQuery(shape *cut.Shape) *Query {
	n := len(shape.Stages)
	q := &Query{Shape: shape, Leaves: make([]*operators.Query, n), Known: make([]bool, n), steps: map[*network.Network]*Query{}}
	for _, s := range shape.Stages {
		for i, t := range s.Tables {
			if s.From[i] == cut.Stored {
				q.tables = append(q.tables, t.Table)
			}
		}
		for _, r := range s.Reads() {
			q.reads = append(q.reads, read{s.Tables[r.Table].Table, r.Column})
		}
	}
	return q
}

// nothing knows of no stage's rows.
func nothing(int) ([]plan.Value, int) { return nil, math.MaxInt }

// compileStage makes the program of a stage over tables that are all there. Of a stage
// that scans nothing it is one row, on which all operators run at the end.
func compileStage(ctx context.Context, s *cut.Stage, tables []*plan.TableRef, constants cut.Constants, cache *index.Cache) (*operators.Query, error) {
	p, err := s.Pipeline(tables, constants, repeats(ctx, cache))
	if err != nil {
		return nil, err
	}
	if len(p.Tables) == 0 {
		return &operators.Query{Pipeline: p, Finish: p.Ops}, nil
	}
	q, err := compile.Query(ctx, p, cache)
	if behind := s.GroupsBehind(); behind != nil && isWide(err) {
		return compileStage(ctx, behind, tables, constants, cache)
	}
	if err != nil {
		return nil, err
	}
	q.Program.Live() // here, and not on the scan's goroutine
	return q, nil
}

// Result is the rows of a query and how they came about.
type Result struct {
	Rows      *plan.Rows      // all or, where there are More, the first
	More      *Cursor         // nil: there are no more
	Stages    []StageReport   // of those that scanned, as they ended
	Memory    int64           // bytes: the most that was charged to the query at once
	Admission time.Duration   // that the query waited for memory before it went to its streams
	Lost      []fault.Warning // what values lost in what the query computed, as far as its rows have come
}

// StageReport says what a stage did.
type StageReport struct {
	Stage int
	Query *operators.Query
	Scan  *pushscan.Report // nil: nothing was scanned
	Sunk  int              // rows or groups that the scan left for the tail
	Rows  int              // that the stage left
	Bytes int64            // of these rows
	Table *plan.Table      // the rows as other stages read them; nil: none did

	Spilled int64 // bytes of rows behind the scan that were written because memory had no room for them

	Compile, Tail time.Duration // making tables of others' rows and the program, in this run; the operators behind the sink

	Compiled, Behind time.Time // when Compile and Tail began; zero where they are 0

	Refused *operators.Refused // why the first backend cannot run it; nil if it can
	Choice  *Choice            // between the backends; nil: there was none
}

// Started is a query on the streams. Wait must be called once.
type Started struct {
	engine    *Engine
	query     *Query
	terms     pushscan.Terms
	seats     []seat // by stage: of the leaves that scan
	account   *operators.Account
	release   func()
	gone      chan struct{}
	admission time.Duration // waiting for memory
	waited    atomic.Int64  // ns in vain, for memory that others have
	number    int           // that the chooser knows it by

	working *plan.Table // of a step of a recursion: the rows that it goes on from
	within  *Started    // the query whose step it is; nil of a query
	told    fault.Told  // what values have lost

	flowing bool               // its rows may come part by part
	flow    *flow              // if they do
	first   *operators.Account // what the first of them take

	mu      sync.Mutex
	late    []*pushscan.Subscription // of the other stages, so far
	closers []func()                 // called when nothing works on the query any more
}

// Gone is closed after Wait when nothing works on the query any more: its snapshots must
// stay alive until then.
func (s *Started) Gone() <-chan struct{} { return s.gone }

// Terms are those that the query was started under.
func (s *Started) Terms() pushscan.Terms { return s.terms }

// Start puts queries on the streams: the leaves of all together. An error means that none
// was started.
func (e *Engine) Start(ctx context.Context, t pushscan.Terms, queries ...*Query) ([]*Started, error) {
	return e.start(ctx, e.charged(t), false, queries)
}

// Open is Start of one query whose rows need not be there all at once: the Result that Wait
// gives may have More.
func (e *Engine) Open(ctx context.Context, t pushscan.Terms, q *Query) (*Started, error) {
	started, err := e.start(ctx, e.charged(t), true, []*Query{q})
	if err != nil {
		return nil, err
	}
	return started[0], nil
}

func (e *Engine) start(ctx context.Context, t pushscan.Terms, flowing bool, queries []*Query) ([]*Started, error) {
	var scans []*operators.Query
	started := make([]Started, len(queries))
	bytes := int64(0)
	for i, q := range queries {
		s := &started[i]
		s.engine, s.query, s.terms, s.flowing = e, q, t, flowing
		s.seats, s.gone = make([]seat, len(q.Leaves)), make(chan struct{})
		s.account = operators.NewAccount(e.queryMemory, operators.QueryMemoryRefusal, t.Memory).Whole()
		own := int64(0)
		for k, leaf := range q.Leaves {
			switch {
			case leaf == nil || leaf.Program == nil || q.large || s.bounded(k, leaf):
			case s.flows(k, leaf):
				own += min(heldParts*partBytes(e.hub, t), share(leaf.Program, e.queryMemory))
			default:
				scans = append(scans, leaf)
				own += share(leaf.Program, e.queryMemory)
			}
		}
		if len(q.Leaves) > 1 {
			own = min(2*own, e.queryMemory)
		}
		bytes += own
	}
	began := time.Now()
	release, err := e.memory.take(ctx, bytes)
	if err != nil {
		return nil, err
	}
	waited := time.Since(began)
	var seats []seat
	if len(scans) > 0 { // queries of constants run in any way
		seats, err = e.board(ctx, t, scans)
	}
	if err != nil {
		release()
		return nil, err
	}
	out := make([]*Started, len(queries))
	release = last(len(queries), release)
	number := 0
	if e.chooser != nil {
		if number = e.chooser.begin(); len(queries) > 1 {
			number = 0 // nobody's
		}
		release = both(release, last(len(queries), e.chooser.end))
	}
	for i := range started {
		s := &started[i]
		s.release, s.number, s.admission = release, number, waited
		for k, leaf := range s.query.Leaves {
			if leaf != nil && leaf.Program != nil && !s.query.large && !s.flows(k, leaf) && s.seats[k].bounded == nil {
				s.seats[k], seats = seats[0], seats[1:]
			}
		}
		out[i] = s
	}
	return out, nil
}
