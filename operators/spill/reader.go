package spill

import (
	"cmp"
	"container/heap"
	"slices"

	"gsdms/plan"
)

// Reader gives rows in order, some thousand at a time. One goroutine uses it.
type Reader struct {
	rows  *Rows
	heads heads
}

// head is where a run is read.
type head struct {
	run  int
	left []chunk
	now  *plan.Rows
	at   int
}

// Reader begins to read rows, which somebody must keep until it ends.
func (r *Rows) Reader() (*Reader, error) {
	out := &Reader{rows: r, heads: heads{keys: r.keys}}
	for i, run := range r.runs {
		h := &head{run: i, left: run}
		more, err := h.load(r)
		if err != nil {
			return nil, err
		}
		if more {
			out.heads.all = append(out.heads.all, h)
		}
	}
	heap.Init(&out.heads)
	return out, nil
}

// load reads the next chunk of a run, and reports whether there is one.
func (h *head) load(r *Rows) (more bool, err error) {
	if len(h.left) == 0 {
		return false, nil
	}
	h.now, err = r.read(h.left[0])
	h.left, h.at = h.left[1:], 0
	return true, err
}

// Next gives the next rows, nil when there are no more.
func (r *Reader) Next() (*plan.Rows, error) {
	switch len(r.heads.all) {
	case 0:
		return nil, nil
	case 1:
		return r.straight()
	}
	var picks []pick
	from := make([]*plan.Rows, 0, len(r.heads.all))
	numbers := map[*plan.Rows]int{}
	for len(picks) < chunkRows && len(r.heads.all) > 0 {
		h := r.heads.all[0]
		n, known := numbers[h.now]
		if !known {
			n = len(from)
			numbers[h.now] = n
			from = append(from, h.now)
		}
		picks = append(picks, pick{int32(n), int32(h.at)})
		if err := r.step(h); err != nil {
			return nil, err
		}
	}
	return r.gather(from, picks), nil
}

// pick is a row of one of some chunks.
type pick struct{ from, row int32 }

// step takes the row off that is first of all.
func (r *Reader) step(h *head) error {
	if h.at++; h.at == h.now.Len {
		more, err := h.load(r.rows)
		if err != nil {
			return err
		}
		if !more {
			heap.Pop(&r.heads)
			return nil
		}
	}
	heap.Fix(&r.heads, 0)
	return nil
}

// straight gives what is left of the chunk of the only run.
func (r *Reader) straight() (*plan.Rows, error) {
	h := r.heads.all[0]
	out := h.now.Slice(h.at, h.now.Len)
	more, err := h.load(r.rows)
	if !more {
		r.heads.all = nil
	}
	return out, err
}

// gather puts rows of chunks together.
func (r *Reader) gather(from []*plan.Rows, picks []pick) *plan.Rows {
	out := &plan.Rows{Len: len(picks), Columns: make([]plan.Vector, len(r.rows.columns))}
	for c := range out.Columns {
		out.Columns[c] = gathered(r.rows.columns[c].Vector, from, c, picks)
	}
	return out
}

func gathered(v plan.Vector, from []*plan.Rows, c int, picks []pick) plan.Vector {
	wide := slices.ContainsFunc(from, func(r *plan.Rows) bool { return r.Columns[c].Wide != nil })
	for i, p := range picks {
		one := &from[p.from].Columns[c]
		switch {
		case one.Floats != nil:
			v.Floats = append(v.Floats, one.Floats[p.row])
		case wide:
			v.Wide = append(v.Wide, wideOf(one, int(p.row)))
		default:
			v.Ints = append(v.Ints, one.Ints[p.row])
		}
		if one.IsNull(int(p.row)) {
			if v.Nulls == nil {
				v.Nulls = make([]bool, len(picks))
			}
			v.Nulls[i] = true
		}
	}
	return v
}

// heads is the runs that are left as a heap of where they are.
type heads struct {
	keys int
	all  []*head
}

// Len is of heap.Interface.
func (h *heads) Len() int { return len(h.all) }

// Swap is of heap.Interface.
func (h *heads) Swap(i, j int) { h.all[i], h.all[j] = h.all[j], h.all[i] }

// Push is of heap.Interface.
func (h *heads) Push(x any) { h.all = append(h.all, x.(*head)) }

// Pop is of heap.Interface.
func (h *heads) Pop() any {
	last := h.all[len(h.all)-1]
	h.all = h.all[:len(h.all)-1]
	return last
}

// Less is of heap.Interface.
func (h *heads) Less(i, j int) bool {
	a, b := h.all[i], h.all[j]
	for k := range h.keys {
		if c := compare(&a.now.Columns[k], a.at, &b.now.Columns[k], b.at); c != 0 {
			return c < 0
		}
	}
	return a.run < b.run
}

// compare orders two keys, NULL first.
func compare(a *plan.Vector, i int, b *plan.Vector, j int) int {
	x, y := a.IsNull(i), b.IsNull(j)
	switch {
	case x && y:
		return 0
	case x:
		return -1
	case y:
		return 1
	case a.Floats != nil:
		return cmp.Compare(a.Floats[i], b.Floats[j])
	}
	return cmp.Compare(a.Ints[i], b.Ints[j])
}
