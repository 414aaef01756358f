package tail

import (
	"math/bits"

	"gsdms/operators/tail/cell"
	"gsdms/plan"
)

// combined is several columns of codes or of numbers in a narrow range as one column: each
// combination of values is a number, NULL the first value of each.
type combined struct {
	slots  []int
	least  []int64
	values []int64 // by column: how many there are, NULL included
	all    int64   // combinations that there can be
	vector plan.Vector
}

// fewOfOne is how many rows there are at least for each number of one column that is tabulated: a
// text of a number takes little to make.
const fewOfOne = 8

// fewTexts is how many rows there are at least for each combination of columns whose text is tabulated
// where few of the texts are wanted: they get a dictionary, which costs several times what it takes to
// make them, and which others need anyway.
const fewTexts = 4

// combine gives the columns that an expression is of as one, if they have fewer combinations
// than there are rows left, and one column, or those of a text of which few are wanted, far fewer: nil
// otherwise.
func (r *runner) combine(e plan.Expr) (*combined, error) {
	slots := slotsOf(e)
	switch {
	case len(slots) == 1:
		return r.combineColumns(slots, uint64(r.count()/fewOfOne))
	case r.chooses && e.Type().Kind == plan.String:
		return r.combineColumns(slots, uint64(r.count()/fewTexts))
	}
	return r.combineColumns(slots, uint64(r.count()))
}

// combineColumns gives columns as one, if they have no more combinations; nil otherwise.
func (r *runner) combineColumns(slots []int, most uint64) (*combined, error) {
	c := &combined{all: 1}
	for _, i := range slots {
		v := &r.rows.Columns[i]
		if v.Type.Kind == plan.Null || v.Ints == nil {
			return nil, nil
		}
		least, greatest, err := r.bounds(v)
		if err != nil {
			return nil, err
		}
		n := uint64(1)
		if least <= greatest {
			n = uint64(greatest) - uint64(least) + 2
		}
		high, low := bits.Mul64(uint64(c.all), n)
		if n == 0 || n == 1 && least <= greatest || high > 0 || low > most {
			return nil, nil
		}
		c.slots, c.least, c.values, c.all = append(c.slots, i), append(c.least, least), append(c.values, int64(n)), int64(low)
	}
	if len(c.slots) == 0 {
		return nil, nil
	}
	return c, r.fillCombined(c)
}

// slotsOf lists the columns that an expression is of.
func slotsOf(e plan.Expr) (out []int) {
	seen := map[int]bool{}
	plan.Visit(e, func(x plan.Expr) bool {
		if s, ok := x.(plan.Slot); ok && !seen[s.Index] {
			seen[s.Index] = true
			out = append(out, s.Index)
		}
		return true
	})
	return out
}

// fillCombined numbers the combinations of the rows left.
func (r *runner) fillCombined(c *combined) error {
	if err := r.Take(cell.NumberBytes * int64(r.rows.Len)); err != nil {
		return err
	}
	c.vector = plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, r.rows.Len)}
	workers := r.workers(r.chunks())
	return r.each(func(worker, chunk int) error {
		w := workers[worker].at(chunk)
		for k, slot := range c.slots {
			v := &r.rows.Columns[slot]
			for i := range w.n {
				row := w.row(i)
				value := int64(0)
				if !v.IsNull(int(row)) {
					value = v.Ints[row] - c.least[k] + 1
				}
				c.vector.Ints[row] = c.vector.Ints[row]*c.values[k] + value
			}
		}
		return nil
	})
}

// firstOfEach gives the first row of each combination of values of some columns, ascending, where
// there are few, and so much less to order; nil where there may be many.
func (r *runner) firstOfEach(slots []int) ([]int32, error) {
	c, err := r.combineColumns(slots, uint64(r.count()/fewOfOne))
	if c == nil || err != nil || r.left != nil {
		return nil, err
	}
	seen, out := make([]bool, c.all), make([]int32, 0, c.all)
	for row, n := range c.vector.Ints {
		if !seen[n] {
			seen[n] = true
			out = append(out, int32(row))
		}
	}
	return out, r.Take(5 * c.all)
}

// rows gives the columns of combinations.
func (c *combined) rows(of *plan.Rows, numbers []int64) *plan.Rows {
	out := &plan.Rows{Len: len(numbers), Columns: make([]plan.Vector, len(of.Columns))}
	rest := append([]int64(nil), numbers...)
	for k := len(c.slots) - 1; k >= 0; k-- {
		from := &of.Columns[c.slots[k]]
		v := plan.Vector{Type: from.Type, Dict: from.Dict, Ints: make([]int64, len(rest)), Nulls: make([]bool, len(rest))}
		for i, n := range rest {
			value := n % c.values[k]
			rest[i] = n / c.values[k]
			v.Nulls[i] = value == 0
			if value > 0 {
				v.Ints[i] = c.least[k] + value - 1
			}
		}
		out.Columns[c.slots[k]] = v
	}
	return out
}

// tabulateCombined computes an expression of columns once for each combination
// that occurs; nil where that is not less, or where plan.Eval has to see every row.
func (r *runner) tabulateCombined(e plan.Expr) (*combined, *codeTable, error) {
	c, err := r.combine(e)
	if c == nil || err != nil {
		return nil, nil, err
	}
	if err := r.Take(4 * c.all); err != nil {
		return nil, nil, err
	}
	t := &codeTable{place: make([]int32, c.all)}
	used, err := r.number(t.place, &c.vector)
	if err != nil {
		return nil, nil, err
	}
	t.used = len(used)
	t.values, err = r.over(c.rows(r.rows, used)).filled(computed{expr: e})
	if plan.IsOfValue(err) {
		return nil, nil, nil
	}
	return c, t, err
}
