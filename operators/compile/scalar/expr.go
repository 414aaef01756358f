package scalar

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/lexicon"
	"gsdms/operators/truth"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Operand is a compiled expression: a register, and the dictionary of its codes if it
// is a string.
type Operand struct {
	Reg  int
	Dict *plan.Dictionary

	Numbered *plan.Unsorted // in place of a dictionary: texts of which each has one code, in no order
}

// IsLong reports whether the codes are those of numbers of a type.
func (o Operand) IsLong(t plan.Type) bool { return o.Dict != nil && t.Kind != plan.String }

func (o Operand) Lexicon() lexicon.Lexicon {
	return lexicon.Lexicon{Dict: o.Dict, Numbered: o.Numbered}
}

// Expr compiles an expression.
func (c *Compiler) Expr(e plan.Expr) (Operand, error) {
	switch x := e.(type) {
	case plan.ColumnRef:
		if c.Where.IsWide(x) {
			return Operand{}, &emit.UnsupportedError{Expr: e, Why: "its numbers have more than 64 bits", Wide: true}
		}
		return c.Coded(x)
	case plan.Const:
		return c.literal(x)
	case plan.Slot:
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "it refers to the operator before, and there is none"}
	}
	places := exprs.Places(e, nil)
	if len(places) == 0 {
		return c.ofConstants(e)
	}
	if of := exprs.Unsorted(c.net.Tables, places); of != nil {
		return c.ofUnsorted(e, places[0], of)
	}
	if o, ok, err := c.OfOneText(e, places); ok || err != nil {
		return o, err
	}
	if o, ok, err := c.ofCommon(e, places); ok || err != nil {
		return o, err
	}
	if o, ok, err := c.stepwise(e, places); ok || err != nil {
		return o, err
	}
	o, err := c.node(e)
	if _, ok := err.(*emit.UnsupportedError); ok {
		for _, table := range []func(plan.Expr, []exprs.Place) (Operand, bool, error){c.tabulated, c.sparse, c.inRanges} {
			switch o, ok, err := table(e, places); {
			case plan.IsOfValue(err) && e.Type().Kind == plan.Unsigned: // of a number of no row that counts, as one below 0 in the branch of another
			case ok || err != nil:
				return o, err
			}
		}
	}
	return o, err
}

// ofConstants compiles an expression of constants. One whose value is out of range ends the run in
// the rows that it counts in.
func (c *Compiler) ofConstants(e plan.Expr) (Operand, error) {
	v, err := plan.Eval(e, nil)
	switch {
	case plan.IsOutOfRange(err):
		defer c.Blame(c.Blame(outOfRange(e)))
		var texts *plan.Dictionary
		if e.Type().Kind == plan.String {
			texts = plan.NewDictionary([]uint32{0, 0}, nil)
		}
		return Operand{Reg: c.Fail(e.Type().Float()), Dict: texts}, nil
	case err != nil:
		return Operand{}, err
	}
	return c.literal(plan.Const{Value: v, Of: e.Type()})
}

// outOfRange gives the part of an expression of constants, which is out of range, that is so itself.
func outOfRange(e plan.Expr) plan.Expr {
	for _, a := range plan.Children(e) {
		if _, err := plan.Eval(a, nil); plan.IsOutOfRange(err) {
			return outOfRange(a)
		}
	}
	return e
}

// Coded compiles an expression where the order and equality of what it gives are all that
// counts: of a column of codes, it gives these.
func (c *Compiler) Coded(e plan.Expr) (Operand, error) {
	x, ok := e.(plan.ColumnRef)
	if k, beyond := e.(plan.Const); beyond && exprs.IsBeyond(k) {
		return c.onlyCode(k)
	}
	switch {
	case !ok && c.choosesLong(e):
		return c.chosenCode(e, e.Type())
	case !ok && c.OfLong(e):
		if o, err := c.keyed(e); err != nil || o.Dict != nil {
			return o, err
		}
		return c.Expr(e)
	case !ok:
		return c.Expr(e)
	}
	column := c.Where.ValueColumn(exprs.Place{Table: x.Table, Column: x.Column})
	if column.Unsorted != nil {
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "its texts are in no dictionary"}
	}
	r, err := c.Value(x)
	return Operand{Reg: r, Dict: column.Dict}, err
}

// Equal compiles an expression where equality of what it gives is all that counts: codes may be in no
// order, if each text has one.
func (c *Compiler) Equal(e plan.Expr) (Operand, error) {
	ref, of := c.UnsortedColumn(e)
	if of == nil || !of.Once() {
		return c.Coded(e)
	}
	r, err := c.Value(ref)
	return Operand{Reg: r, Numbered: of}, err
}

// onlyCode compiles a number that 64 bits do not hold: the only code of a dictionary.
func (c *Compiler) onlyCode(e plan.Const) (Operand, error) {
	key, ok := value.KeyOf(e.Value, e.Of)
	if !ok {
		return Operand{}, &plan.RangeError{Kind: e.Of.Kind, In: plan.Written(e)}
	}
	return Operand{Reg: c.Number(0), Dict: plan.NewDictionary([]uint32{0, uint32(len(key))}, []byte(key))}, nil
}

