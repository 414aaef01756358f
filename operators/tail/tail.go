package tail

import (
	"context"
	"fmt"

	"gsdms/plan"
)

// Options say what a run may take.
type Options struct {
	Threads int                     // goroutines at most; 0: one for each processor
	Charge  func(bytes int64) error // nil: memory is not counted
}

// Run runs operators on rows.
func Run(ctx context.Context, ops []plan.Operator, rows *plan.Rows, o Options) (*plan.Rows, error) {
	f := &finisher{rows: rows}
	for i, op := range ops {
		if err := f.run(op, following(ops, i)); err != nil {
			return nil, err
		}
	}
	f.settle()
	return f.rows, nil
}

// following is the limit right behind operator i, if there is one: a sort then needs
// to order no more than what the limit passes.
func following(ops []plan.Operator, i int) *plan.Limit {
	if i+1 < len(ops) {
		if l, ok := ops[i+1].(plan.Limit); ok {
			return &l
		}
	}
	return nil
}

// finisher holds rows and which of them are left, in order. Columns are gathered
// only when an operator or the caller needs them.
type finisher struct {
	rows *plan.Rows
	left []int32 // row numbers; nil: all, in order
}

func (f *finisher) run(op plan.Operator, next *plan.Limit) error {
	switch o := op.(type) {
	case plan.Filter:
		return f.filter(o.Pred)
	case plan.Project:
		return f.project(o.Exprs)
	case plan.Distinct:
		f.distinct()
	case plan.Sort:
		f.sort(o.Keys, next)
	case plan.Limit:
		f.limit(o)
	default:
		return fmt.Errorf("finish %s: the operator cannot run after the scan", op)
	}
	return nil
}

// count is the number of rows left.
func (f *finisher) count() int {
	if f.left == nil {
		return f.rows.Len
	}
	return len(f.left)
}

// selected is the row numbers left, to be changed in place.
func (f *finisher) selected() []int32 {
	if f.left == nil {
		f.left = make([]int32, f.rows.Len)
		for i := range f.left {
			f.left[i] = int32(i)
		}
	}
	return f.left
}

// settle gathers the rows that are left.
func (f *finisher) settle() {
	if f.left == nil {
		return
	}
	out := &plan.Rows{Len: len(f.left), Columns: make([]plan.Vector, len(f.rows.Columns))}
	for i := range f.rows.Columns {
		out.Columns[i] = gather(&f.rows.Columns[i], f.left)
	}
	f.rows, f.left = out, nil
}

func gather(v *plan.Vector, rows []int32) plan.Vector {
	return plan.Vector{
		Type: v.Type, Dict: v.Dict,
		Ints: pick(v.Ints, rows), Floats: pick(v.Floats, rows), Texts: pick(v.Texts, rows),
		Wide: pick(v.Wide, rows), Nulls: pick(v.Nulls, rows),
	}
}

func pick[T any](from []T, rows []int32) []T {
	if from == nil {
		return nil
	}
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = from[r]
	}
	return out
}

// limit passes Count rows after the first Offset.
func (f *finisher) limit(l plan.Limit) {
	n := int64(f.count())
	lo := min(l.Offset, n)
	hi := n
	if l.Count >= 0 {
		hi = lo + min(l.Count, n-lo)
	}
	if lo == 0 && hi == n {
		return
	}
	f.left = f.selected()[lo:hi]
}

// filter keeps the rows for which pred is true.
func (f *finisher) filter(pred plan.Expr) error {
	kept := make([]int32, 0, f.count())
	if v, ok := computeColumns(f.rows, pred); ok {
		for _, row := range f.selected() {
			if v.Ints[row] != 0 && !v.IsNull(int(row)) {
				kept = append(kept, row)
			}
		}
		f.left = kept
		return nil
	}
	reader := newReader(f.rows)
	for _, row := range f.selected() {
		v, err := reader.eval(pred, row)
		if err != nil {
			return fmt.Errorf("HAVING %s: %w", pred, err)
		}
		if !v.IsNull() && v.Int != 0 {
			kept = append(kept, row)
		}
	}
	f.left = kept
	return nil
}

// project computes expressions over the rows that are left.
func (f *finisher) project(exprs []plan.Expr) error {
	f.settle()
	out := &plan.Rows{Len: f.rows.Len, Columns: make([]plan.Vector, len(exprs))}
	for i, e := range exprs {
		v, err := compute(f.rows, e)
		if err != nil {
			return err
		}
		out.Columns[i] = v
	}
	f.rows = out
	return nil
}

// compute gives an expression's value in every row.
func compute(rows *plan.Rows, e plan.Expr) (plan.Vector, error) {
	if s, ok := e.(plan.Slot); ok {
		return rows.Columns[s.Index], nil
	}
	if v, ok := computeColumns(rows, e); ok {
		return v, nil
	}
	reader := newReader(rows)
	b := newVectorBuilder(e.Type(), rows.Len)
	for row := range rows.Len {
		v, err := reader.eval(e, int32(row))
		if err != nil {
			return plan.Vector{}, fmt.Errorf("compute %s: %w", e, err)
		}
		if err := b.add(v); err != nil {
			return plan.Vector{}, fmt.Errorf("compute %s: %w", e, err)
		}
	}
	return b.vector(), nil
}
