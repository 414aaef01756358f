package scalar

import (
	"math"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/bind/dated"
)

// What CASE and IF choose among dates, times, members of an ENUM and others is a text. Where a number is asked for it
// is the number of what is chosen: 20191231 of a date, and not the 2019 that its text begins with. So is it of ELT and
// NULLIF. What IFNULL and COALESCE choose has the number of the text.

// remember keeps how a choice is built where a number is asked for, if that is not the number of its text.
func (b *Binder) remember(n ast.ExprNode, text plan.Expr, nodes []ast.ExprNode, results []plan.Expr, choose func([]plan.Expr) (plan.Expr, error)) {
	if coerce.IsJSON(text) {
		return
	}
	own, isText := false, text.Type().Kind == plan.String
	for i, r := range results {
		k := r.Type().Kind
		own = own || k.Temporal() || isText && (k == plan.Decimal || k == plan.Double) || r.Type().Listed() || i < len(nodes) && b.hasNumber(nodes[i])
	}
	if !own {
		return
	}
	b.keep(n, choice{number: b.ofNumbers(nodes, results, b.numberOf, double, choose), whole: b.ofNumbers(nodes, results, b.wholeOf, whole, choose)})
}

// rememberChoice is remember for IF and CASE, of which others than texts have the number of what they are, but for dates
// and times that they choose among others of these.
func (b *Binder) rememberChoice(n ast.ExprNode, e plan.Expr, nodes []ast.ExprNode, results []plan.Expr, choose func([]plan.Expr) (plan.Expr, error)) {
	if e.Type().Kind == plan.String {
		b.remember(n, e, nodes, results, choose)
		b.rememberEach(n, nodes, results, choose)
		return
	}
	own, wholes := false, false
	for i, r := range results {
		k := r.Type().Kind
		own = own || k.Temporal() && k != e.Type().Kind || i < len(nodes) && b.hasNumber(nodes[i])
		wholes = wholes || (isWhole(r) || k == plan.Decimal) && e.Type().Kind == plan.Double || i < len(nodes) && b.numbers[Unwrap(nodes[i])] != nil
	}
	if isNumber(e) && wholes { // each has its own whole number: a double has no room for all, and rounds halves to even ones
		b.keep(n, choice{whole: b.ofNumbers(nodes, results, b.wholeOf, whole, choose)})
	}
	if !own || !e.Type().Kind.Temporal() {
		return
	}
	b.keep(n, choice{
		exact:  true,
		number: b.ofNumbers(nodes, results, b.numberOf, exactly, choose),
		whole:  b.ofNumbers(nodes, results, b.wholeOf, whole, choose),
	})
	b.rememberEach(n, nodes, results, choose)
}

// ofNumbers tells how a choice of numbers is built, each of which is asked of a node and made another.
func (b *Binder) ofNumbers(nodes []ast.ExprNode, args []plan.Expr, number func(ast.ExprNode, plan.Expr) (plan.Expr, error), made func(plan.Expr) (plan.Expr, error), choose func([]plan.Expr) (plan.Expr, error)) func() (plan.Expr, error) {
	return func() (plan.Expr, error) {
		numbers := make([]plan.Expr, len(args))
		for i, x := range args {
			var err error
			if i < len(nodes) {
				x, err = number(nodes[i], x)
			}
			if err == nil {
				numbers[i], err = made(x)
			}
			if err != nil {
				return nil, b.At(err)
			}
		}
		return choose(numbers)
	}
}

// double is the number of an operand as a double, exactly the one that it has by itself, and whole a whole one.
func double(e plan.Expr) (plan.Expr, error) { return coerce.OperandDouble(plan.Full(e)) }

func exactly(e plan.Expr) (plan.Expr, error) {
	if !e.Type().Kind.Temporal() {
		return e, nil
	}
	return typing.Build(plan.Add, e, plan.Literal(value.OfInt(0)))
}

