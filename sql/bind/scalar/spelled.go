package scalar

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// rememberSpelled keeps the number of a text that ADDTIME, SUBTIME or an interval has made of a text or a number: where
// one is asked for, it is that of the moment, the day or the time which the text spells.
func (b *Binder) rememberSpelled(n ast.ExprNode, e, moved plan.Expr) {
	b.rememberRounded(n, e)
	if _, ok := coerce.SpelledNumber(e); ok { // as which it is taken wherever it stands by itself
		b.keep(n, choice{number: func() (plan.Expr, error) { return e, nil }})
		return
	}
	if isNumber(moved) && isDated(e) { // which is a text to others
		b.keep(n, choice{moved: true, whole: func() (plan.Expr, error) { return e, nil }, number: func() (plan.Expr, error) {
			x, err := coerce.OperandDouble(e)
			return b.Settle(x, err)
		}})
		return
	}
	c, constant := e.(plan.Const)
	if !constant || c.Value.Kind != plan.String || moved.Type().Kind.Temporal() {
		return
	}
	digits := func() (plan.Expr, error) {
		x, err := coerce.SpelledBy(c)
		return b.Settle(x, err)
	}
	b.keep(n, choice{whole: digits, number: func() (plan.Expr, error) {
		x, err := digits()
		if err == nil {
			x, err = coerce.OperandDouble(x)
		}
		return b.Settle(x, err)
	}})
}

// rememberRounded keeps the whole number of a moment or a time that is moved or read by a format: 59.6 seconds of it are
// 60 there, and not the next minute.
func (b *Binder) rememberRounded(n ast.ExprNode, e plan.Expr) {
	if t := e.Type(); !t.Kind.Ticking() || t.Scale == 0 {
		return
	}
	b.keep(n, choice{rounded: true, whole: func() (plan.Expr, error) {
		number, err := coerce.Number(e)
		if err == nil {
			number, err = coerce.Whole(number)
		}
		return b.Settle(number, err)
	}})
}

// ofMoments reports whether a function asks for moments, to which a time that ADDTIME or SUBTIME has made is one of today.
func ofMoments(name string, args []plan.Expr) bool {
	switch name {
	case ast.Date, ast.Timestamp, ast.Year, ast.Month, ast.Quarter, ast.Week, ast.YearWeek, ast.WeekOfYear, ast.Day, ast.DayOfMonth, ast.DayOfWeek,
		ast.DayOfYear, ast.Weekday, ast.DayName, ast.MonthName, ast.LastDay, ast.ToDays, ast.ToSeconds, ast.DateFormat, ast.ConvertTz, ast.UnixTimestamp, ast.DateDiff:
		return true
	case ast.TimeDiff:
		return slices.ContainsFunc(args, isDated)
	}
	return false
}

// onDay gives constant texts that ADDTIME or SUBTIME has made as the moments of today that they say, if they say a time.
func (b *Binder) onDay(nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, x := range args {
		call, ok := Unwrap(nodes[i]).(*ast.FuncCallExpr)
		c, constant := x.(plan.Const)
		if !ok || !constant || call.FnName.L != ast.AddTime && call.FnName.L != ast.SubTime || c.Value.Kind != plan.String || value.SpellsMoment(c.Value.Text) {
			continue
		}
		time, err := coerce.Clock(x)
		if err != nil {
			return nil, err
		}
		if out[i], err = b.CastOne(time, plan.Type{Kind: plan.DateTime, Scale: time.Type().Scale}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// choices are the functions that give one of their arguments.
var choices = map[string]bool{ast.If: true, ast.Ifnull: true, ast.Coalesce: true, ast.Nullif: true, ast.Greatest: true, ast.Least: true, ast.Elt: true}

// Distinct gives what SUM(DISTINCT) and AVG(DISTINCT) add up: of what is a text, or chosen among dates, times or members
// of an ENUM, the number that the text begins with, as distinct values are kept as what they show.
func (b *Binder) Distinct(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	t := x.Type()
	call, _ := Unwrap(n).(*ast.FuncCallExpr)
	_, chosen := Unwrap(n).(*ast.CaseExpr)
	chosen = chosen || call != nil && choices[call.FnName.L]
	text := t.Kind == plan.String && !(t.Listed() && !chosen && call == nil)
	if !text && !(t.Kind.Temporal() && chosen) || coerce.IsJSON(x) {
		return x, nil
	}
	shown, err := b.Build("CONCAT", x)
	if err != nil {
		return nil, err
	}
	to := value.DecimalType(value.SureDigits+t.Scale, t.Scale)
	if text { // different ones may be one number
		to = plan.Type{Kind: plan.Double}
	}
	number, err := coerce.To(shown, to)
	return b.Settle(number, err)
}

// asText gives dates that numbers were moved to as the texts that they are to others.
func (b *Binder) asText(nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	out := slices.Clone(args)
	for i, n := range nodes {
		c := b.numbers[Unwrap(n)]
		if c == nil || !c.moved {
			continue
		}
		var err error
		if out[i], err = coerce.To(args[i], plan.Type{Kind: plan.String}); err != nil {
			return nil, err
		}
	}
	return out, nil
}
