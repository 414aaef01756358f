package compile

import (
	"math"

	"gsdms/operators"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/value"
)

// operand is a compiled expression: a register, and the dictionary of its codes if it
// is a string.
type operand struct {
	reg  int
	dict *plan.Dictionary
}

// expr compiles an expression.
func (c *compiler) expr(e plan.Expr) (operand, error) {
	switch x := e.(type) {
	case plan.ColumnRef:
		if c.isWide(x) {
			return operand{}, &UnsupportedError{Expr: e, Why: "its numbers have more than 64 bits", Wide: true}
		}
		return c.coded(x)
	case plan.Const:
		return c.literal(x)
	case plan.Slot:
		return operand{}, &UnsupportedError{Expr: e, Why: "it refers to the operator before, and there is none"}
	}
	places := placesOf(e, nil)
	if len(places) == 0 {
		v, err := plan.Eval(e, nil)
		if err != nil {
			return operand{}, err
		}
		return c.literal(plan.Const{Value: v, Of: e.Type()})
	}
	if of := unsortedOf(c.net.Tables, places); of != nil {
		return c.ofUnsorted(e, places[0], of)
	}
	if o, ok, err := c.ofOneText(e, places); ok || err != nil {
		return o, err
	}
	if o, ok, err := c.ofCommon(e, places); ok || err != nil {
		return o, err
	}
	if o, ok, err := c.stepwise(e, places); ok || err != nil {
		return o, err
	}
	o, err := c.node(e)
	if _, ok := err.(*UnsupportedError); ok {
		if o, ok, err := c.tabulated(e, places); ok || err != nil {
			return o, err
		}
		if o, ok, err := c.sparse(e, places); ok || err != nil {
			return o, err
		}
	}
	return o, err
}

// coded compiles an expression where the order and equality of what it gives are all that
// counts: of a column of codes, it gives these.
func (c *compiler) coded(e plan.Expr) (operand, error) {
	x, ok := e.(plan.ColumnRef)
	if k, beyond := e.(plan.Const); beyond && isBeyond(k) {
		return c.onlyCode(k)
	}
	if !ok {
		return c.expr(e)
	}
	column := c.valueColumn(place{x.Table, x.Column})
	if column.Unsorted != nil {
		return operand{}, &UnsupportedError{Expr: e, Why: "its texts are in no dictionary"}
	}
	r, err := c.value(x)
	return operand{r, column.Dict}, err
}

// onlyCode compiles a number that 64 bits do not hold: the only code of a dictionary.
func (c *compiler) onlyCode(e plan.Const) (operand, error) {
	key, ok := value.KeyOf(e.Value, e.Of)
	if !ok {
		return operand{}, &plan.RangeError{Kind: e.Of.Kind, In: plan.Written(e)}
	}
	return operand{c.number(0), plan.NewDictionary([]uint32{0, uint32(len(key))}, []byte(key))}, nil
}

// node compiles an expression by its outermost operator. Instructions that can fail
// are those of the innermost expression being compiled.
func (c *compiler) node(e plan.Expr) (operand, error) {
	outer := c.of
	c.of = e
	defer func() { c.of = outer }()
	switch e := e.(type) {
	case plan.Call:
		return c.call(e)
	case plan.Cast:
		return c.cast(e)
	case plan.In:
		return c.in(e)
	}
	return c.ofText(e)
}

// literal compiles a constant. A string becomes the only one of a dictionary.
func (c *compiler) literal(e plan.Const) (operand, error) {
	float := e.Of.Float()
	switch {
	case e.Value.IsNull():
		return operand{reg: c.null(float)}, nil
	case e.Value.Kind == plan.Double:
		return operand{reg: c.constant(operators.Const{Float: e.Value.Float}, true)}, nil
	case e.Value.Kind == plan.String:
		d := plan.NewDictionary([]uint32{0, uint32(len(e.Value.Text))}, []byte(e.Value.Text))
		return operand{c.number(0), d}, nil
	}
	n, side := truth.NumberOf(e.Value, e.Of)
	if side != 0 {
		return operand{}, &UnsupportedError{Expr: e, Why: "it has more than 64 bits", Wide: true}
	}
	return operand{reg: c.number(n)}, nil
}

// args compiles the arguments of a call to registers.
func (c *compiler) args(args []plan.Expr) ([]int, error) {
	out := make([]int, len(args))
	for i, a := range args {
		o, err := c.expr(a)
		if err != nil {
			return nil, err
		}
		out[i] = o.reg
	}
	return out, nil
}

