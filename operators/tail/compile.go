package tail

import (
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/tail/opcode"
	"gsdms/plan"
	"gsdms/plan/value"
)

// compile prepares an expression: what opcodes compute it.
func (r *runner) compile(e plan.Expr) (computed, error) {
	if err := r.check(e); err != nil {
		return computed{}, err
	}
	if e.Type().Kind == plan.String {
		return computed{expr: e}, nil
	}
	c := compiler{r: r}
	n := c.node(e)
	if _, scalar := n.(scalarNode); scalar {
		n = nil
	}
	return computed{e, n, c.doubt}, c.err
}

// compiler makes nodes of expressions over a runner's columns. Opcodes that check their
// results are used throughout: nothing is known about the values.
type compiler struct {
	r     *runner
	err   error  // of tabulating
	doubt *doubt // nil: all operands count
}

// node gives the node of an expression that is no text.
func (c *compiler) node(e plan.Expr) node {
	if e.Type().Kind == plan.Null {
		return nullNode{}
	}
	if s, ok := e.(plan.Slot); ok {
		return c.slot(s)
	}
	if of := c.r.onlyCodes(e); of != nil && c.err == nil {
		t, err := c.r.tabulate(e, of)
		c.err = err
		if t != nil {
			return tableNode{of, t}
		}
	}
	if n := c.inner(e); n != nil {
		return n
	}
	if n := c.look(e); n != nil {
		return n
	}
	if n := c.ofFew(e); n != nil {
		return n
	}
	return scalarNode{e, c.r.ctx}
}

// ofFew gives the node of a number, date or time that no opcode computes but that is made of few, as
// WEEK is of days; nil where there are many.
func (c *compiler) ofFew(e plan.Expr) node {
	if c.err != nil || c.r.left != nil || !isLeaf(e) {
		return nil
	}
	of, over, err := c.r.overLeaves(e)
	if err == nil && of != c.r {
		column, t, failed := of.tabulated(over)
		if t != nil && t.values.Wide == nil {
			return tableNode{column, t}
		}
		err = failed
	}
	c.err = err
	return nil
}

func (c *compiler) slot(s plan.Slot) node {
	v := &c.r.rows.Columns[s.Index]
	if v.Type.Kind != plan.Null && (v.Type.Kind != s.Of.Kind || v.Type.Scale != s.Of.Scale || s.Of.Kind == plan.String) {
		return scalarNode{s, c.r.ctx}
	}
	return slotNode{v}
}

// inner gives nil for what no opcode computes.
func (c *compiler) inner(e plan.Expr) node {
	switch e := e.(type) {
	case plan.Const:
		return constant(e)
	case plan.Call:
		return c.call(e)
	case plan.Cast:
		if q, digits, ok := e.Ratio(); ok {
			return c.ratio(q, digits)
		}
		return c.cast(e)
	case plan.In:
		return c.in(e)
	}
	return nil
}

func constant(e plan.Const) node {
	switch {
	case e.Value.IsNull():
		return nullNode{}
	case e.Value.Kind != e.Of.Kind:
		return nil
	case e.Value.Kind == plan.Double:
		return floatNode(e.Value.Float)
	}
	n, ok := numberOf(e.Value, e.Of)
	if !ok {
		return nil
	}
	return intNode(n)
}

// numberOf is a value as a column of type t holds it.
func numberOf(v plan.Value, t plan.Type) (int64, bool) {
	if v.Kind == plan.Decimal && -int(v.Dec.Exponent) != t.Scale {
		return 0, false
	}
	return v.Number()
}

func (c *compiler) nodes(args []plan.Expr) []node {
	out := make([]node, len(args))
	for i, a := range args {
		out[i] = c.node(a)
	}
	return out
}

// truth gives the node of an expression as a condition.
func (c *compiler) truth(e plan.Expr) node {
	switch e.Type().Kind {
	case plan.Bool, plan.Null:
		return c.node(e)
	case plan.String:
		return c.node(plan.TruthOf(e))
	case plan.Double:
		return opNode{operators.NeFloat, 0, []node{c.node(e), floatNode(0)}}
	case plan.Unsigned:
		return opNode{operators.NeInt, 0, []node{c.node(e), intNode(math.MinInt64)}}
	case plan.Date, plan.DateTime: // true, unless it is NULL
		x := c.node(e)
		return opNode{operators.EqInt, 0, []node{x, x}}
	}
	return opNode{operators.NeInt, 0, []node{c.node(e), intNode(0)}}
}

