package scalar

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// mapped compiles a Map: as truth values where the rows are a set, else as the place of the result.
func (c *Compiler) mapped(e plan.Call) (Operand, error) {
	for _, m := range c.maps {
		if m.of == e.Mapping && slices.EqualFunc(m.args, e.Args, plan.Equal) && c.InForce(m.found.Reg) {
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
	found Operand
}

// lookUp compiles a Map.
func (c *Compiler) lookUp(e plan.Call) (Operand, error) {
	args := make([]int, len(e.Args))
	numbers := make([][]int64, len(e.Args)) // by argument and row
	rows := e.Mapping.Rows()
	left := make([]int, len(rows)) // the rows that data can be equal to
	for i := range left {
		left[i] = i
	}
	for i, a := range e.Args {
		x, err := c.Coded(a)
		if err != nil {
			return Operand{}, err
		}
		if c.Reg(x.Reg).Float {
			return Operand{}, &emit.UnsupportedError{Expr: e, Why: "it looks up a double"}
		}
		args[i], numbers[i] = x.Reg, make([]int64, len(rows))
		left = slices.DeleteFunc(left, func(row int) bool {
			n, ok := c.NumberIn(x, a.Type(), rows[row][i])
			numbers[i][row] = n
			return !ok
		})
	}
	if e.Mapping.IsSet() {
		return Operand{Reg: c.Among(args, numbers, left, func(int) int64 { return 1 }, 0)}, nil
	}
	t, err := tabulate.OfValues(c.ctx, e, e.Mapping.Results(), false)
	if err != nil {
		return Operand{}, err
	}
	at := c.Among(args, numbers, left, func(row int) int64 { return int64(row) }, int64(len(rows)))
	return Operand{Reg: c.Lookup(t.Array, at, t.Reg), Dict: t.Dict}, nil
}

// NumberIn gives the number of a constant in the register of an operand of a type; false where
// the register never has it.
func (c *Compiler) NumberIn(x Operand, of plan.Type, v plan.Value) (n int64, ok bool) {
	if x.Dict != nil {
		entry, ok := truth.EntryOf(v, of)
		if !ok {
			return 0, false
		}
		code, exact := x.Dict.Find(entry)
		return int64(code), exact
	}
	n, side := truth.NumberOf(v, of)
	r := c.Reg(x.Reg)
	return n, side == 0 && n >= r.Lo && n <= r.Hi
}

// inMany compiles x IN (list) for many constants.
func (c *Compiler) inMany(e plan.In, x Operand) int {
	numbers, null := []int64{}, false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
		} else if n, ok := c.NumberIn(x, e.X.Type(), v); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	rows := make([]int, len(numbers))
	for i := range rows {
		rows[i] = i
	}
	found := c.Among([]int{x.Reg}, [][]int64{numbers}, rows, func(int) int64 { return 1 }, 0)
	switch {
	case null:
		return c.Pick(found, c.Number(1), c.Null(false))
	case c.Reg(x.Reg).Nullable:
		return c.Pick(c.IsNull(x.Reg), c.Null(false), found)
	}
	return found
}

// in compiles x IN (list): a table for strings, a look-up for many constants, else a chain of
// comparisons.
func (c *Compiler) in(e plan.In) (Operand, error) {
	const chain = 16
	if e.X.Type().Kind == plan.String {
		return c.ofText(e)
	}
	x, err := c.Expr(e.X)
	if err != nil {
		return Operand{}, err
	}
	if len(e.List) > chain {
		if o, err := c.ofText(e); err == nil {
			return o, nil
		}
		if !c.Reg(x.Reg).Float {
			return Operand{Reg: c.inMany(e, x)}, nil
		}
	}
	out := -1
	for _, v := range e.List {
		k, err := c.literal(plan.Const{Value: v, Of: e.X.Type()})
		if _, never := err.(*plan.RangeError); never {
			continue
		}
		if err != nil {
			return Operand{}, err
		}
		equal := c.Compare(plan.Eq, x.Reg, k.Reg)
		if out >= 0 {
			equal = c.Compute(operators.OrBool, 0, c.TruthReg(out, equal), out, equal)
		}
		out = equal
	}
	if out < 0 { // no constant that the numbers can equal: false, NULL of NULL
		out = c.Compare(plan.Ne, x.Reg, x.Reg)
	}
	return Operand{Reg: out}, nil
}
