package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/sql"
	"gsdms/sql/result"
	"gsdms/ssb/bench"
)

// ours is gsdms on the CPU.
type ours struct {
	engine  *sql.Engine
	backend *cpu.Backend
	cold    bool // sessions plan every statement anew
}

// openOurs loads the suite into a folder, or uses what is there.
func openOurs(ctx context.Context, dir string, w *bench.Suite, o settings) (*ours, error) {
	backend, err := cpu.New(cpu.Options{Threads: o.Threads, NoSIMD: o.Plain})
	if err != nil {
		return nil, err
	}
	engine, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend, Memory: o.Memory, QueryMemory: o.Memory})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	s := &ours{engine, backend, o.Cold}
	progress := newProgress(o.System)
	load := bench.LoadOptions{Progress: func(table string, done, _ int64) { progress.report(table, done) }}
	if _, err := bench.Load(ctx, engine, w, load); err != nil {
		return nil, errors.Join(fmt.Errorf("load the tables: %w", err), s.Close())
	}
	return s, nil
}

// Client implements system: a session of its own.
func (s *ours) Client(ctx context.Context) (client, error) {
	session := s.engine.NewSession()
	if s.cold {
		if _, err := session.Query(ctx, "SET gsdms_plan_cache = OFF"); err != nil {
			return nil, err
		}
	}
	return ourClient{session}, nil
}

// Close implements system.
func (s *ours) Close() error { return errors.Join(s.engine.Close(), s.backend.Close()) }

// ourClient is a session. Several queries go through Session.Together: they are on the
// scan from the same chunk on.
type ourClient struct{ session *sql.Session }

// Prepare implements client. Sessions share the engine's cache of plans.
func (c ourClient) Prepare(context.Context, []bench.Query) error { return nil }

// Ask implements client. Every value is brought to Go as a text, as DuckDB's driver brings
// them one by one, but for answers that are kept: those stay columns.
func (c ourClient) Ask(ctx context.Context, queries []bench.Query) []outcome {
	out := make([]outcome, len(queries))
	if len(queries) == 1 {
		r, err := c.session.Query(ctx, queries[0].Text)
		out[0] = outcomeOf(queries[0], r, err)
		return out
	}
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	for i, a := range c.session.Together(ctx, texts) {
		out[i] = outcomeOf(queries[i], a.Result, a.Err)
	}
	return out
}

func outcomeOf(q bench.Query, r *result.Set, err error) outcome {
	if err != nil {
		return outcome{err: err}
	}
	row := func(i int) []string {
		cells := make([]string, len(r.Columns))
		for c := range cells {
			text, null := r.Text(i, c)
			if null {
				text = "NULL"
			}
			cells[c] = text
		}
		return cells
	}
	if !q.Kept {
		all := make([][]string, r.Rows.Len)
		for i := range all {
			all[i] = row(i)
		}
		row = func(i int) []string { return all[i] }
	}
	return outcome{answer: func() (answer, error) {
		c := newCollector(ourColumns(r.Columns))
		for i := range r.Rows.Len {
			if err := c.add(row(i)); err != nil {
				return answer{}, err
			}
		}
		return c.answer, nil
	}}
}

func ourColumns(outputs []plan.Output) []column {
	out := make([]column, len(outputs))
	for i, o := range outputs {
		switch {
		case o.Type.Kind == plan.Double:
			out[i] = column{Real: true}
		case o.Type.Kind == plan.Decimal && o.Type.Scale > 0:
			out[i] = column{Real: true, Step: math.Pow10(-o.Type.Scale)}
		}
	}
	return out
}