// call gives the node of a call by its operator and the kind it works on.
func (c *compiler) call(e plan.Call) node {
	switch e.Op {
	case plan.And, plan.Or, plan.Xor:
		return c.logical(e)
	case plan.Not:
		return opNode{operators.NotBool, 0, []node{c.truth(e.Args[0])}}
	case plan.If:
		return c.choice(e)
	case plan.FromBits, plan.ToBits: // an Unsigned is held with its first bit turned
		return opNode{operators.XorBits, 0, []node{c.node(e.Args[0]), intNode(math.MinInt64)}}
	}
	if e.Of.Kind == plan.String || slices.ContainsFunc(e.Args, isText) {
		return nil
	}
	if f, ok := e.Native.(*operators.Native); ok {
		return nativeNode{f.Operation(), c.nodes(e.Args)}
	}
	op, ok := opcode.Of(e)
	if !ok {
		return nil
	}
	n := opNode{op.Code, op.Imm, c.nodes(e.Args[:len(op.Code.Operation().Args)])}
	if op.Date {
		return dated(n, e.Of)
	}
	return c.telling(n, e)
}

func isText(e plan.Expr) bool { return e.Type().Kind == plan.String }

func (c *compiler) logical(e plan.Call) node {
	op := map[plan.Op]operators.Opcode{plan.And: operators.AndBool, plan.Or: operators.OrBool, plan.Xor: operators.XorBool}[e.Op]
	out := c.truth(e.Args[0])
	for _, a := range e.Args[1:] {
		out = opNode{op, 0, []node{out, c.inCase(a, c.truth)}}
	}
	return out
}

// choice gives the node of IF: both branches are computed in all rows, and where one
// fails plan.Eval finds out whether it counts.
func (c *compiler) choice(e plan.Call) node {
	if x := neverHere(e.Args[0]); x != nil && e.Of.Kind != plan.String {
		return withinNode{c.node(x), c.node(e.Args[2])}
	}
	op := operators.IfInt
	switch e.Of.Kind {
	case plan.String:
		return nil
	case plan.Double:
		op = operators.IfFloat
	case plan.Decimal:
		if !opcode.SameScale(e.Of.Scale, e.Args[1:]) {
			return nil
		}
	}
	return opNode{op, 0, []node{c.truth(e.Args[0]), c.inCase(e.Args[1], c.node), c.inCase(e.Args[2], c.node)}}
}

// neverHere gives the decimal that a condition is about which is true of none that 64 bits hold, as of those
// beyond another one past them; nil for another condition.
func neverHere(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok || len(c.Args) != 2 || c.Args[0].Type().Kind != plan.Decimal {
		return nil
	}
	k, ok := c.Args[1].(plan.Const)
	if !ok || k.Value.Kind != plan.Decimal || -int(k.Value.Dec.Exponent) != c.Args[0].Type().Scale {
		return nil
	}
	_, here := k.Value.Number()
	above, below := c.Op == plan.Ge || c.Op == plan.Gt, c.Op == plan.Le || c.Op == plan.Lt
	if side := k.Value.Dec.Sign(); !here && (side > 0 && above || side < 0 && below) {
		return c.Args[0]
	}
	return nil
}

// in gives the node of x IN (list).
func (c *compiler) in(e plan.In) node {
	t := e.X.Type()
	if t.Kind == plan.String || t.Kind == plan.Null {
		return nil
	}
	m := memberNode{x: c.node(e.X)}
	for _, v := range e.List {
		n, ok := numberOf(v, t)
		switch {
		case v.IsNull():
			m.null = true
		case v.Kind != t.Kind:
			return nil
		case v.Kind == plan.Double:
			m.floats = append(m.floats, v.Float)
		case !ok:
			return nil
		default:
			m.ints = append(m.ints, n)
		}
	}
	slices.Sort(m.ints)
	slices.Sort(m.floats)
	return m
}

