package dialect

import (
	"context"
	"errors"

	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/sql"
)

// engine is gsdms over a folder.
type engine struct {
	*sql.Engine
	session *sql.Session
	backend operators.Backend
}

func openEngine(ctx context.Context, dir string) (*engine, error) {
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		return nil, err
	}
	e, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	return &engine{e, e.NewSession(), backend}, nil
}

// Close ends the engine.
func (e *engine) Close() error {
	e.session.Close()
	return errors.Join(e.Engine.Close(), e.backend.Close())
}

// ask runs a query.
func (e *engine) ask(ctx context.Context, text string) answer {
	r, err := e.session.Query(ctx, text)
	if err != nil {
		return answer{err: err}
	}
	var a answer
	if r.Rows == nil {
		return a
	}
	for _, c := range r.Columns {
		a.floats = append(a.floats, c.Type.Kind == plan.Double)
	}
	for i := range r.Rows.Len {
		row := make([]cell, len(r.Columns))
		for c := range row {
			row[c].text, row[c].null = r.Text(i, c)
		}
		a.rows = append(a.rows, row)
	}
	return a
}
