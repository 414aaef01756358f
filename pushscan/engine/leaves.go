package engine

import (
	"context"
	"slices"
	"sync"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network/cut"
)

// leaves are the stages without needs that were compiled last. Queries whose stages are
// equal get one program, and those of them that wait for the same chunk share one run and
// its rows: a subquery or a view that several statements have is computed once.
type leaves struct {
	mu     sync.Mutex
	recent []leaf // the latest last
}

type leaf struct {
	stage *cut.Stage
	query *operators.Query
}

// keptLeaves is how many are looked through: comparing stages takes some 50 ns each, since
// most differ in their tables.
const keptLeaves = 256

// find gives the compiled form of a stage equal to this one; nil if there is none.
func (l *leaves) find(s *cut.Stage) *operators.Query {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range slices.Backward(l.recent) {
		if k.stage.Serves(s) {
			return k.query
		}
	}
	return nil
}

func (l *leaves) put(s *cut.Stage, q *operators.Query) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.recent) == keptLeaves {
		l.recent = slices.Delete(l.recent, 0, keptLeaves/2)
	}
	l.recent = append(l.recent, leaf{s, q})
}

// Forget drops the programs of stale snapshots, so that nothing keeps their files.
func (e *Engine) Forget(stale func(*plan.Table) bool) {
	e.leaves.mu.Lock()
	defer e.leaves.mu.Unlock()
	e.leaves.recent = slices.DeleteFunc(e.leaves.recent, func(k leaf) bool {
		return slices.ContainsFunc(k.stage.Tables, func(t *plan.TableRef) bool { return stale(t.Table) })
	})
}

// leaf gives the program of a stage that needs no other, and whether an earlier query had it.
func (e *Engine) leaf(ctx context.Context, s *cut.Stage) (q *operators.Query, known bool, err error) {
	if q := e.leaves.find(s); q != nil {
		return q, true, nil
	}
	if q, err = e.compileLeaf(ctx, s); err == nil && !q.Provisional {
		e.leaves.put(s, q)
	}
	return q, false, err
}

// compileLeaf compiles a stage that needs no other.
func (e *Engine) compileLeaf(ctx context.Context, s *cut.Stage) (*operators.Query, error) {
	q, err := compileStage(ctx, s, s.Tables, nothing, e.cache)
	if err != nil {
		return nil, err
	}
	if _, leaves := e.backend.(operators.Leaver); !leaves {
		withoutTests(q)
	}
	return e.programs.known(q), nil
}

// withoutTests has a program that nobody else knows yet give all groups.
func withoutTests(q *operators.Query) {
	if q.Program == nil {
		return
	}
	if g, ok := q.Program.Sink.(*operators.Groups); ok {
		g.Having = nil
	}
}
