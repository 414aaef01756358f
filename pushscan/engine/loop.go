package engine

import (
	"context"

	"gsdms/operators"
	"gsdms/operators/concat"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network/cut"
	"gsdms/pushscan/relation"
)

// codeTooDeep is MySQL's number of a recursion that does not end in time.
const codeTooDeep = 3636

// prepareStep compiles what the step of a recursion needs no rows for, once: copies of the
// recursion have the same step.
func (e *Engine) prepareStep(ctx context.Context, q *Query, l *cut.Loop) error {
	if q.steps[l.Step] != nil {
		return nil
	}
	step, err := e.Prepare(ctx, l.Step)
	if err != nil {
		return err
	}
	step.direct = step.Shape.Direct()
	q.steps[l.Step] = step
	q.tables, q.reads = append(q.tables, step.tables...), append(q.reads, step.reads...)
	return nil
}

// loop runs a recursion: its step over the rows that were new last, until there are none, or enough.
func (r *running) loop(ctx context.Context, s *cut.Stage) (*plan.Rows, error) {
	account := r.started.account
	all, err := r.inMemory(ctx, s.Parts[0])
	if err != nil {
		return nil, err
	}
	levels := levels{account: account}
	defer levels.end()
	if s.Loop.Distinct {
		levels.seen = concat.NewSeen()
	}
	fresh, err := levels.add(ctx, all)
	if err != nil {
		return nil, err
	}
	step := r.started.query.steps[s.Loop.Step]
	for runs := 1; fresh.Len > 0 && !levels.enough(s.Loop.Enough); runs++ {
		if runs > s.Loop.Depth {
			return nil, fault.Errorf(codeTooDeep, "Recursive query aborted after %d iterations. Try increasing @@cte_max_recursion_depth to a larger value.", runs)
		}
		var err error
		if step, fresh, err = r.step(ctx, step, s.Loop, fresh); err != nil {
			return nil, err
		}
		if err := account.Charge(fresh.Bytes()); err != nil {
			return nil, err
		}
		if fresh, err = levels.add(ctx, fresh); err != nil {
			return nil, err
		}
	}
	rows, err := concat.Rows(ctx, levels.parts)
	if err != nil {
		return nil, err
	}
	if err := account.Charge(rows.Bytes()); err != nil {
		return nil, err
	}
	return r.started.finish(ctx, s.Ops, rows)
}

// levels is the rows that the rounds of a recursion gave.
type levels struct {
	account *operators.Account
	parts   []*plan.Rows
	seen    *concat.Seen // nil where equal rows are kept
	held    int64        // what seen takes of the account
	rows    int64
}

// enough says whether there are as many rows as are needed, 0 being all.
func (a *levels) enough(needed int64) bool { return needed > 0 && a.rows >= needed }

// add takes the rows of a round, and gives those that are new.
func (a *levels) add(ctx context.Context, rows *plan.Rows) (*plan.Rows, error) {
	if a.seen != nil {
		all := rows.Bytes()
		var err error
		if rows, err = a.seen.Unseen(ctx, rows); err != nil {
			return nil, err
		}
		more := a.seen.Bytes() - a.held
		if err := a.account.Charge(more + rows.Bytes() - all); err != nil {
			return nil, err
		}
		a.held += more
	}
	a.parts = append(a.parts, rows)
	a.rows += int64(rows.Len)
	return rows, nil
}

// end gives back what the set of rows takes.
func (a *levels) end() { _ = a.account.Charge(-a.held) }

// step runs the step of a recursion over rows. Where its plan took too much for granted it does so once
// more by another, which those behind it have as well.
func (r *running) step(ctx context.Context, by *Query, l *cut.Loop, over *plan.Rows) (*Query, *plan.Rows, error) {
	for {
		rows, err := r.stepBy(ctx, by, l, over)
		other, unplanned := by.Under(ctx, err)
		if other == nil || unplanned != nil {
			return by, rows, err
		}
		by = other
	}
}

// directRows is how many rows a step goes on from at most that rides on no stream: a stream, and a
// program for its rows, take as long as some thousand of them.
const directRows = 1024

// directly runs a step that reads nothing but few rows by the operators behind scans. It gives none
// where a number leaves the 64 bits that the columns of a recursion have.
func (r *running) directly(ctx context.Context, account *operators.Account, q *Query, l *cut.Loop, over *plan.Rows) (*plan.Rows, error) {
	if q.direct == nil || over.Len > directRows || !fits(over, l.Columns) {
		return nil, nil
	}
	rows, err := finish(ctx, account, q.direct, over)
	if err != nil {
		return nil, err
	}
	if rows = shown(q, rows); !fits(rows, l.Columns) {
		return nil, nil
	}
	return rows, nil
}

// fits reports whether rows are of the types of columns, and all numbers of 64 bits.
func fits(rows *plan.Rows, columns []plan.Column) bool {
	for i := range rows.Columns {
		v := &rows.Columns[i]
		if v.Wide != nil || v.Type.Kind != columns[i].Type.Kind || v.Type.Scale != columns[i].Type.Scale {
			return false
		}
	}
	return true
}

// stepBy runs the step of a recursion by a plan, as part of the query. What it holds but its rows is
// given back.
func (r *running) stepBy(ctx context.Context, q *Query, l *cut.Loop, over *plan.Rows) (*plan.Rows, error) {
	outer := r.started
	e := outer.engine
	account := operators.NewAccount(e.queryMemory, operators.QueryMemoryRefusal, outer.account)
	defer account.Empty()
	q.tell(fault.TellsTo(ctx))
	if rows, err := r.directly(ctx, account, q, l, over); rows != nil || err != nil {
		return rows, err
	}
	working, err := relation.New(ctx, l.Step.Working.Name, l.Columns, over, account.Charge)
	if err != nil {
		return nil, err
	}
	s := &Started{engine: e, query: q, terms: outer.terms, account: account, seats: make([]seat, len(q.Leaves)), working: working, within: outer}
	for i, leaf := range q.Leaves {
		if leaf == nil || leaf.Program == nil {
			continue
		}
		seats, err := e.board(ctx, s.terms, []*operators.Query{leaf})
		if err != nil {
			return nil, err
		}
		s.seats[i] = seats[0]
		s.join(seats[0].sub)
	}
	in := &running{started: s, cache: e.cache.Passing(account), stages: make([]stage, len(q.Leaves))}
	out, err := in.run(ctx)
	if err != nil {
		return nil, err
	}
	return out.Rows, nil
}
