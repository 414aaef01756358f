package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// mapped compiles a Map: as truth values where the rows are a set, else as the place of the result.
func (c *compiler) mapped(e plan.Call) (operand, error) {
	for _, m := range c.maps {
		if m.of == e.Mapping && slices.EqualFunc(m.args, e.Args, plan.Equal) && c.InForce(m.found.reg) {
			return m.found, nil
		}
	}
	found, err := c.lookUp(e)
	if err == nil {
		c.maps = append(c.maps, mapping{e.Mapping, e.Args, found})
	}
	return found, err
}

// mapping is a Map that is compiled.
type mapping struct {
	of    *plan.Mapping
	args  []plan.Expr
	found operand
}

// lookUp compiles a Map.
func (c *compiler) lookUp(e plan.Call) (operand, error) {
	args := make([]int, len(e.Args))
	numbers := make([][]int64, len(e.Args)) // by argument and row
	rows := e.Mapping.Rows()
	left := make([]int, len(rows)) // the rows that data can be equal to
	for i := range left {
		left[i] = i
	}
	for i, a := range e.Args {
		x, err := c.coded(a)
		if err != nil {
			return operand{}, err
		}
		if c.Reg(x.reg).Float {
			return operand{}, &emit.UnsupportedError{Expr: e, Why: "it looks up a double"}
		}
		args[i], numbers[i] = x.reg, make([]int64, len(rows))
		left = slices.DeleteFunc(left, func(row int) bool {
			n, ok := c.numberIn(x, a.Type(), rows[row][i])
			numbers[i][row] = n
			return !ok
		})
	}
	if e.Mapping.IsSet() {
		return operand{reg: c.Among(args, numbers, left, func(int) int64 { return 1 }, 0)}, nil
	}
	t, err := tabulate.OfValues(c.ctx, e, e.Mapping.Results(), false)
	if err != nil {
		return operand{}, err
	}
	at := c.Among(args, numbers, left, func(row int) int64 { return int64(row) }, int64(len(rows)))
	return operand{reg: c.Lookup(t.Array, at, t.Reg), dict: t.Dict}, nil
}

// numberIn gives the number of a constant in the register of an operand of a type; false where
// the register never has it.
func (c *compiler) numberIn(x operand, of plan.Type, v plan.Value) (n int64, ok bool) {
	if x.dict != nil {
		entry, ok := truth.EntryOf(v, of)
		if !ok {
			return 0, false
		}
		code, exact := x.dict.Find(entry)
		return int64(code), exact
	}
	n, side := truth.NumberOf(v, of)
	r := c.Reg(x.reg)
	return n, side == 0 && n >= r.Lo && n <= r.Hi
}

// inMany compiles x IN (list) for many constants.
func (c *compiler) inMany(e plan.In, x operand) int {
	numbers, null := []int64{}, false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
		} else if n, ok := c.numberIn(x, e.X.Type(), v); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	rows := make([]int, len(numbers))
	for i := range rows {
		rows[i] = i
	}
	found := c.Among([]int{x.reg}, [][]int64{numbers}, rows, func(int) int64 { return 1 }, 0)
	switch {
	case null:
		return c.Pick(found, c.Number(1), c.Null(false))
	case c.Reg(x.reg).Nullable:
		return c.Pick(c.IsNull(x.reg), c.Null(false), found)
	}
	return found
}

// in compiles x IN (list): a table for strings, a look-up for many constants, else a chain of
// comparisons.
func (c *compiler) in(e plan.In) (operand, error) {
	const chain = 16
	if e.X.Type().Kind == plan.String {
		return c.ofText(e)
	}
	x, err := c.expr(e.X)
	if err != nil {
		return operand{}, err
	}
	if len(e.List) > chain {
		if o, err := c.ofText(e); err == nil {
			return o, nil
		}
		if !c.Reg(x.reg).Float {
			return operand{reg: c.inMany(e, x)}, nil
		}
	}
	out := -1
	for _, v := range e.List {
		k, err := c.literal(plan.Const{Value: v, Of: e.X.Type()})
		if _, never := err.(*plan.RangeError); never {
			continue
		}
		if err != nil {
			return operand{}, err
		}
		equal := c.Compare(plan.Eq, x.reg, k.reg)
		if out >= 0 {
			equal = c.Compute(operators.OrBool, 0, c.TruthReg(out, equal), out, equal)
		}
		out = equal
	}
	if out < 0 { // no constant that the numbers can equal: false, NULL of NULL
		out = c.Compare(plan.Ne, x.reg, x.reg)
	}
	return operand{reg: out}, nil
}
