package scalar

import (
	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// A string inside the engine is a code of a dictionary that is known when the query is
// compiled. So every function of one string is a table from codes to results, and a
// program only looks it up.

// OfOneText compiles an expression that depends on one column of codes alone: as a table
// over its dictionary, however deeply it is nested. What is shorter otherwise is left
// alone (ok is false), and what has no value for some string: that is an error only for
// the rows that count.
func (c *Compiler) OfOneText(e plan.Expr, places []exprs.Place) (o Operand, ok bool, err error) {
	if len(places) != 1 || !c.Where.ValueColumn(places[0]).Coded() || exprs.IsPlainTest(e) || plan.AsksOnlyForNull(e) {
		return Operand{}, false, nil
	}
	if c.isChoiceOfMany(e, places[0]) {
		if o, err := c.node(e); err == nil {
			return o, true, nil
		}
	}
	o, ok, err = c.tabulated(e, places)
	if plan.IsOfValue(err) {
		return Operand{}, false, nil
	}
	return o, ok, err
}

// isChoiceOfMany reports whether an expression is a choice by a column of many numbers past 64 bits: its conditions
// are sets of codes.
func (c *Compiler) isChoiceOfMany(e plan.Expr, p exprs.Place) bool {
	call, ok := e.(plan.Call)
	return ok && call.Op == plan.If && c.Where.ValueColumn(p).WideOfMany()
}

// tabulated compiles an expression of one column as a table over the column's values,
// if they are not too many (ok).
func (c *Compiler) tabulated(e plan.Expr, places []exprs.Place) (o Operand, ok bool, err error) {
	if len(places) != 1 {
		return Operand{}, false, nil
	}
	p := places[0]
	r, err := c.Value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return Operand{}, false, err
	}
	column := c.Where.ValueColumn(p)
	return c.Tabulate(e, column.Type, Operand{Reg: r, Dict: column.Dict}, c.partly(e, p, c.Cached(index.KeptArray, p, e)))
}

// ofText compiles a function that has one argument that is no constant, as a table
// over that argument's values.
func (c *Compiler) ofText(e plan.Expr) (Operand, error) {
	arg, on := exprs.OnSlot(e)
	if arg == nil {
		return c.ofSeveral(e)
	}
	x, err := c.Expr(arg)
	if err != nil {
		return Operand{}, err
	}
	o, ok, err := c.Tabulate(on, arg.Type(), x, c.Functions.KeepNone)
	if err == nil && !ok {
		err = &emit.UnsupportedError{Expr: e, Why: "its argument has too many different values to tabulate"}
	}
	return o, err
}

// ofSeveral compiles a function of strings with several arguments that are no constants: two, or
// any that are all of one thing.
func (c *Compiler) ofSeveral(e plan.Expr) (Operand, error) {
	if arg, on := exprs.OnPart(e); arg != nil {
		x, err := c.Expr(arg)
		if err != nil {
			return Operand{}, err
		}
		if o, ok, err := c.Tabulate(on, arg.Type(), x, c.Functions.KeepNone); ok || err != nil {
			return o, err
		}
	}
	var vary []int
	call, ok := e.(plan.Call)
	for i, a := range call.Args {
		if len(exprs.Places(a, nil)) > 0 {
			vary = append(vary, i)
		}
	}
	if !ok || len(vary) != 2 {
		return Operand{}, &emit.UnsupportedError{Expr: e, Why: "a function of strings of which more than two vary from row to row"}
	}
	return c.ofTwo(call, vary[0], vary[1])
}

// byTable is ofText for a cast whose argument is compiled already.
func (c *Compiler) byTable(e plan.Cast, arg plan.Expr, x Operand) (int, error) {
	o, ok, err := c.Tabulate(plan.Cast{X: plan.Slot{Of: arg.Type()}, To: e.To}, arg.Type(), x, c.Functions.KeepNone)
	if err == nil && !ok {
		err = &emit.UnsupportedError{Expr: e, Why: "its argument has too many different values to tabulate"}
	}
	if o.Dict != nil {
		err = &emit.UnsupportedError{Expr: e, Why: "the text of a number"}
	}
	return o.Reg, err
}

// Cached keeps tables of an expression of one column with the column's snapshot.
func (c *Compiler) Cached(kind index.Kind, p exprs.Place, e plan.Expr) tabulate.Keep {
	return c.noting(p, e, c.Functions.Kept(kind, c.Tables[p.Table].Ref.Table, p.Column, e))
}

// noting notes what tables of an expression say that is lost.
func (c *Compiler) noting(p exprs.Place, e plan.Expr, keep tabulate.Keep) tabulate.Keep {
	return func(lo, hi int64, build func(*tabulate.Maker) (*tabulate.Table, error)) (*tabulate.Table, error) {
		t, err := keep(lo, hi, build)
		if err == nil && len(t.Lost) > 0 {
			c.lost = append(c.lost, lostIn{p, e, t.Lost})
		}
		return t, err
	}
}

// lostIn is what the texts of a column lose in an expression of it.
type lostIn struct {
	place exprs.Place
	of    plan.Expr
	lost  []fault.Warning
}

// Tell tells what was lost in what the body looks up, when all conditions are known.
func (c *Compiler) Tell() {
	for _, l := range c.lost {
		c.Where.Tell(l.place, l.of, l.lost)
	}
}

// Tabulate compiles a function, whose leaves all stand for operand x of type of, as a
// look-up. False when x can have too many values.
func (c *Compiler) Tabulate(e plan.Expr, of plan.Type, x Operand, cached tabulate.Keep) (Operand, bool, error) {
	reg := c.Reg(x.Reg)
	lo, hi := reg.Lo, reg.Hi
	coded := of.Kind == plan.String || x.Dict != nil
	switch {
	case reg.Float:
		return Operand{}, false, nil
	case coded && x.Dict == nil:
		lo, hi = 0, -1
	case coded && x.Dict.Len() <= tabulate.Many:
		lo, hi = 0, int64(x.Dict.Len())-1
	case !coded && !tabulate.AreFew(reg):
		return Operand{}, false, nil
	}
	t, err := cached(lo, hi, func(m *tabulate.Maker) (*tabulate.Table, error) { return m.Fill(e, of, x.Dict, lo, hi) })
	if err != nil {
		return Operand{}, false, err
	}
	return c.ResultAt(t, x.Reg, lo, hi), true, nil
}

// ResultAt looks a register up in a table over the numbers from lo to hi.
func (c *Compiler) ResultAt(t *tabulate.Table, x int, lo, hi int64) Operand {
	at := x
	if lo <= hi {
		at = c.From(at, lo)
	}
	if t.OnNull && c.Reg(x).Nullable {
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: hi - lo + 1}, c.IsNull(x), c.Number(hi-lo+1), at)
	}
	return Operand{Reg: c.Lookup(t.Array, at, t.Reg), Dict: t.Dict}
}
