package tail

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Options say what a run may take.
type Options struct {
	Threads int // goroutines at most; 0: one for each processor

	// Charge is told before memory is taken, and with a negative number when it is given
	// back; an error of it ends the run. It is called by one goroutine at a time. When Run
	// ends, all is given back but what the columns that it made of its result take. Nil:
	// memory is not counted.
	Charge func(bytes int64) error
}

// Run runs operators on rows, in order: Filter, Project, Distinct, Sort, Limit, Window, Group and Aggregate,
// whose expressions refer to Slots of the rows of the operator before. The rows given may
// be shared and are not changed; the columns of the result may be theirs. A done context
// ends the run within milliseconds, with its cause.
func Run(ctx context.Context, ops []plan.Operator, rows *plan.Rows, o Options) (*plan.Rows, error) {
	if rows.Len > maxRows {
		return nil, errTooManyRows
	}
	if rows.Len > briefRows {
		var leave func()
		ctx, leave = operators.InTurn(ctx)
		defer leave()
	}
	r := newRunner(ctx, rows, o)
	return r.end(r.all(ops), rows)
}

// briefRows take so little that nobody waits for a turn to work on them.
const briefRows = 1024

// maxRows is how many rows there may be: row numbers have 31 bits.
const maxRows = math.MaxInt32

var errTooManyRows = fmt.Errorf("more than %d rows cannot be sorted, repeated or computed at once: ask for fewer", maxRows)

// end gathers the rows left, unless there was an error, and gives memory back.
func (r *runner) end(err error, given *plan.Rows) (*plan.Rows, error) {
	if err == nil {
		err = r.settle()
	}
	if err == nil {
		err = r.Stopped() // what looks at the context may have ended early
	}
	if err != nil {
		return nil, joinCharge(err, r.Release(0))
	}
	if err := r.Release(cell.OwnBytes(r.rows, given)); err != nil {
		return nil, joinCharge(err, r.Release(0))
	}
	return r.rows, nil
}

func joinCharge(err, charge error) error {
	if charge != nil {
		return fmt.Errorf("%w (and memory could not be given back: %w)", err, charge)
	}
	return err
}

// runner holds rows and which of them are left, in order.
type runner struct {
	*team.Team
	ctx  context.Context
	rows *plan.Rows
	left []int32     // row numbers; nil: all, in order
	told *fault.Told // of what values lose; nil: nobody asks

	behind  []plan.Operator // of a projection that is computed
	best    *bests          // of a column of it; nil: all of its texts are wanted
	first   *byText         // likewise, where the first rows by the texts are wanted
	chooses bool            // the operators behind want few of the texts that are made: see chooseFew
	dropped int64           // rows before those left that the limit which comes next need not skip any more

	carries *carried // nil: nothing goes with rows that are put in order
}

func newRunner(ctx context.Context, rows *plan.Rows, o Options) *runner {
	return &runner{Team: team.New(ctx, o.Threads, o.Charge), ctx: ctx, rows: rows, told: fault.TellsTo(ctx)}
}

// chunks is the number of chunks of the rows left.
func (r *runner) chunks() int { return team.Chunks(r.count()) }

// each calls work for the chunks of the rows left.
func (r *runner) each(work func(worker, chunk int) error) error { return r.Spread(r.chunks(), work) }

func (r *runner) all(ops []plan.Operator) error {
	for i, op := range ops {
		if err := r.run(op, ops[i+1:]); err != nil {
			return err
		}
	}
	return nil
}

// following is the limit that comes next, if there is one: a sort then needs to order no
// more than what the limit passes.
func following(behind []plan.Operator) *plan.Limit {
	if len(behind) > 0 {
		if l, ok := behind[0].(plan.Limit); ok {
			return &l
		}
	}
	return nil
}

// chooseFew reports whether operators leave few of the rows that they are given, by an order: the first,
// or the least and greatest of groups.
func chooseFew(behind []plan.Operator) bool {
	for i, op := range behind {
		switch o := op.(type) {
		case plan.Project, plan.Filter:
			continue
		case plan.Sort:
			return following(behind[i+1:]) != nil
		case plan.Group:
			return !slices.ContainsFunc(o.Aggs, func(a plan.Agg) bool { return a.Func != plan.Min && a.Func != plan.Max && a.Func != plan.Count })
		}
		return false
	}
	return false
}

