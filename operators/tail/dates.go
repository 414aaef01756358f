package tail

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// dateNode passes numbers from lo to hi, those of dates or times; others are NULL.
type dateNode struct {
	x      node
	lo, hi int64
}

// dated passes the numbers of a type's dates or times.
func dated(x node, t plan.Type) node {
	if t.Kind == plan.Date {
		return dateNode{x, value.MinDate, value.MaxDate}
	}
	lo, hi := value.TickBounds(t.Kind, t.Scale)
	return dateNode{x, lo, hi}
}

func (d dateNode) vector(w *worker) (vector, error) {
	v, err := d.x.vector(w)
	if err != nil {
		return v, err
	}
	out := vector{Int: v.Int, Null: w.bytes.get(w.n)}
	clear(out.Null)
	copy(out.Null, v.Null)
	for i, n := range v.Int {
		if n < d.lo || n > d.hi {
			out.Null[i] = 1
		}
	}
	return out, nil
}