func whole(e plan.Expr) (plan.Expr, error) {
	switch e.Type().Kind {
	case plan.Null, plan.Unsigned:
		return e, nil
	case plan.Decimal: // which may be a choice that has a number without a sign
		if n, ok, err := coerce.CastSigned(e); ok || err != nil {
			return n, err
		}
	}
	return coerce.Cast(e, plan.Type{Kind: plan.Int})
}

// rememberFirst keeps the number of what IFNULL or COALESCE chooses among dates and moments: of a date it has eight digits,
// and a choice has its own, but where a whole number is asked for.
func (b *Binder) rememberFirst(n *ast.FuncCallExpr, e plan.Expr, args []plan.Expr) {
	own, any := make([]bool, len(args)), false
	for i, a := range args {
		own[i] = a.Type().Kind == plan.Date || b.hasNumber(n.Args[i])
		any = any || own[i]
	}
	if e.Type().Kind != plan.DateTime || !any {
		return
	}
	zero := plan.Literal(value.OfInt(0))
	b.keep(n, choice{exact: true, whole: func() (plan.Expr, error) { return e, nil }, number: func() (plan.Expr, error) {
		numbers := make([]plan.Expr, len(args))
		for i, a := range args {
			var err error
			if own[i] {
				if a, err = b.numberOf(n.Args[i], a); err == nil {
					numbers[i], err = exactly(a)
				}
			} else if numbers[i], err = b.Build(plan.Add, e, zero); err == nil {
				numbers[i], err = b.unlessNull(a, numbers[i])
			}
			if err != nil {
				return nil, err
			}
		}
		return b.Build("COALESCE", numbers...)
	}})
}

// keep keeps how a node is built where a number is asked for.
func (b *Binder) keep(n ast.ExprNode, c choice) {
	if b.numbers == nil {
		b.numbers = map[ast.ExprNode]*choice{}
	}
	b.numbers[n] = &c
}

// rememberCall keeps how IF, ELT and NULLIF are built where a number is asked for.
func (b *Binder) rememberCall(n *ast.FuncCallExpr, e plan.Expr, args []plan.Expr) {
	switch n.FnName.L {
	case ast.If:
		b.rememberChoice(n, e, n.Args[1:], args[1:], func(results []plan.Expr) (plan.Expr, error) {
			return b.Call(n, append(args[:1:1], results...))
		})
	case ast.Elt:
		b.remember(n, e, n.Args[1:], args[1:], func(results []plan.Expr) (plan.Expr, error) {
			e, err := typing.EltNumber(append(args[:1:1], results...))
			return b.Settle(e, err)
		})
	case ast.Ifnull, ast.Coalesce:
		b.rememberFirst(n, e, args)
		b.rememberDigits(n, e, args)
	case ast.DayName: // its number is that of the day of the week
		b.keep(n, choice{number: func() (plan.Expr, error) {
			day, err := b.Build("WEEKDAY", args...)
			if err == nil {
				day, err = coerce.OperandDouble(day)
			}
			return b.Settle(day, err)
		}})
	case ast.Greatest, ast.Least:
		b.rememberExtreme(n, e, args)
		b.rememberDigits(n, e, args)
	case ast.AddTime, ast.SubTime:
		b.rememberSpelled(n, e, args[0])
	case ast.StrToDate:
		b.rememberRounded(n, e)
	case ast.Timestamp:
		if len(args) == 2 {
			b.rememberRounded(n, e)
		}
	case ast.UnixTimestamp:
		b.rememberSeconds(n, e)
	}
}

// number binds an expression of which a number is asked for.
func (b *Binder) number(n ast.ExprNode) (plan.Expr, error) {
	x, err := b.Expr(n)
	if err != nil {
		return nil, err
	}
	return b.numberOf(n, x)
}

// numberOf is what has been bound, or the number of what it chooses.
func (b *Binder) numberOf(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	if b.hasNumber(n) {
		return b.numbers[Unwrap(n)].number()
	}
	return x, nil
}

