package scalar

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Where a date, a time or a decimal is asked of a text that IF or CASE chooses, each of its results is asked for one: a
// time is one of today then, a number the day that it says, and what says none is NULL.

// rememberEach keeps how a choice that is a text is built of what each of its results becomes.
func (b *Binder) rememberEach(n ast.ExprNode, nodes []ast.ExprNode, results []plan.Expr, choose func([]plan.Expr) (plan.Expr, error)) {
	c := choice{}
	if kept := b.numbers[n]; kept != nil {
		c = *kept
	}
	c.each = func(becomes func(n ast.ExprNode, x plan.Expr) (plan.Expr, error)) (plan.Expr, error) {
		all := make([]plan.Expr, len(results))
		for i, x := range results {
			var node ast.ExprNode
			if i < len(nodes) {
				node = nodes[i]
			}
			var err error
			if all[i], err = becomes(node, x); err != nil {
				return nil, err
			}
		}
		return choose(all)
	}
	c.sure = true
	for i, x := range results {
		c.sure = c.sure && !x.Nullable() && (i >= len(nodes) || b.eachOf(nodes[i]) == nil || b.isSure(nodes[i]))
	}
	b.keep(n, c)
}

// isSure reports whether none of what IF or CASE chooses as a text may be NULL, whatever is chosen.
func (b *Binder) isSure(n ast.ExprNode) bool { return b.numbers[Unwrap(n)].sure }

// caseResults are the results of a CASE.
func caseResults(n *ast.CaseExpr) (out []ast.ExprNode) {
	for _, w := range n.WhenClauses {
		out = append(out, w.Result)
	}
	if n.ElseClause != nil {
		out = append(out, n.ElseClause)
	}
	return out
}

// eachOf tells how a text is built of what is chosen, nil of what IF and CASE do not choose.
func (b *Binder) eachOf(n ast.ExprNode) chosen {
	if c := b.numbers[Unwrap(n)]; c != nil {
		return c.each
	}
	return nil
}

// castTo binds CAST to a number with digits, a date or a time.
func (b *Binder) castTo(n ast.ExprNode, x plan.Expr, to plan.Type) (plan.Expr, error) {
	if each := b.eachOf(n); each != nil && to.Kind != plan.Double && to.Kind != plan.Int {
		return each(func(n ast.ExprNode, x plan.Expr) (plan.Expr, error) { return b.castTo(n, x, to) })
	}
	x, err := b.castOf(n, x, to)
	if err != nil {
		return nil, err
	}
	if to.Kind == plan.DateTime {
		x = coerce.OrMoment(x)
	}
	e, err := b.CastOne(x, to)
	return b.Settle(e, err)
}

// chosenAs gives a text that IF or CASE chooses as a date, a moment or a time with the digits of a second that its results
// have, and any other expression as it is.
func (b *Binder) chosenAs(kind plan.Kind, n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	each := b.eachOf(n)
	if each == nil {
		return b.shownAs(kind, n, x)
	}
	known, _ := x.(plan.Const)
	var becomes func(n ast.ExprNode, x plan.Expr) (plan.Expr, error)
	becomes = func(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
		if each := b.eachOf(n); each != nil {
			return each(becomes)
		}
		to := plan.Type{Kind: kind}
		if kind.Ticking() {
			to.Scale = digitsOfSecond(kind, x, known.Value)
		}
		return b.castTo(n, x, to)
	}
	return each(becomes)
}

// digitsOfSecond is how many digits of a second a result has: a text that is written has those that it says where it is
// known to be chosen, and else as many as any. Where something else is known to be, it is none of those that decide.
func digitsOfSecond(kind plan.Kind, x plan.Expr, known plan.Value) int {
	c, constant := x.(plan.Const)
	switch {
	case known.IsNull() || !constant || c.Value.Kind != plan.String:
		return coerce.FractionOf(x.Type())
	case c.Value.Text != known.Text:
		return 0
	case kind == plan.Time:
		t, ok := value.ReadTime(c.Value.Text)
		return coerce.DigitsIf(ok, t.Digits)
	}
	m, ok := value.ReadDateTime(c.Value.Text)
	return coerce.DigitsIf(ok, m.Digits)
}

// rememberDigits keeps how many digits of a second a text has that COALESCE, GREATEST or the like choose among times: as
// many as any of them, and six of a text or a double.
func (b *Binder) rememberDigits(n *ast.FuncCallExpr, e plan.Expr, args []plan.Expr) {
	if e.Type().Kind != plan.String {
		return
	}
	most, any, known := 0, false, true
	for i, x := range args {
		digits := coerce.FractionOf(x.Type())
		inner := b.numbers[Unwrap(n.Args[i])]
		nested := inner != nil && inner.shown != nil
		if nested {
			digits = *inner.shown
		}
		_, constant := x.(plan.Const)
		any, known, most = any || nested || x.Type().Kind.Temporal(), known && constant, max(most, digits)
	}
	if !any || known { // which has the digits that it says
		return
	}
	c := choice{}
	if kept := b.numbers[n]; kept != nil {
		c = *kept
	}
	c.shown = &most
	b.keep(n, c)
}