// call compiles a call by its operator and the kind it works on.
func (c *compiler) call(e plan.Call) (operand, error) {
	switch e.Op {
	case plan.If:
		return c.choice(e)
	case plan.Map:
		return c.mapped(e)
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		if hasText(e.Args) || c.isWide(e.Args[0]) || c.isWide(e.Args[1]) {
			return c.compareTexts(e)
		}
		if isBeyond(e.Args[0]) || isBeyond(e.Args[1]) {
			return c.compareBeyond(e)
		}
	case plan.And, plan.Or, plan.Xor:
		return c.logical(e)
	case plan.IsNull:
		if x, err := c.coded(e.Args[0]); err == nil {
			return operand{reg: c.isNull(x.reg)}, nil
		}
	case plan.Not:
	default:
		if e.Of.Kind == plan.String || hasText(e.Args) {
			return c.ofText(e)
		}
	}
	args, err := c.args(e.Args)
	if err != nil {
		return operand{}, err
	}
	r, err := c.operate(e, args)
	if _, ok := err.(*UnsupportedError); ok && len(args) > 0 {
		if _, column := e.Args[0].(plan.ColumnRef); !column { // of a column a table is kept
			return c.ofText(e)
		}
	}
	return operand{reg: r}, err
}

func hasText(args []plan.Expr) bool {
	for _, a := range args {
		if a.Type().Kind == plan.String {
			return true
		}
	}
	return false
}

// operate compiles an operator on numbers or doubles.
func (c *compiler) operate(e plan.Call, args []int) (int, error) {
	if f, ok := e.Native.(*operators.Native); ok {
		return c.native(f, args), nil
	}
	switch e.Op {
	case plan.Not:
		x := c.boolean(operand{reg: args[0]}, e.Args[0].Type())
		return c.compute(operators.NotBool, 0, c.truthReg(x), x), nil
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		return c.compare(e.Op, args[0], args[1]), nil
	case plan.IsNull:
		return c.isNull(args[0]), nil
	case plan.Greatest, plan.Least:
		return c.extreme(e.Op, args[0], args[1]), nil
	}
	if c.reg(args[0]).Float {
		return c.onFloats(e, args)
	}
	switch k := e.Args[0].Type().Kind; {
	case k == plan.Date:
		return c.onDates(e, args)
	case k.Ticking():
		return c.onTimes(e, args)
	}
	return c.onNumbers(e, args)
}

// truthReg describes a truth value that is NULL where a register is.
func (c *compiler) truthReg(regs ...int) operators.Reg {
	return operators.Reg{Lo: 0, Hi: 1, Nullable: c.anyNull(regs...)}
}

func (c *compiler) isNull(r int) int {
	switch reg := c.reg(r); {
	case !reg.Nullable:
		return c.number(0)
	case reg.Float:
		return c.compute(operators.IsNullFloat, 0, condition, r)
	}
	return c.compute(operators.IsNullInt, 0, condition, r)
}

// boolean gives the register of an operand as a truth value.
func (c *compiler) boolean(o operand, t plan.Type) int {
	switch reg := c.reg(o.reg); {
	case reg.Float:
		return c.compute(operators.NeFloat, 0, c.truthReg(o.reg), o.reg, c.constant(operators.Const{}, true))
	case t.Kind == plan.Bool && reg.Lo >= 0 && reg.Hi <= 1:
		return o.reg
	case t.Kind == plan.Unsigned:
		return c.compute(operators.NeInt, 0, c.truthReg(o.reg), o.reg, c.number(math.MinInt64))
	case t.Kind == plan.Date || t.Kind == plan.DateTime: // true, unless it is NULL
		return c.compute(operators.EqInt, 0, c.truthReg(o.reg), o.reg, o.reg)
	}
	return c.compute(operators.NeInt, 0, c.truthReg(o.reg), o.reg, c.number(0))
}

// logical compiles AND, OR or XOR. All operands may be computed for every row, but behind
// one that decides the result of AND or OR no other may fail.
func (c *compiler) logical(e plan.Call) (operand, error) {
	op := map[plan.Op]operators.Opcode{plan.And: operators.AndBool, plan.Or: operators.OrBool, plan.Xor: operators.XorBool}[e.Op]
	out := -1
	for _, a := range e.Args {
		o, err := c.behind(e.Op, out, a)
		if err != nil {
			return o, err
		}
		x := c.boolean(o, a.Type())
		if out < 0 {
			out = x
			continue
		}
		out = c.compute(op, 0, c.truthReg(out, x), out, x)
	}
	return operand{reg: out}, nil
}