// hasNumber reports whether what a node was bound to has another number than by itself.
func (b *Binder) hasNumber(n ast.ExprNode) bool {
	c := b.numbers[Unwrap(n)]
	return c != nil && c.number != nil
}

// wholeOf is numberOf where a whole number is asked for.
func (b *Binder) wholeOf(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	if c := b.numbers[Unwrap(n)]; c != nil && c.whole != nil {
		return c.whole()
	}
	return b.numberOf(n, x)
}

// exactWholeOf is wholeOf of a choice that is a date or a time, and numberOf of others.
func (b *Binder) exactWholeOf(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	if c := b.numbers[Unwrap(n)]; c != nil && c.exact {
		return b.wholeOf(n, x)
	}
	return b.numberOf(n, x)
}

// takesWholes reports whether an operator computes with whole numbers where its operands are some.
func takesWholes(op plan.Op, l, r plan.Expr) bool {
	whole := func(e plan.Expr) bool { t := e.Type(); return isWhole(e) || t.Kind.Temporal() && t.Scale == 0 }
	switch op {
	case plan.Add, plan.Sub, plan.Mul, plan.Mod:
		return whole(l) && whole(r)
	}
	return false
}

func isWhole(e plan.Expr) bool {
	k := e.Type().Kind
	return k == plan.Int || k == plan.Unsigned || k == plan.Bool
}

// takesBits reports whether an operator is one of whole numbers.
func takesBits(op plan.Op) bool {
	switch op {
	case "|", "&", "^", "<<", ">>":
		return true
	}
	return false
}

// ofNumbers are functions of numbers, and how many of their arguments are.
var ofNumbers = map[string]int{
	"if": 1, "abs": 1, "sign": 1, "floor": 1, "ceil": 1, "ceiling": 1, "round": 2, "truncate": 2, "mod": 2, "sqrt": 1,
	"exp": 1, "ln": 1, "log": 2, "log2": 1, "log10": 1, "pow": 2, "power": 2, "sin": 1, "cos": 1, "tan": 1, "cot": 1,
	"asin": 1, "acos": 1, "atan": 2, "atan2": 2, "degrees": 1, "format": 1, "radians": 1, "bit_count": 1, "from_unixtime": 1, "sec_to_time": 1,
	"sum": 1, "avg": 1, "std": 1, "stddev": 1, "stddev_pop": 1, "stddev_samp": 1, "variance": 1, "var_pop": 1,
	"var_samp": 1, "bit_and": 1, "bit_or": 1, "bit_xor": 1, "interval": math.MaxInt, "export_set": 1, "make_set": 1, "inet_ntoa": 1, "from_days": 1, "elt": 1,
}