func (r *runner) run(op plan.Operator, behind []plan.Operator) error {
	if err := r.Stopped(); err != nil {
		return err
	}
	switch o := op.(type) {
	case plan.Filter:
		return r.filterAll(plan.Conjuncts(o.Pred))
	case plan.Project:
		r.chooses, r.behind = chooseFew(behind), behind
		err := r.project(o.Exprs)
		r.behind, r.best = nil, nil
		return err
	case plan.Distinct:
		return r.distinct()
	case plan.Repeat:
		return r.repeat(o)
	case plan.Unfold:
		return r.unfold(o)
	case plan.Sort:
		return r.sort(o.Keys, following(behind))
	case plan.Limit:
		return r.limit(o)
	case plan.Window:
		return r.window(o.Funcs, behind)
	case plan.Group:
		return r.group(o)
	case plan.Aggregate:
		return r.aggregated(o)
	}
	return fmt.Errorf("run %s on rows: the operator cannot run behind a pipeline", op)
}

// count is the number of rows left.
func (r *runner) count() int {
	if r.left == nil {
		return r.rows.Len
	}
	return len(r.left)
}

// limit passes Count rows after the first Offset.
func (r *runner) limit(l plan.Limit) error {
	n := int64(r.count())
	lo := max(0, min(l.Offset-r.dropped, n))
	r.dropped = 0
	hi := n
	if l.Count >= 0 {
		hi = lo + min(l.Count, n-lo)
	}
	switch {
	case lo == 0 && hi == n:
	case r.left != nil:
		r.left = r.left[lo:hi]
	default:
		if err := r.Take(4 * (hi - lo)); err != nil {
			return err
		}
		r.left = make([]int32, hi-lo)
		for i := range r.left {
			r.left[i] = int32(lo) + int32(i)
		}
	}
	return nil
}

// filterAll keeps the rows for which all conditions are true. One that is NULL decides as well as one
// that is false: those behind it may fail.
func (r *runner) filterAll(conjuncts []plan.Expr) error {
	for _, e := range conjuncts {
		if err := r.filter(e); err != nil {
			return err
		}
	}
	return nil
}

// filter keeps the rows for which pred is true.
func (r *runner) filter(pred plan.Expr) error {
	if err := r.Take(4 * int64(r.count())); err != nil {
		return err
	}
	c, err := r.compile(plan.TruthOf(pred))
	if err != nil {
		return err
	}
	kept := make([][]int32, r.chunks())
	workers := r.workers(r.chunks())
	err = r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		v, err := w.truths(c)
		if err != nil {
			return fmt.Errorf("keep the rows where %s: %w", pred, err)
		}
		kept[chunk] = w.passing(v)
		return nil
	})
	if err != nil {
		return err
	}
	r.left = concatenated(kept)
	return nil
}

// passing gives the rows of the chunk where a truth value is true.
func (w *worker) passing(v vector) []int32 {
	n := 0
	for i, x := range v.Int {
		if x != 0 && (v.Null == nil || v.Null[i] == 0) {
			n++
		}
	}
	out := make([]int32, 0, n)
	for i, x := range v.Int {
		if x != 0 && (v.Null == nil || v.Null[i] == 0) {
			out = append(out, w.row(i))
		}
	}
	return out
}

func concatenated(parts [][]int32) []int32 {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	out := make([]int32, 0, n)
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// project computes expressions over the rows that are left.
func (r *runner) project(exprs []plan.Expr) error {
	column, v, err := r.firstTexts(exprs)
	if err != nil {
		return err
	}
	out := &plan.Rows{Len: r.count(), Columns: make([]plan.Vector, len(exprs))}
	var best []*bests
	var of []plan.Vector
	for i, e := range exprs {
		if i == column {
			out.Columns[i] = v
			continue
		}
		if r.best, err = r.bestsOf(i, exprs, r.behind); err != nil {
			return err
		}
		v, err := r.column(e)
		if err != nil {
			return err
		}
		if out.Columns[i] = v; r.best != nil {
			best, of = append(best, r.best), append(of, v)
		}
	}
	left, err := r.bestRows(best, of)
	r.rows, r.left = out, left
	return err
}