// shownAs gives a text that is chosen among times as a moment or a time with the digits that it has, and any other
// expression as it is.
func (b *Binder) shownAs(kind plan.Kind, n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	c := b.numbers[Unwrap(n)]
	if c == nil || c.shown == nil || !kind.Ticking() || x.Type().Kind != plan.String {
		return x, nil
	}
	if _, constant := x.(plan.Const); !constant && *c.shown == value.MaxFraction { // which it has by itself
		return x, nil
	}
	e, err := coerce.To(x, plan.Type{Kind: kind, Scale: *c.shown})
	return b.Settle(e, err)
}

// movedChoice gives a text that IF or CASE chooses with moments of today in the place of times, which is what an interval
// moves, and any other expression as it is.
func (b *Binder) movedChoice(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	each := b.eachOf(n)
	if each == nil || x.Type().Kind != plan.String {
		return x, nil
	}
	return each(func(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
		if x.Type().Kind != plan.Time {
			return b.movedChoice(n, x)
		}
		moment, err := b.CastOne(x, plan.Type{Kind: plan.DateTime, Scale: x.Type().Scale})
		if err != nil {
			return nil, err
		}
		return coerce.Text(moment)
	})
}

// allChosenAs is chosenAs of several.
func (b *Binder) allChosenAs(kind plan.Kind, nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, n := range nodes {
		var err error
		if out[i], err = b.chosenAs(kind, n, args[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// datesOf gives the arguments of a function that asks for a date or a time first, and of DATEDIFF, which asks for two.
func (b *Binder) datesOf(name string, nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	asked := nodes[:min(len(nodes), 1)]
	if name == ast.DateDiff {
		asked = nodes
	}
	switch {
	case ofTimes[name]:
		return b.allChosenAs(plan.Time, asked, args)
	case len(args) == 2 && (name == ast.AddTime || name == ast.SubTime || name == ast.Timestamp):
		return b.addedTo(name, nodes, args)
	case name == ast.UnixTimestamp && len(args) == 1 && coerce.SpellsMoment(args[0]):
		x, err := b.shownAs(plan.DateTime, nodes[0], args[0])
		return []plan.Expr{x}, err
	case ofMoments(name, args) && name != ast.TimeDiff && name != ast.UnixTimestamp:
		return b.allChosenAs(plan.DateTime, asked, args)
	}
	return args, nil
}

// addedTo gives the arguments of ADDTIME, SUBTIME or TIMESTAMP, which moves the first by the second: a number that is chosen
// as a text is a time there, and a moment is none to move by.
func (b *Binder) addedTo(name string, nodes []ast.ExprNode, args []plan.Expr) (out []plan.Expr, err error) {
	out = slices.Clone(args)
	if each := b.eachOf(nodes[0]); each != nil && name != ast.Timestamp && args[0].Type().Kind == plan.String {
		if out[0], err = each(b.movedResult); err != nil {
			return nil, err
		}
	}
	if each := b.eachOf(nodes[1]); each != nil {
		out[1], err = each(b.movingResult)
	}
	return out, err
}

// movedResult gives a number that a text is chosen among as the text of a time.
func (b *Binder) movedResult(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	if each := b.eachOf(n); each != nil && x.Type().Kind == plan.String {
		return each(b.movedResult)
	}
	if !isNumber(x) {
		return x, nil
	}
	t, err := b.castTo(n, x, plan.Type{Kind: plan.Time, Scale: coerce.FractionOf(x.Type())})
	if err != nil {
		return nil, err
	}
	return coerce.Text(t)
}

// movingResult gives what is chosen as a time that something is moved by.
func (b *Binder) movingResult(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	if each := b.eachOf(n); each != nil {
		return each(b.movingResult)
	}
	switch x.Type().Kind {
	case plan.DateTime:
		return plan.NullOf(plan.Type{Kind: plan.Time}), nil
	case plan.String:
		t, err := coerce.Span(x)
		return b.Settle(t, err)
	}
	return b.castTo(n, x, plan.Type{Kind: plan.Time, Scale: coerce.FractionOf(x.Type())})
}

// ofTimes are the functions that ask for a time first.
var ofTimes = map[string]bool{ast.Time: true, ast.Hour: true, ast.Minute: true, ast.Second: true, ast.MicroSecond: true, ast.TimeToSec: true, ast.TimeFormat: true}

// partOf gives what EXTRACT takes a part of: of a choice a moment where the part is one of the date, and a time where it is
// one of that.
func (b *Binder) partOf(unit string, n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	switch {
	case strings.HasPrefix(unit, "DAY_"):
		return x, nil
	case strings.HasPrefix(unit, "YEAR"), unit == "QUARTER", unit == "MONTH", unit == "WEEK", unit == "DAY":
		return b.chosenAs(plan.DateTime, n, x)
	}
	return b.chosenAs(plan.Time, n, x)
}

// besideDates gives the operands of a comparison: a text that IF or CASE chooses beside a date or a moment that is no constant
// as one. Beside a constant it is the text that it is.
func (b *Binder) besideDates(n, m ast.ExprNode, l, r plan.Expr) (left, right plan.Expr, err error) {
	beside := func(n ast.ExprNode, x, other plan.Expr) (plan.Expr, error) {
		if _, constant := other.(plan.Const); constant || !isDated(other) || x.Type().Kind != plan.String {
			return x, nil
		}
		return b.chosenAs(other.Type().Kind, n, x)
	}
	if left, err = beside(n, l, r); err != nil {
		return nil, nil, err
	}
	right, err = beside(m, r, l)
	return left, right, err
}