// Numbers gives the arguments of a function or an aggregate, where it asks for numbers those.
func (b *Binder) Numbers(name string, nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	out, asked := slices.Clone(args), ofNumbers[strings.ToLower(name)]
	if strings.EqualFold(name, "field") && slices.ContainsFunc(args, isNumber) {
		asked = len(args)
	}
	if strings.EqualFold(name, "hex") && len(args) == 1 && isNumber(args[0]) {
		var err error
		if out[0], err = b.wholeOf(nodes[0], args[0]); err != nil {
			return nil, err
		}
	}
	for i := range min(asked, len(args)) {
		var err error
		if out[i], err = b.argumentOf(strings.ToLower(name), nodes[i], args[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// argumentOf gives the number of an argument. Functions of numbers have a double of a date or a time, but for those that
// take whole numbers or decimals.
func (b *Binder) argumentOf(name string, n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	switch {
	case ofWholes[name]:
		return b.wholeOf(n, x)
	case ofDecimals[name]:
		return b.numberOf(n, x)
	}
	return b.doubleOf(n, x)
}

// doubleOf is numberOf, a double of a date or a time.
func (b *Binder) doubleOf(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	e, err := b.numberOf(n, x)
	if c := b.numbers[Unwrap(n)]; err == nil && c != nil && c.exact {
		e, err = coerce.OperandDouble(e)
	}
	return e, err
}

// ofWholes are the functions of ofNumbers that take whole numbers, and ofDecimals those that take decimals.
var (
	ofWholes   = map[string]bool{"bit_count": true, "bit_and": true, "bit_or": true, "bit_xor": true, "export_set": true, "make_set": true, "elt": true, "inet_ntoa": true, "from_days": true}
	ofDecimals = map[string]bool{"if": true, "sum": true, "avg": true, "field": true, "interval": true, "from_unixtime": true, "sec_to_time": true}
)

// operands gives those of an operator: where it is one of numbers, or the other side is a number, as numbers.
func (b *Binder) operands(op plan.Op, n *ast.BinaryOperationExpr, l, r plan.Expr) (left, right plan.Expr, err error) {
	numeric, number := !compares(op), b.numberOf
	switch {
	case takesBits(op):
		number = b.wholeOf
	case takesWholes(op, l, r):
		number = b.exactWholeOf
	}
	if op == plan.IntDiv && (isElt(n.L) || isElt(n.R)) {
		return l, r, nil
	}
	if left = l; numeric || isNumber(r) {
		if left, err = number(n.L, l); err != nil {
			return nil, nil, err
		}
	}
	if right = r; numeric || isNumber(l) {
		if right, err = number(n.R, r); err != nil {
			return nil, nil, err
		}
	}
	return left, right, nil
}

// beside gives what is compared with another: beside a number it is one, if there is a node that it was bound of.
func (b *Binder) beside(n ast.ExprNode, x, other plan.Expr) (plan.Expr, error) {
	if n == nil || !isNumber(other) {
		return x, nil
	}
	return b.numberOf(n, x)
}

// besideNumbers gives the operands of IN or BETWEEN as numbers where the first is one, or all others are.
func (b *Binder) besideNumbers(nodes []ast.ExprNode, args []plan.Expr) (out []plan.Expr, err error) {
	out = slices.Clone(args)
	for i, a := range args {
		beside := args[:1]
		if i == 0 {
			beside = args[1:]
		}
		if slices.ContainsFunc(beside, func(e plan.Expr) bool { return !isNumber(e) }) {
			continue
		}
		if out[i], err = b.numberOf(nodes[i], a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// lists gives the parts of a list that what stands before IN is compared with in one way, each behind that: numbers are
// compared with the number of what is chosen, and others with its text.
func (b *Binder) lists(x ast.ExprNode, args []plan.Expr) (out [][]plan.Expr, err error) {
	other := func(e plan.Expr) bool { return !isNumber(e) }
	if b.hasNumber(x) && slices.ContainsFunc(args[1:], isNumber) && slices.ContainsFunc(args[1:], other) {
		number, err := b.numberOf(x, args[0])
		if err != nil {
			return nil, err
		}
		out = append(out, append([]plan.Expr{number}, slices.DeleteFunc(slices.Clone(args[1:]), other)...))
		args = append(args[:1:1], slices.DeleteFunc(slices.Clone(args[1:]), isNumber)...)
	}
	for _, list := range dated.Lists(args[0], args[1:]) {
		out = append(out, append(args[:1:1], list...))
	}
	return out, nil
}

// isElt reports whether an expression is a call of ELT, of which an interval of seconds, DIV and CAST to DECIMAL take the number of the text.
func isElt(n ast.ExprNode) bool {
	call, ok := Unwrap(n).(*ast.FuncCallExpr)
	return ok && call.FnName.L == ast.Elt
}

func compares(op plan.Op) bool {
	switch op {
	case plan.Eq, plan.Ne, plan.NullEq, plan.Lt, plan.Le, plan.Gt, plan.Ge:
		return true
	}
	return false
}

func isNumber(e plan.Expr) bool {
	switch e.Type().Kind {
	case plan.Int, plan.Unsigned, plan.Decimal, plan.Double, plan.Bool:
		return true
	}
	return false
}
