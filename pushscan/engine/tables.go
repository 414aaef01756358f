package engine

import (
	"context"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network/cut"
	"gsdms/pushscan/relation"
)

// compile makes the program of a stage over what others have left.
func (r *running) compile(ctx context.Context, s *cut.Stage) (*operators.Query, error) {
	tables, err := r.tables(ctx, s)
	if err != nil {
		return nil, err
	}
	constants := func(table int) ([]plan.Value, int) {
		if from := s.From[table]; from >= 0 {
			return r.stages[from].constants()
		}
		return nothing(table)
	}
	return compileStage(ctx, s, tables, constants, r.cache)
}

// constants gives what a stage has left, if that is one row.
func (s *stage) constants() ([]plan.Value, int) {
	if s.file != nil {
		return nil, s.file.Len()
	}
	return relation.Constants(s.rows)
}

// tables gives the tables of a stage with the rows that others have left.
func (r *running) tables(ctx context.Context, s *cut.Stage) ([]*plan.TableRef, error) {
	out := make([]*plan.TableRef, len(s.Tables))
	for i, t := range s.Tables {
		out[i] = t
		if s.From[i] == cut.Working {
			out[i] = &plan.TableRef{Alias: t.Alias, Table: r.started.working, Outer: t.Outer}
		}
		if s.From[i] < 0 {
			continue
		}
		table, err := r.table(ctx, s.From[i], t)
		if err != nil {
			return nil, err
		}
		out[i] = &plan.TableRef{Alias: t.Alias, Table: table, Outer: t.Outer}
	}
	return out, nil
}

// table makes a table of a stage's rows, once.
func (r *running) table(ctx context.Context, from int, as *plan.TableRef) (*plan.Table, error) {
	s := &r.stages[from]
	s.making <- struct{}{}
	defer func() { <-s.making }()
	if s.table != nil {
		return s.table, nil
	}
	var err error
	if s.file != nil {
		var done func()
		if s.table, done, err = relation.FromFile(ctx, as.Table.Name, as.Table.Columns, s.file, r.started.engine.space, r.started.account.Charge); err == nil {
			s.written.Add(relation.Bytes(s.table))
			r.started.closes(done)
		}
		return s.table, err
	}
	if s.written != nil { // groups that go to files are in the order of their texts
		s.table, err = relation.New(ctx, as.Table.Name, as.Table.Columns, s.rows, r.started.account.Charge)
		return s.table, err
	}
	numbered := r.started.query.Shape.Stages[from].Numbered
	s.table, err = relation.NewNumbered(ctx, as.Table.Name, as.Table.Columns, s.rows, numbered, r.started.account.Charge)
	return s.table, err
}
