package scalar

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/sql/bind/dated"
)

// What GREATEST and LEAST choose among dates, times or years and others is a text. Where a number is asked for it is the
// greatest or least number of the arguments, or where one of them has a date, the number of the moment that is chosen; but
// of a CHAR or a TEXT it is the number that the text begins with.

// extreme is GREATEST or LEAST, of which one is told what is compared and what is written.
func (b *Binder) extreme(op plan.Op, written []plan.Expr, of func(op plan.Op, args, written []plan.Expr) (plan.Expr, error)) (plan.Expr, error) {
	return b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return of(op, args, written) }, written...)
}

// rememberExtreme keeps the number of what GREATEST or LEAST chooses among dates, times or years and others.
func (b *Binder) rememberExtreme(n *ast.FuncCallExpr, e plan.Expr, args []plan.Expr) {
	if e.Type().Kind != plan.String || !slices.ContainsFunc(args, dated.IsTemporal) || slices.ContainsFunc(args, coerce.IsJSON) || !varies(args) {
		return
	}
	op := plan.Op(strings.ToUpper(n.FnName.L))
	if !slices.ContainsFunc(args, isDated) {
		best := func(numbers []plan.Expr) (plan.Expr, error) { return b.Build(op, numbers...) }
		b.keep(n, choice{number: b.ofNumbers(n.Args, args, b.numberOf, double, best), whole: b.ofNumbers(n.Args, args, b.wholeOf, whole, best)})
		return
	}
	of := func(number func(op plan.Op, args, written []plan.Expr) (plan.Expr, error)) func() (plan.Expr, error) {
		return func() (plan.Expr, error) {
			e, err := b.extreme(op, args, number)
			return b.Settle(e, err)
		}
	}
	b.keep(n, choice{number: of(dated.ExtremeNumber), whole: of(dated.ExtremeWhole), moment: true})
}

// varies reports whether the text that MySQL makes of arguments together is a VARCHAR: beside a TEXT it is
// a TEXT, and a CHAR remains one unless there is a VARCHAR before or behind it, as dates and members of an ENUM
// are together.
func varies(args []plan.Expr) bool {
	text, char := "", false
	for i, a := range args {
		name := ""
		if a.Type().Kind == plan.String {
			name = a.Type().String()
		}
		switch {
		case strings.HasSuffix(name, "TEXT"):
			return false
		case strings.HasPrefix(name, "CHAR("):
			char = char || text != "VARCHAR"
		case name != "" && !a.Type().Listed() || i > 0 && !char:
			text, char = "VARCHAR", false
		}
	}
	return !char
}