// cast gives the node of a conversion between numbers, doubles and dates.
func (c *compiler) cast(e plan.Cast) node {
	if division, ok := e.Shortened(); ok {
		return limited(c.node(division), e.To)
	}
	from, to := e.X.Type(), e.To
	switch {
	case from.Kind == plan.String || to.Kind == plan.String:
		return nil
	case from.Kind == plan.Null:
		return nullNode{}
	case to.Kind == plan.Bool:
		return c.truth(e.X)
	case from.Kind.Temporal() && to.Kind.Temporal():
		return timeNode(c.node(e.X), from, to)
	case from.Kind.Ticking() || to.Kind.Temporal():
		return nil
	case from.Kind == to.Kind && to.Kind != plan.Decimal:
		return limited(c.node(e.X), to)
	case e.Shown:
		if division, ok := e.Shortened(); ok {
			return c.call(division)
		}
	case from.Float() && to.Kind == plan.Unsigned:
		return nil
	case from.Float():
		if to.Scale > 0 {
			return nil // rounded by its decimal digits
		}
		x := c.node(e.X)
		if to.Kind != plan.Decimal { // ties of a double go to even
			x = opNode{operators.RoundFloat, 0, []node{x}}
		}
		return limited(opNode{operators.FloatToInt, 1, []node{x}}, to)
	}
	x := c.node(e.X)
	if from.Kind == plan.Date {
		x = opNode{operators.DateNumber, 0, []node{x}}
	}
	if from.Kind == plan.Unsigned {
		x = opNode{operators.SubChecked, 0, []node{x, intNode(math.MinInt64)}}
	}
	if to.Float() {
		if from.Scale > opcode.MaxPower {
			return nil
		}
		return opNode{operators.ToFloat, value.Pow10(from.Scale), []node{x}}
	}
	scale := 0
	if to.Kind == plan.Decimal {
		scale = to.Scale
	}
	if x = rescaled(x, from.Scale, scale); x == nil {
		return nil
	}
	if to.Kind == plan.Unsigned {
		x = opNode{operators.AddChecked, 0, []node{x, intNode(math.MinInt64)}}
	}
	return limited(x, to)
}

// timeNode gives the node of a conversion between dates, moments and times; nil for what
// rounds, or has no date.
func timeNode(x node, from, to plan.Type) node {
	switch {
	case from.Kind == to.Kind && from.Scale == to.Scale:
		return x
	case from.Kind == plan.DateTime && to.Kind == plan.Date:
		return opNode{operators.FloorScale, value.DayTicks(from.Scale), []node{x}}
	case from.Scale > to.Scale || from.Kind == plan.Time && to.Kind != plan.Time:
		return nil
	case from.Kind == plan.Date && to.Kind == plan.DateTime:
		return dated(opNode{operators.MulChecked, 0, []node{x, intNode(value.DayTicks(to.Scale))}}, to)
	case from.Kind != to.Kind: // the time of a date or moment
		x = opNode{operators.FloorRest, dayTicks(from), []node{x}}
	}
	return dated(rescaled(x, from.Scale, to.Scale), to)
}

// dayTicks is the number of a day in a type.
func dayTicks(t plan.Type) int64 {
	if t.Kind == plan.Date {
		return 1
	}
	return value.DayTicks(t.Scale)
}

// rescaled moves a number from one scale to another; nil if they are too far apart.
func rescaled(x node, from, to int) node {
	switch {
	case from == to:
		return x
	case max(from-to, to-from) > opcode.MaxPower:
		return nil
	case from < to:
		return opNode{operators.ScaleUp, value.Pow10(to - from), []node{x}}
	}
	return opNode{operators.ScaleDown, value.Pow10(from - to), []node{x}}
}

// ratio gives the node of a quotient as a double of so many digits.
func (c *compiler) ratio(q plan.Call, digits int) node {
	a, b := q.Args[0].Type().Scale, q.Args[1].Type().Scale
	x, y := rescaled(c.node(q.Args[0]), a, max(a, b)), rescaled(c.node(q.Args[1]), b, max(a, b))
	if x == nil || y == nil {
		return nil
	}
	return opNode{operators.RatioFloat, value.Pow10(digits), []node{x, y}}
}

// limited passes what fits a type.
func limited(x node, t plan.Type) node {
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if t.Kind != plan.Int && t.Kind != plan.Decimal {
		return x
	}
	if t.Min < t.Max {
		lo, hi = t.Min, t.Max
	}
	if p := t.Precision; t.Kind == plan.Decimal && p > 0 && p <= opcode.MaxPower {
		lo, hi = max(lo, 1-value.Pow10(p)), min(hi, value.Pow10(p)-1)
	}
	if lo == math.MinInt64 && hi == math.MaxInt64 {
		return x
	}
	return limitNode{x, lo, hi}
}
