package tail

import (
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/window"
)

// window appends the columns of window functions. Functions over the same partitions and
// order share one sort. Rows are then known by their positions in that order; results are
// written to where the rows came from. Rows that the operators behind surely drop are
// dropped before, where the functions allow it.
func (r *runner) window(funcs []plan.WindowFunc, behind []plan.Operator) error {
	if err := r.settle(); err != nil {
		return err
	}
	if err := r.bound(funcs, behind); err != nil {
		return err
	}
	if err := r.settle(); err != nil {
		return err
	}
	out := &plan.Rows{Len: r.rows.Len, Columns: slices.Clone(r.rows.Columns)}
	made := make([]plan.Vector, len(funcs))
	done := make([]bool, len(funcs))
	for i := range funcs {
		if done[i] {
			continue
		}
		if o := funcs[i].Over; funcs[i].Name == plan.RowNumber && len(o.Partition)+len(o.Order) == 0 {
			var err error
			if made[i], err = r.numbers(funcs[i].Of); err != nil {
				return fmt.Errorf("compute %s: %w", funcs[i], err)
			}
			continue
		}
		l, err := r.layout(funcs[i].Over)
		if err != nil {
			return fmt.Errorf("order the rows of %s: %w", funcs[i], err)
		}
		var same []int
		for k := i; k < len(funcs); k++ {
			if window.SameOrder(funcs[i].Over, funcs[k].Over) {
				same, done[k] = append(same, k), true
			}
		}
		if err := l.run(funcs, same, made); err != nil {
			return err
		}
	}
	out.Columns = append(out.Columns, made...)
	r.rows = out
	return nil
}

// layout is rows in the order of a window.
type layout struct {
	r     *runner
	over  plan.Over
	rows  []int32 // row numbers by position
	first []bool  // by position: the row is no peer of the one before
	parts []part
}

// part is the positions [lo, hi) of one partition.
type part struct{ lo, hi int }

func (r *runner) layout(o plan.Over) (*layout, error) {
	var keys []plan.SortKey
	var slots []int
	for _, s := range o.Partition {
		keys, slots = append(keys, plan.SortKey{Slot: s.Index}), append(slots, s.Index)
	}
	for _, k := range o.Order {
		keys, slots = append(keys, plan.SortKey{Slot: k.Slot.Index, Desc: k.Desc}), append(slots, k.Slot.Index)
	}
	for _, s := range slots {
		if s < 0 || s >= len(r.rows.Columns) {
			return nil, fmt.Errorf("#%d is not among the %d columns of the rows", s, len(r.rows.Columns))
		}
	}
	if err := r.take(2 * int64(r.count())); err != nil {
		return nil, err
	}
	begins := make([]bool, r.count())
	l := &layout{r: r, over: o, first: make([]bool, r.count())}
	marked := false
	rows, err := r.order(keys, func(s *sorter, widths []int) error {
		marked = true
		return l.markWords(begins, s, widths[len(o.Partition):])
	})
	if err != nil {
		return nil, err
	}
	l.rows = rows
	if !marked {
		if err := l.markAll(begins, slots); err != nil {
			return nil, err
		}
	}
	l.parts = partsOf(begins)
	return l, nil
}

func partsOf(begins []bool) []part {
	n := 0
	for _, begin := range begins {
		n += int(flag(begin))
	}
	out, last := make([]part, 0, n+1), 0
	for i, begin := range begins {
		if begin && i > 0 {
			out = append(out, part{last, i})
			last = i
		}
	}
	if len(begins) > 0 {
		out = append(out, part{last, len(begins)})
	}
	return out
}

// markAll marks where partitions begin, and rows that are no peers of the ones before.
func (l *layout) markAll(begins []bool, slots []int) error {
	if err := l.mark(begins, slots[:len(l.over.Partition)]); err != nil {
		return err
	}
	copy(l.first, begins)
	return l.mark(l.first, slots[len(l.over.Partition):])
}

// markWords does the same by the sorted keys, which are one word each; the last so many bits
// of it are those of the order.
func (l *layout) markWords(begins []bool, s *sorter, order []int) error {
	behind := s.place // bits below those of the partition
	for _, width := range order {
		behind += width
	}
	for i, run := range s.runs {
		begins[run.lo] = i == 0 || (run.word^s.runs[i-1].word)>>behind != 0
		l.first[run.lo] = true
	}
	if s.runs != nil {
		return nil
	}
	return l.r.spread(chunksOf(len(begins)), func(_, chunk int) error {
		lo := chunk * chunkRows
		hi := min(lo+chunkRows, len(begins))
		if lo == 0 {
			begins[0], l.first[0] = true, true
		}
		for i := max(lo, 1); i < hi; i++ {
			differ := s.from[i] ^ s.from[i-1]
			begins[i], l.first[i] = differ>>behind != 0, differ>>s.place != 0
		}
		return nil
	})
}

