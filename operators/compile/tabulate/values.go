package tabulate

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// FillByRow evaluates a function for the elements of an array that a register refers to,
// and for NULL if that can be. The elements before, which no row refers to, get the result
// of the first.
func (m *Maker) FillByRow(e plan.Expr, of plan.Type, from *operators.Array, at operators.Reg) (*Table, error) {
	lo, hi := int(at.Lo), int(at.Hi)
	var v plan.Value
	leaf := func(plan.Expr) (plan.Value, error) { return v, nil }
	known := map[uint64]plan.Value{}
	values := make([]plan.Value, 0, hi+2)
	for i := lo; i <= hi; i++ {
		stored := index.Stored(from, i)
		if r, ok := known[stored]; ok {
			values = append(values, r)
			continue
		}
		if v = truth.ValueOf(of, nil, from.Storage.Bias+int64(stored)); from.Storage.Nullable && stored == 0 {
			v = plan.Value{}
		}
		r, err := plan.Eval(e, leaf)
		if err != nil {
			return nil, err
		}
		known[stored] = r
		values = append(values, r)
	}
	values = append(slices.Repeat(values[:1], lo), values...)
	onNull := false
	if at.Nullable {
		v = plan.Value{}
		null, err := plan.Eval(e, leaf)
		if err != nil {
			return nil, err
		}
		onNull = !null.IsNull()
		values = append(values, null)
	}
	return OfValues(m.ctx, e, values, onNull)
}

// FillPairs evaluates a function for every pair, the second argument fastest.
func (m *Maker) FillPairs(e plan.Expr, xs, ys []plan.Value) (*Table, error) {
	values := make([]plan.Value, 0, len(xs)*len(ys))
	work := truth.Effort{Ctx: m.ctx}
	for _, x := range xs {
		for _, y := range ys {
			v, err := plan.Eval(e, func(leaf plan.Expr) (plan.Value, error) {
				if leaf.(plan.Slot).Index == 0 {
					return x, nil
				}
				return y, nil
			})
			if err != nil {
				return nil, err
			}
			values = append(values, v)
			if err := work.Add(x, y, v); err != nil {
				return nil, err
			}
		}
	}
	return OfValues(m.ctx, e, values, false)
}

// mostRows is the longest column whose values are collected when a query is compiled.
const mostRows = 1 << 22

// Distinct gives the values of a column in order; none if there are too many. It reads no more of the column
// than tells that.
func (m *Maker) Distinct(table *plan.Table, ordinal int) ([]int64, error) {
	if table.Rows > mostRows {
		return nil, nil
	}
	c, seen := &table.Columns[ordinal], newStoredSet(int(table.Rows))
	for from := 0; from < table.Rows && seen.n <= Many; from += plan.SegmentRows {
		data, err := table.Data.Rows(m.ctx, ordinal, from, min(table.Rows, from+plan.SegmentRows))
		if err != nil {
			return nil, err
		}
		rows := operators.ArrayOf(c, data)
		for i := 0; i < rows.Len && seen.n <= Many; i++ {
			seen.add(rows.Stored(i))
		}
		data.Release()
	}
	if seen.n > Many {
		return nil, nil
	}
	numbers := make([]int64, 0, seen.n)
	for stored := range seen.all {
		if n, null := c.Storage.Load(stored); !null {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// FillSparse evaluates a function for numbers and for NULL.
func (m *Maker) FillSparse(e plan.Expr, of plan.Type, numbers []int64) (*Table, error) {
	var v plan.Value
	leaf := func(plan.Expr) (plan.Value, error) { return v, nil }
	work := truth.Effort{Ctx: m.ctx}
	given, function := newResults(e, len(numbers)+1), plan.Prepare(m.ctx, e)
	for i := range len(numbers) + 1 {
		v = plan.Value{}
		if i < len(numbers) {
			v = truth.ValueOf(of, nil, numbers[i])
		}
		r, err := function.Eval(leaf)
		if err == nil {
			err = work.Add(v, r)
		}
		if err == nil {
			err = given.put(i, r)
		}
		if err != nil {
			return nil, err
		}
	}
	return given.table(m.ctx, false)
}
