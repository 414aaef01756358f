package tail

import (
	"fmt"
	"slices"

	"gsdms/operators/concat"
	"gsdms/operators/large"
	"gsdms/operators/tail/cell"
	"gsdms/operators/tail/team"
	"gsdms/operators/tail/windows"
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
		var same []int
		peers := false
		for k := i; k < len(funcs); k++ {
			if window.SameOrder(funcs[i].Over, funcs[k].Over) {
				same, done[k], peers = append(same, k), true, peers || windows.AsksPeers(funcs[k])
			}
		}
		l, err := r.layout(funcs[i].Over, peers)
		if err != nil {
			return fmt.Errorf("order the rows of %s: %w", funcs[i], err)
		}
		if err := l.Compute(funcs, same, made); err != nil {
			return err
		}
	}
	out.Columns = append(out.Columns, made...)
	r.rows = out
	return nil
}

// layout brings the rows into the order of a window; peers: it tells them from others.
func (r *runner) layout(o plan.Over, peers bool) (*windows.Layout, error) {
	partition, order := columnsOf(o.Partition), sortedBy(o)
	for _, s := range append(slices.Clone(partition), keySlots(order)...) {
		if s < 0 || s >= len(r.rows.Columns) {
			return nil, fmt.Errorf("#%d is not among the %d columns of the rows", s, len(r.rows.Columns))
		}
	}
	given := r.rows
	parted, err := r.parted(partition)
	if err != nil {
		return nil, err
	}
	if parted != nil {
		r.rows, partition = parted, []int{len(given.Columns)}
		defer func() {
			r.rows = given
			_ = r.Take(-8 * int64(given.Len)) // giving back succeeds
		}()
	}
	var keys []plan.SortKey
	for _, s := range partition {
		keys = append(keys, plan.SortKey{Slot: s})
	}
	m, err := r.marker(peers)
	if err != nil {
		return nil, err
	}
	rows, err := r.order(append(keys, order...), func(s *sorter, widths []int, whole bool) error {
		return m.markWords(s, widths[:len(partition)], whole)
	})
	if err != nil {
		return nil, err
	}
	if err := m.markRest(rows, partition, keySlots(order)); err != nil {
		return nil, err
	}
	return &windows.Layout{Run: windowRun{r.Team, r}, Columns: given.Columns, Order: rows, First: m.first, Parts: windows.PartsOf(m.begins)}, nil
}

func keySlots(keys []plan.SortKey) (out []int) {
	for _, k := range keys {
		out = append(out, k.Slot)
	}
	return out
}

// windowRun is what window functions ask of a run, whose rows are all left.
type windowRun struct {
	*team.Team
	r *runner
}

func (w windowRun) Column(e plan.Expr) (plan.Vector, error) { return w.r.column(e) }

func (w windowRun) Gather(v *plan.Vector, rows []int32) (plan.Vector, error) {
	return w.r.gather(v, rows)
}

func (w windowRun) Behind(first, second *plan.Vector) (plan.Vector, error) {
	n := w.r.rows.Len
	if 2*n > maxRows {
		return plan.Vector{}, errTooManyRows
	}
	if err := w.Take(cell.Bytes(first, n) + cell.Bytes(second, n)); err != nil {
		return plan.Vector{}, err
	}
	return concat.Columns(w.r.ctx, []*plan.Vector{first, second}, []int{n, n})
}

// marker marks, by position in the order of a window, where partitions begin, and rows that are no
// peers of the ones before.
type marker struct {
	r             *runner
	begins, first []bool // first is nil where nobody asks for it
	parted, peers bool   // what is marked
}

func (r *runner) marker(peers bool) (*marker, error) {
	m := &marker{r: r}
	n := r.count()
	if err := r.Take(int64(1+flag(peers)) * int64(n)); err != nil {
		return nil, err
	}
	m.begins = large.Make[bool](n)
	if peers {
		m.first = make([]bool, n)
	}
	return m, nil
}

// markWords marks what the first words of the sorted keys tell, which begin with so many bits of the
// partition.
func (m *marker) markWords(s *sorter, partition []int, whole bool) error {
	behind := s.place + s.width
	for _, width := range partition {
		behind -= width
	}
	if behind < s.place {
		return nil
	}
	m.parted, m.peers = true, whole && m.first != nil
	for i, run := range s.runs {
		m.begins[run.lo] = i == 0 || (run.word^s.runs[i-1].word)>>behind != 0
		if m.peers {
			m.first[run.lo] = true
		}
	}
	if s.runs != nil {
		return nil
	}
	return m.r.Spread(team.Chunks(len(m.begins)), func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		hi := min(lo+team.ChunkRows, len(m.begins))
		changes(m.begins, s.from, lo, hi, behind)
		if m.peers {
			changes(m.first, s.from, lo, hi, s.place)
		}
		return nil
	})
}

// changes marks the positions in [lo, hi) whose words differ from the one before in the bits behind
// the last so many, and position 0.
func changes(out []bool, words []uint64, lo, hi, last int) {
	if lo == 0 {
		out[0] = true
	}
	for i := max(lo, 1); i < hi; i++ {
		out[i] = (words[i]^words[i-1])>>last != 0
	}
}

// markRest marks by the columns what is not marked.
func (m *marker) markRest(rows []int32, partition, order []int) error {
	if !m.parted {
		if err := m.mark(m.begins, rows, partition); err != nil {
			return err
		}
	}
	if m.first == nil || m.peers {
		return nil
	}
	copy(m.first, m.begins)
	return m.mark(m.first, rows, order)
}

// mark marks the positions whose rows differ in some columns from the row before, and the
// first.
func (m *marker) mark(out []bool, rows []int32, slots []int) error {
	workers := m.r.workers(m.r.Threads)
	return m.r.Spread(team.Chunks(len(rows)), func(worker, chunk int) error {
		lo := chunk * team.ChunkRows
		hi := min(lo+team.ChunkRows, len(out))
		if lo == 0 {
			out[0] = true
		}
		lo = max(lo, 1)
		for _, s := range slots {
			workers[worker].again()
			workers[worker].markChanges(out[lo:hi], &m.r.rows.Columns[s], rows[lo-1:hi])
		}
		return nil
	})
}

// markChanges marks where a row differs from the one before. Numbers are brought together
// first: they are then read from all over memory side by side.
func (w *worker) markChanges(out []bool, v *plan.Vector, rows []int32) {
	if v.Ints == nil || v.Nulls != nil || v.Type.Kind == plan.Null {
		for i := range out {
			out[i] = out[i] || !cell.Equal(v, int(rows[i]), int(rows[i+1]))
		}
		return
	}
	ints := w.ints.get(len(rows))
	pick(ints, v.Ints, rows, 0, len(rows))
	for i := range out {
		out[i] = out[i] || ints[i] != ints[i+1]
	}
}

// numbers numbers the rows as they come.
func (r *runner) numbers(t plan.Type) (plan.Vector, error) {
	n := r.count()
	if err := r.Take(cell.NumberBytes * int64(n)); err != nil {
		return plan.Vector{}, err
	}
	out := plan.Vector{Type: t, Ints: large.Make[int64](n)}
	err := r.each(func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		for i := range out.Ints[lo:min(lo+team.ChunkRows, n)] {
			out.Ints[lo+i] = int64(lo + i + 1)
		}
		return nil
	})
	return out, err
}