// mark marks the positions whose rows differ in some columns from the row before, and the
// first.
func (l *layout) mark(out []bool, slots []int) error {
	workers := l.r.workers(l.r.threads)
	return l.r.spread(chunksOf(len(l.rows)), func(worker, chunk int) error {
		lo := chunk * chunkRows
		hi := min(lo+chunkRows, len(out))
		if lo == 0 {
			out[0] = true
		}
		lo = max(lo, 1)
		for _, s := range slots {
			workers[worker].again()
			workers[worker].markChanges(out[lo:hi], &l.r.rows.Columns[s], l.rows[lo-1:hi])
		}
		return nil
	})
}

// markChanges marks where a row differs from the one before. Numbers are brought together
// first: they are then read from all over memory side by side.
func (w *worker) markChanges(out []bool, v *plan.Vector, rows []int32) {
	if v.Ints == nil || v.Nulls != nil || v.Type.Kind == plan.Null {
		for i := range out {
			out[i] = out[i] || !cellsEqual(v, int(rows[i]), int(rows[i+1]))
		}
		return
	}
	ints := w.ints.get(len(rows))
	pick(ints, v.Ints, rows, 0, len(rows))
	for i := range out {
		out[i] = out[i] || ints[i] != ints[i+1]
	}
}

// evaluator computes one window function for one partition after another, several at a
// time.
type evaluator interface {
	partition(p part) error
	column() (plan.Vector, error) // when all partitions are done
}

// piecewise is an evaluator that computes the rows of a partition in pieces, several of one
// partition at a time: the rows at positions [lo, hi) need no result of those before.
type piecewise interface {
	piece(p part, lo, hi int) error
}

// task is what one goroutine does at once: small partitions, or a piece of a large one.
type task struct {
	evaluator int
	parts     []part
	piece     part // of the only one; lo = hi: all
}

// tasks cuts the work of an evaluator.
func (l *layout) tasks(i int, e evaluator) (out []task) {
	_, pieces := e.(piecewise)
	for _, batch := range l.batches() {
		p := batch[0]
		if !pieces || len(batch) > 1 || p.hi-p.lo <= chunkRows {
			out = append(out, task{evaluator: i, parts: batch})
			continue
		}
		for lo := p.lo; lo < p.hi; lo += chunkRows {
			out = append(out, task{i, batch, part{lo, min(lo+chunkRows, p.hi)}})
		}
	}
	return out
}

func (t *task) run(e evaluator) error {
	if t.piece.lo < t.piece.hi {
		return e.(piecewise).piece(t.parts[0], t.piece.lo, t.piece.hi)
	}
	for _, p := range t.parts {
		if err := e.partition(p); err != nil {
			return err
		}
	}
	return nil
}

// run computes those of funcs that have this layout.
func (l *layout) run(funcs []plan.WindowFunc, which []int, out []plan.Vector) error {
	evaluators := make([]evaluator, len(which))
	var tasks []task
	for i, f := range which {
		e, err := l.evaluator(funcs[f])
		if err != nil {
			return fmt.Errorf("compute %s: %w", funcs[f], err)
		}
		evaluators[i] = e
		tasks = append(tasks, l.tasks(i, e)...)
	}
	err := l.r.spread(len(tasks), func(_, at int) error {
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

// batches puts small partitions together.
func (l *layout) batches() (out [][]part) {
	for first := 0; first < len(l.parts); {
		last := first
		for last < len(l.parts) && l.parts[last].lo-l.parts[first].lo < chunkRows {
			last++
		}
		out = append(out, l.parts[first:last])
		first = last
	}
	return out
}

// stopped looks at the context now and then.
func (l *layout) stopped(i int) error {
	if i%chunkRows == 0 {
		return l.r.stopped()
	}
	return nil
}

// evaluator prepares a function.
func (l *layout) evaluator(f plan.WindowFunc) (evaluator, error) {
	switch f.Name {
	case plan.RowNumber, plan.Rank, plan.DenseRank, plan.Ntile, plan.CumeDist, plan.PercentRank:
		return l.ranking(f)
	case plan.WindowCount, plan.WindowSum, plan.WindowName(plan.VarPop), plan.WindowName(plan.VarSamp), plan.WindowName(plan.StddevPop),
		plan.WindowName(plan.StddevSamp), plan.WindowName(plan.BitAndAll), plan.WindowName(plan.BitOrAll), plan.WindowName(plan.BitXorAll):
		return l.sliding(f)
	}
	return l.picking(f)
}
