package windows

import (
	"fmt"

	"gsdms/operators/large"
	"gsdms/plan"
)

// pieceRows is how many rows of a partition are worked on at once, and between two looks at the
// context.
const pieceRows = 8192

// Run is what the functions ask of the run that they are part of.
type Run interface {
	// Take charges memory, or with a negative number gives it back.
	Take(bytes int64) error
	// Stopped is why the run has ended, nil while it goes on.
	Stopped() error
	// Spread calls work for tasks 0 … n-1 on the run's goroutines, worker being the number of
	// one. The first error, by the order of the tasks, ends it.
	Spread(n int, work func(worker, task int) error) error
	// Column computes an expression of all rows.
	Column(e plan.Expr) (plan.Vector, error)
	// Gather gives the cells of a column in some rows.
	Gather(v *plan.Vector, rows []int32) (plan.Vector, error)
	// Behind gives the cells of two columns of all rows as one column, the first one's first.
	Behind(first, second *plan.Vector) (plan.Vector, error)
}

// Layout is rows in the order of a window.
type Layout struct {
	Run     Run
	Columns []plan.Vector
	Order   []int32 // row numbers by position
	First   []bool  // by position: the row is no peer of the one before; nil where no function asks
	Parts   []Part
}

// Part is the positions [Lo, Hi) of one partition.
type Part struct{ Lo, Hi int }

// PartsOf are the partitions that begin where it is marked, by position, and at the first.
func PartsOf(begins []bool) []Part {
	n := 0
	for _, begin := range begins {
		n += int(flag(begin))
	}
	out, last := large.Make[Part](n + 1)[:0], 0
	for i, begin := range begins {
		if begin && i > 0 {
			out = append(out, Part{Lo: last, Hi: i})
			last = i
		}
	}
	if len(begins) > 0 {
		out = append(out, Part{Lo: last, Hi: len(begins)})
	}
	return out
}

// evaluator computes one window function, of several partitions at a time.
type evaluator interface {
	partitions(parts []Part) error // one after another, in one goroutine
	column() (plan.Vector, error)  // when all partitions are done
}

// piecewise is an evaluator that computes the rows of a partition in pieces, several of one
// partition at a time: the rows at positions [lo, hi) need no result of those before.
type piecewise interface {
	piece(p Part, lo, hi int) error
}

// task is what one goroutine does at once: small partitions, or a piece of a large one.
type task struct {
	evaluator int
	parts     []Part
	piece     Part // of the only one; lo = hi: all
}

// tasks cuts the work of an evaluator.
func (l *Layout) tasks(i int, e evaluator) (out []task) {
	_, pieces := e.(piecewise)
	for _, batch := range l.Batches() {
		p := batch[0]
		if !pieces || len(batch) > 1 || p.Hi-p.Lo <= pieceRows {
			out = append(out, task{evaluator: i, parts: batch})
			continue
		}
		for lo := p.Lo; lo < p.Hi; lo += pieceRows {
			out = append(out, task{i, batch, Part{lo, min(lo+pieceRows, p.Hi)}})
		}
	}
	return out
}

func (t *task) run(e evaluator) error {
	if t.piece.Lo < t.piece.Hi {
		return e.(piecewise).piece(t.parts[0], t.piece.Lo, t.piece.Hi)
	}
	return e.partitions(t.parts)
}

// each calls partition for one after another.
func each(parts []Part, partition func(p Part) error) error {
	for _, p := range parts {
		if err := partition(p); err != nil {
			return err
		}
	}
	return nil
}

// Compute computes those of funcs that have this layout: which says which, and their columns come to
// the same places of out.
func (l *Layout) Compute(funcs []plan.WindowFunc, which []int, out []plan.Vector) error {
	evaluators, err := l.evaluators(funcs, which)
	if err != nil {
		return err
	}
	var tasks []task
	for i, e := range evaluators {
		if _, kept := e.(keptCount); !kept {
			tasks = append(tasks, l.tasks(i, e)...)
		}
	}
	err = l.Run.Spread(len(tasks), func(_, at int) error {
		t := &tasks[at]
		if err := t.run(evaluators[t.evaluator]); err != nil {
			return fmt.Errorf("compute %s: %w", funcs[which[t.evaluator]], err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, f := range which {
		v, err := evaluators[i].column()
		if err != nil {
			return fmt.Errorf("compute %s: %w", funcs[f], err)
		}
		out[f] = v
	}
	return nil
}

// Batches puts small partitions together, next to each other as they are: each is work for one goroutine.
func (l *Layout) Batches() (out [][]Part) {
	for first := 0; first < len(l.Parts); {
		last := first
		for last < len(l.Parts) && l.Parts[last].Lo-l.Parts[first].Lo < pieceRows {
			last++
		}
		out = append(out, l.Parts[first:last])
		first = last
	}
	return out
}

// stopped looks at the context now and then.
func (l *Layout) stopped(i int) error {
	if i%pieceRows == 0 {
		return l.Run.Stopped()
	}
	return nil
}

// AsksPeers reports whether a function asks which rows are peers.
func AsksPeers(f plan.WindowFunc) bool {
	switch f.Name {
	case plan.Rank, plan.DenseRank, plan.CumeDist, plan.PercentRank:
		return true
	case plan.RowNumber, plan.Ntile, plan.Lag, plan.Lead:
		return false
	}
	return f.Over.Bounds().Range
}

// evaluators prepares functions, the counts behind the others, since one of these may count on its way.
func (l *Layout) evaluators(funcs []plan.WindowFunc, which []int) ([]evaluator, error) {
	out := make([]evaluator, len(which))
	for _, counts := range []bool{false, true} {
		for i, f := range which {
			if counts != (funcs[f].Name == plan.WindowCount) {
				continue
			}
			e, err := l.beside(funcs[f], out)
			if err != nil {
				return nil, fmt.Errorf("compute %s: %w", funcs[f], err)
			}
			out[i] = e
		}
	}
	return out, nil
}

// beside prepares a function, others being there.
func (l *Layout) beside(f plan.WindowFunc, others []evaluator) (evaluator, error) {
	for _, o := range others {
		if s, ok := o.(*slide); ok && s.sees(f) {
			return s.keepCount(f.Of)
		}
	}
	return l.evaluator(f)
}

// evaluator prepares a function.
func (l *Layout) evaluator(f plan.WindowFunc) (evaluator, error) {
	switch f.Name {
	case plan.RowNumber, plan.Rank, plan.DenseRank, plan.Ntile, plan.CumeDist, plan.PercentRank:
		return l.ranking(f)
	case plan.WindowCount, plan.WindowSum, plan.WindowName(plan.VarPop), plan.WindowName(plan.VarSamp), plan.WindowName(plan.StddevPop),
		plan.WindowName(plan.StddevSamp), plan.WindowName(plan.BitAndAll), plan.WindowName(plan.BitOrAll), plan.WindowName(plan.BitXorAll):
		return l.sliding(f)
	case plan.Together:
		return l.putTogether(f)
	}
	return l.picking(f)
}
