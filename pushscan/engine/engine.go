package engine

import (
	"context"
	"math"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/pushscan"
)

// Engine runs queries on one backend. It is safe for concurrent use.
type Engine struct {
	hub         *pushscan.Hub
	cache       *compile.Cache
	memory      *budget
	queryMemory int64
}

// Options are the limits of an Engine, in bytes.
type Options struct {
	Memory      int64 // of all queries together
	QueryMemory int64 // of one query
	Scan        pushscan.Options
}

// New makes an engine. The backend outlives it.
func New(b operators.Backend, o Options) *Engine {
	o.Scan.QueryMemory = o.QueryMemory
	return &Engine{
		hub: pushscan.NewHub(b, o.Scan), cache: compile.NewCache(o.Memory),
		memory: newBudget(o.Memory), queryMemory: o.QueryMemory,
	}
}

// Close ends the streams, and fails the queries that still run.
func (e *Engine) Close() error { return e.hub.Close() }

// Hub gives the streams, for plans of programs.
func (e *Engine) Hub() *pushscan.Hub { return e.hub }

// Query is a query whose stages are known. It is immutable and cacheable for as long as
// the snapshots it was made for live.
type Query struct {
	Shape  *network.Shape
	Leaves []*operators.Query // by stage: of those that need no other
	tables []*plan.Table
}

// Tables are the snapshots that the query reads.
func (q *Query) Tables() []*plan.Table { return q.tables }

// Output names and types the result's columns.
func (q *Query) Output() []plan.Output { return q.Shape.Output }

// Prepare takes a network to pieces and compiles those that need no other. It changes
// the network.
func (e *Engine) Prepare(ctx context.Context, n *network.Network) (*Query, error) {
	if err := n.Unnest(); err != nil {
		return nil, err
	}
	shape, err := n.Cut()
	if err != nil {
		return nil, err
	}
	q := NewQuery(shape)
	for i, s := range shape.Stages {
		if len(s.Needs()) > 0 {
			continue
		}
		if q.Leaves[i], err = compileStage(ctx, s, s.Tables, nothing, e.cache); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// NewQuery makes a query of which nothing is compiled.
func NewQuery(shape *network.Shape) *Query {
	q := &Query{Shape: shape, Leaves: make([]*operators.Query, len(shape.Stages))}
	for _, s := range shape.Stages {
		for i, t := range s.Tables {
			if s.From[i] == network.Stored {
				q.tables = append(q.tables, t.Table)
			}
		}
	}
	return q
}

// nothing knows of no stage's rows.
func nothing(int) ([]plan.Value, int) { return nil, math.MaxInt }

// compileStage makes the program of a stage over tables that are all there. Of a stage
// that scans nothing it is one row, on which all operators run at the end.
func compileStage(ctx context.Context, s *network.Stage, tables []*plan.TableRef, constants network.Constants, cache *compile.Cache) (*operators.Query, error) {
	p, err := s.Pipeline(tables, constants)
	if err != nil {
		return nil, err
	}
	if len(p.Tables) == 0 {
		return &operators.Query{Pipeline: p, Finish: p.Ops}, nil
	}
	q, err := compile.Query(ctx, p, cache)
	if err != nil {
		return nil, err
	}
	q.Program.Live() // here, and not on the scan's goroutine
	return q, nil
}

// Result is the rows of a query and how they came about.
type Result struct {
	Rows   *plan.Rows
	Stages []StageReport // of those that scanned, as they ended
}

// StageReport says what a stage did.
type StageReport struct {
	Stage int
	Query *operators.Query
	Scan  *pushscan.Report // nil: nothing was scanned
	Rows  int              // that it left
}

// Started is a query on the streams. Wait must be called once.
type Started struct {
	engine  *Engine
	query   *Query
	as      pushscan.Granularity
	subs    []*pushscan.Subscription // by stage: of the leaves that scan
	release func()
}

// Start puts queries on the streams: the leaves of all together. An error means that none
// was started.
func (e *Engine) Start(ctx context.Context, as pushscan.Granularity, queries ...*Query) ([]*Started, error) {
	var scans []*operators.Query
	started := make([]Started, len(queries))
	bytes := int64(0)
	for i, q := range queries {
		started[i] = Started{engine: e, query: q, as: as, subs: make([]*pushscan.Subscription, len(q.Leaves))}
		own := int64(0)
		for _, leaf := range q.Leaves {
			if leaf != nil && leaf.Program != nil {
				scans = append(scans, leaf)
				own += share(leaf.Program, e.queryMemory)
			}
		}
		if len(q.Leaves) > 1 {
			own = min(2*own, e.queryMemory)
		}
		bytes += own
	}
	release, err := e.memory.take(ctx, bytes)
	if err != nil {
		return nil, err
	}
	subs, err := e.hub.SubscribeAs(ctx, as, scans...)
	if err != nil {
		release()
		return nil, err
	}
	out := make([]*Started, len(queries))
	release = last(len(queries), release)
	for i := range started {
		s := &started[i]
		s.release = release
		for k, leaf := range s.query.Leaves {
			if leaf != nil && leaf.Program != nil {
				s.subs[k], subs = subs[0], subs[1:]
			}
		}
		out[i] = s
	}
	return out, nil
}