// behind compiles an operand of a logical operator behind those whose result so far is
// in a register, -1 for the first.
func (c *compiler) behind(op plan.Op, before int, e plan.Expr) (operand, error) {
	switch {
	case before < 0 || op == plan.Xor:
		return c.expr(e)
	case op == plan.Or:
		return c.branch(e, guard{test: before, decides: 1})
	}
	return c.branch(e, guard{test: before, decides: 0})
}

// comparisonOpcodes gives the opcodes of a comparison on numbers and on doubles.
func comparisonOpcodes(op plan.Op) (onInt, onFloat operators.Opcode) {
	switch op {
	case plan.Ne:
		return operators.NeInt, operators.NeFloat
	case plan.Lt:
		return operators.LtInt, operators.LtFloat
	case plan.Le:
		return operators.LeInt, operators.LeFloat
	case plan.Gt:
		return operators.GtInt, operators.GtFloat
	case plan.Ge:
		return operators.GeInt, operators.GeFloat
	case plan.NullEq:
		return operators.NullEqInt, operators.NullEqFloat
	}
	return operators.EqInt, operators.EqFloat
}

func (c *compiler) compare(op plan.Op, a, b int) int {
	onInt, onFloat := comparisonOpcodes(op)
	r := c.truthReg(a, b)
	if op == plan.NullEq {
		r.Nullable = false
	}
	if c.reg(a).Float || c.reg(b).Float {
		return c.compute(onFloat, 0, r, c.likeFloat(a), c.likeFloat(b))
	}
	return c.compute(onInt, 0, r, a, b)
}

// likeFloat gives an untyped NULL the form of a double.
func (c *compiler) likeFloat(r int) int {
	if c.reg(r).Float {
		return r
	}
	return c.null(true)
}

// choice compiles IF: both branches may be computed for every row, but only the one that
// is taken may fail.
func (c *compiler) choice(e plan.Call) (operand, error) {
	cond, err := c.expr(e.Args[0])
	if err != nil {
		return operand{}, err
	}
	test := c.boolean(cond, e.Args[0].Type())
	yes, err := c.branch(e.Args[1], guard{test: test, taken: true, decides: -1})
	if err != nil {
		return operand{}, err
	}
	no, err := c.branch(e.Args[2], guard{test: test, decides: -1})
	if err != nil {
		return operand{}, err
	}
	var dict *plan.Dictionary
	if e.Of.Kind == plan.String {
		yes.reg, no.reg, dict = c.unite(yes, no)
	}
	return operand{c.pick(test, yes.reg, no.reg), dict}, nil
}

// branch compiles an expression that counts only where a test says so.
func (c *compiler) branch(e plan.Expr, g guard) (operand, error) {
	c.guards = append(c.guards, g)
	o, err := c.expr(e)
	c.guards = c.guards[:len(c.guards)-1]
	return o, err
}

// pick gives the register of IF(test, yes, no).
func (c *compiler) pick(test, yes, no int) int {
	if c.reg(yes).Float || c.reg(no).Float {
		yes, no = c.likeFloat(yes), c.likeFloat(no)
		return c.compute(operators.IfFloat, 0, operators.Reg{Float: true, Nullable: c.anyNull(yes, no)}, test, yes, no)
	}
	a, b := c.reg(yes), c.reg(no)
	switch {
	case c.isNullConst(yes):
		a = b
	case c.isNullConst(no):
		b = a
	}
	r := operators.Reg{Nullable: c.anyNull(yes, no), Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
	return c.compute(operators.IfInt, 0, r, test, yes, no)
}

// isNullConst reports whether a register is always NULL.
func (c *compiler) isNullConst(r int) bool {
	null, ok := c.known[constKey(operators.Const{Null: true}, c.reg(r).Float)]
	return ok && null == r
}

// between gives IF(lo <= r <= hi, r, NULL), or r itself where its bounds say so.
func (c *compiler) between(r int, lo, hi int64) int {
	reg := c.reg(r)
	if reg.Lo >= lo && reg.Hi <= hi {
		return r
	}
	above := c.compute(operators.GeInt, 0, c.truthReg(r), r, c.number(lo))
	below := c.compute(operators.LeInt, 0, c.truthReg(r), r, c.number(hi))
	test := c.compute(operators.AndBool, 0, c.truthReg(r), above, below)
	out := operators.Reg{Nullable: true, Lo: max(reg.Lo, lo), Hi: min(reg.Hi, hi)}
	return c.compute(operators.IfInt, 0, out, test, r, c.null(false))
}

// wholeReg describes a register that can hold any number.
func wholeReg(nullable bool) operators.Reg {
	return operators.Reg{Nullable: nullable, Lo: math.MinInt64, Hi: math.MaxInt64}
}