// node compiles an expression by its outermost operator. Instructions that can fail
// are those of the innermost expression being compiled.
func (c *Compiler) node(e plan.Expr) (Operand, error) {
	defer c.Blame(c.Blame(e))
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
func (c *Compiler) literal(e plan.Const) (Operand, error) {
	float := e.Of.Float()
	switch {
	case e.Value.IsNull():
		return Operand{Reg: c.Null(float)}, nil
	case e.Value.Kind == plan.Double:
		return Operand{Reg: c.Constant(operators.Const{Float: e.Value.Float}, true)}, nil
	case e.Value.Kind == plan.String:
		d := plan.NewDictionary([]uint32{0, uint32(len(e.Value.Text))}, []byte(e.Value.Text))
		return Operand{Reg: c.Number(0), Dict: d}, nil
	}
	n, side := truth.NumberOf(e.Value, e.Of)
	if side != 0 {
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "it has more than 64 bits", Wide: true}
	}
	return Operand{Reg: c.Number(n)}, nil
}

// args compiles the arguments of a call to registers.
func (c *Compiler) args(args []plan.Expr) ([]int, error) {
	out := make([]int, len(args))
	for i, a := range args {
		o, err := c.Expr(a)
		if err != nil {
			return nil, err
		}
		out[i] = o.Reg
	}
	return out, nil
}

// call compiles a call by its operator and the kind it works on.
func (c *Compiler) call(e plan.Call) (Operand, error) {
	switch e.Op {
	case plan.If:
		return c.choice(e)
	case plan.Map:
		return c.mapped(e)
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq:
		if exprs.HasText(e.Args) || c.Where.IsWide(e.Args[0]) || c.Where.IsWide(e.Args[1]) {
			return c.compareTexts(e)
		}
		if exprs.IsBeyond(e.Args[0]) || exprs.IsBeyond(e.Args[1]) {
			return c.compareBeyond(e)
		}
	case plan.IntDiv, plan.Mod:
		if exprs.IsBeyond(e.Args[1]) {
			return c.divideBeyond(e)
		}
	case plan.And, plan.Or, plan.Xor:
		return c.logical(e)
	case plan.IsNull:
		if x, err := c.Coded(e.Args[0]); err == nil {
			return Operand{Reg: c.IsNull(x.Reg)}, nil
		}
	case plan.Not:
	default:
		if e.Of.Kind == plan.String || exprs.HasText(e.Args) {
			return c.ofText(e)
		}
	}
	args, err := c.args(e.Args)
	if err != nil {
		return Operand{}, err
	}
	r, err := c.Operate(e, args)
	if _, ok := err.(*emit.UnsupportedError); ok && len(args) > 0 {
		if _, column := e.Args[0].(plan.ColumnRef); !column { // of a column a table is kept
			return c.ofText(e)
		}
	}
	return Operand{Reg: r}, err
}

// logical compiles AND, OR or XOR. All operands may be computed for every row, but behind
// one that decides the result of AND or OR no other may fail.
func (c *Compiler) logical(e plan.Call) (Operand, error) {
	op := map[plan.Op]operators.Opcode{plan.And: operators.AndBool, plan.Or: operators.OrBool, plan.Xor: operators.XorBool}[e.Op]
	out := -1
	for _, a := range e.Args {
		o, err := c.behind(e.Op, out, a)
		if err != nil {
			return o, err
		}
		x := c.Boolean(o.Reg, a.Type())
		if out < 0 {
			out = x
			continue
		}
		out = c.Compute(op, 0, c.TruthReg(out, x), out, x)
	}
	return Operand{Reg: out}, nil
}

// behind compiles an operand of a logical operator behind those whose result so far is
// in a register, -1 for the first.
func (c *Compiler) behind(op plan.Op, before int, e plan.Expr) (Operand, error) {
	switch {
	case before < 0 || op == plan.Xor:
		return c.Expr(e)
	case op == plan.Or:
		return c.branch(e, emit.Guard{Test: before, Decides: 1})
	}
	return c.branch(e, emit.Guard{Test: before, Decides: 0})
}

// choice compiles IF: both branches may be computed for every row, but only the one that
// is taken may fail.
func (c *Compiler) choice(e plan.Call) (Operand, error) {
	cond, err := c.Expr(e.Args[0])
	if err != nil {
		return Operand{}, err
	}
	test := c.Boolean(cond.Reg, e.Args[0].Type())
	yes, err := c.branch(e.Args[1], emit.Guard{Test: test, Taken: true, Decides: -1})
	if err != nil {
		return Operand{}, err
	}
	no, err := c.branch(e.Args[2], emit.Guard{Test: test, Decides: -1})
	if err != nil {
		return Operand{}, err
	}
	var dict *plan.Dictionary
	if e.Of.Kind == plan.String {
		yes.Reg, no.Reg, dict = c.unite(yes, no)
	}
	return Operand{Reg: c.Pick(test, yes.Reg, no.Reg), Dict: dict}, nil
}

// branch compiles an expression that counts only where a test says so.
func (c *Compiler) branch(e plan.Expr, g emit.Guard) (Operand, error) {
	return c.guarded(g, func() (Operand, error) { return c.Expr(e) })
}

func (c *Compiler) guarded(g emit.Guard, compile func() (Operand, error)) (Operand, error) {
	c.GuardBy(g)
	o, err := compile()
	c.Unguard()
	return o, err
}
