package engine

import (
	"cmp"
	"context"
	"slices"

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

// tables gives the tables of a stage with the rows that others have left. Those of which no text may be
// looked up in others are made first, then those of fewer rows, since the texts of others may be looked up in
// them.
func (r *running) tables(ctx context.Context, s *cut.Stage) ([]*plan.TableRef, error) {
	out, left, made := slices.Clone(s.Tables), []int(nil), map[int]*plan.Table{}
	for i, t := range s.Tables {
		if s.From[i] == cut.Working {
			out[i] = &plan.TableRef{Alias: t.Alias, Table: r.started.working, Outer: t.Outer}
		}
		if s.From[i] >= 0 {
			left = append(left, i)
		}
	}
	slices.SortStableFunc(left, func(i, j int) int {
		x, y := s.From[i], s.From[j]
		return cmp.Or(cmp.Compare(r.seeks(x), r.seeks(y)), cmp.Compare(r.stages[x].len(), r.stages[y].len()))
	})
	for _, i := range left {
		t := s.Tables[i]
		table, err := r.table(ctx, s.From[i], t, made)
		if err != nil {
			return nil, err
		}
		made[s.From[i]] = table
		out[i] = &plan.TableRef{Alias: t.Alias, Table: table, Outer: t.Outer}
	}
	return out, nil
}

// seeks is 1 where texts of a stage may be looked up in those of others.
func (r *running) seeks(stage int) int {
	if slices.ContainsFunc(r.started.query.Shape.Stages[stage].Sought, func(by []cut.Source) bool { return len(by) > 0 }) {
		return 1
	}
	return 0
}

// len is how many rows a stage has left.
func (s *stage) len() int {
	if s.file != nil {
		return s.file.Len()
	}
	return s.rows.Len
}

// table makes a table of a stage's rows, once; others were made before for the stage that asks.
func (r *running) table(ctx context.Context, from int, as *plan.TableRef, before map[int]*plan.Table) (*plan.Table, error) {
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
	s.table, err = relation.NewNumbered(ctx, as.Table.Name, as.Table.Columns, s.rows, textsOf(r.started.query.Shape.Stages[from], before), r.started.account.Charge)
	return s.table, err
}

// textsOf says how the texts of a stage's columns are stored, of which some may be looked up in those of
// tables that were made before.
func textsOf(s *cut.Stage, before map[int]*plan.Table) []relation.Texts {
	out := make([]relation.Texts, len(s.Columns))
	for i, sources := range s.Sought {
		out[i].Numbered, out[i].Listed = s.Numbered[i], s.Shown[i]
		for _, by := range sources {
			if of := before[by.Stage]; of != nil && isOwn(&of.Columns[by.Column], of.Rows) {
				out[i].Among = &of.Columns[by.Column]
			}
		}
	}
	return out
}

// isOwn reports whether equal texts of a column have one code, and whether they are not many more than
// so many rows, as those of a table that the rows are of may be.
func isOwn(c *plan.Column, rows int) bool {
	if c.Unsorted != nil {
		return c.Unsorted.Once()
	}
	return c.Type.Kind == plan.String && c.Dict != nil && c.Dict.Len() <= 2*rows
}
