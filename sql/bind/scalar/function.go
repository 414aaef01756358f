package scalar

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/types"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/bind/dated"
	"gsdms/sql/parse"
)

// function binds a call of a function that is no aggregate.
func (b *Binder) function(n *ast.FuncCallExpr) (plan.Expr, error) {
	switch n.FnName.L {
	case ast.DateLiteral, ast.TimestampLiteral, ast.TimeLiteral:
		return b.timeLiteral(n)
	case ast.DateAdd, ast.DateSub, ast.AddDate, ast.SubDate:
		return b.dateAdd(n)
	case ast.Extract:
		return b.extract(n)
	case ast.GetFormat:
		return b.getFormat(n)
	case ast.Trim:
		return b.trim(n)
	case ast.Convert:
		return b.convertCharset(n)
	case ast.TimestampDiff:
		return b.timeSpan(n)
	case ast.TimestampAdd:
		return b.timestampAdd(n)
	case ast.Nullif:
		return b.nullIf(n)
	}
	nodes := n.Args
	if last := len(nodes) - 1; n.FnName.L == ast.CharFunc && last > 0 { // the character set
		nodes = nodes[:last]
	}
	args, err := b.Exprs(nodes)
	if err == nil {
		if choices[n.FnName.L] {
			if args, err = b.asText(nodes, args); err != nil {
				return nil, b.At(err)
			}
		}
		if args, err = b.Numbers(n.FnName.L, nodes, args); err == nil {
			args, err = b.datesOf(n.FnName.L, nodes, args)
		}
	}
	if err != nil {
		return nil, err
	}
	if args, err = movedBy(n.FnName.L, nodes, args); err == nil && ofMoments(n.FnName.L, args) {
		args, err = b.onDay(nodes, args)
	}
	if err == nil && n.FnName.L == ast.Strcmp {
		args, err = b.unwritten(nodes, args)
	}
	if err != nil {
		return nil, b.At(err)
	}
	e, err := b.Call(n, args)
	if err == nil && n.FnName.L == ast.UnixTimestamp {
		e, err = b.secondsOf(nodes[0], e, args[0])
	}
	if err != nil {
		return nil, err
	}
	e = noYearColumn(e)
	b.rememberCall(n, e, args)
	return e, nil
}

// noYearColumn gives what a function gives of a column of YEAR as a number that is none: constants beside it are no years.
func noYearColumn(e plan.Expr) plan.Expr {
	if _, column := e.(plan.ColumnRef); !column || e.Type().Name != value.YearName {
		return e
	}
	return plan.Call{Op: plan.Abs, Args: []plan.Expr{e}, Of: e.Type()}
}

// movedBy gives the arguments of ADDTIME, SUBTIME and TIMESTAMP, of which the second is a time: that of a date or a moment
// that a function gives, though not of a column.
func movedBy(name string, nodes []ast.ExprNode, args []plan.Expr) ([]plan.Expr, error) {
	if len(args) != 2 || name != ast.AddTime && name != ast.SubTime && name != ast.Timestamp {
		return args, nil
	}
	_, named := Unwrap(nodes[1]).(*ast.ColumnNameExpr)
	if _, column := args[1].(plan.ColumnRef); named || !column || !isDated(args[1]) {
		return args, nil
	}
	t, err := typing.Build("TIME", args[1])
	return []plan.Expr{args[0], t}, err
}

// calledAs are the names of functions that the parser has others for.
var calledAs = map[string]plan.Op{ast.CharFunc: "CHAR", ast.InsertFunc: "INSERT"}

// Call applies the function that a call names to bound arguments.
func (b *Binder) Call(n *ast.FuncCallExpr, args []plan.Expr) (plan.Expr, error) {
	name, ok := calledAs[n.FnName.L]
	if !ok {
		name = plan.Op(strings.ToUpper(n.FnName.L))
	}
	e, err := b.Built(name, args)
	if parse.IsCode(err, parse.CodeNoFunction) {
		return b.Around.Stored(n, args)
	}
	return b.Settle(e, err)
}

// timeSpan binds TIMESTAMPDIFF(unit, from, to).
func (b *Binder) timeSpan(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.Exprs(n.Args[1:])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[0].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "TIMESTAMPDIFF needs a unit")
	}
	if args, err = b.allChosenAs(plan.DateTime, n.Args[1:], args); err != nil {
		return nil, err
	}
	if args, err = b.onDay(n.Args[1:], args); err != nil {
		return nil, err
	}
	e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.TimeSpan(unit.Unit.String(), args[0], args[1])
	}, args...)
	return b.Settle(e, err)
}

// timeLiteral binds DATE 'YYYY-MM-DD', TIMESTAMP 'YYYY-MM-DD hh:mm:ss' and TIME 'hh:mm:ss',
// which have the digits of a fraction that are written.
func (b *Binder) timeLiteral(n *ast.FuncCallExpr) (plan.Expr, error) {
	x, err := b.Expr(n.Args[0])
	if err != nil {
		return nil, err
	}
	c, _ := x.(plan.Const)
	e, err := coerce.TimeLiteral(timeLiterals[n.FnName.L], c.Value.Text)
	if err != nil {
		return nil, b.At(err)
	}
	return e, nil
}

var timeLiterals = map[string]plan.Kind{ast.DateLiteral: plan.Date, ast.TimestampLiteral: plan.DateTime, ast.TimeLiteral: plan.Time}

// extract binds EXTRACT(unit FROM date).
func (b *Binder) extract(n *ast.FuncCallExpr) (plan.Expr, error) {
	x, err := b.Expr(n.Args[1])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[0].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "EXTRACT needs a unit")
	}
	if x, err = b.partOf(unit.Unit.String(), n.Args[1], x); err != nil {
		return nil, err
	}
	e, err := b.OnToday(func(args []plan.Expr) (plan.Expr, error) { return dated.Extract(unit.Unit.String(), args[0]) }, x)
	return b.Settle(e, err)
}

// trim binds TRIM([BOTH | LEADING | TRAILING] [what] FROM text).
func (b *Binder) trim(n *ast.FuncCallExpr) (plan.Expr, error) {
	name, nodes := plan.Op("TRIM"), n.Args
	if len(nodes) == 3 {
		direction, ok := nodes[2].(*ast.TrimDirectionExpr)
		if !ok {
			return nil, b.Errorf(parse.CodeNotSupported, "this form of TRIM is not supported")
		}
		switch direction.Direction {
		case ast.TrimLeading:
			name = "LTRIM"
		case ast.TrimTrailing:
			name = "RTRIM"
		}
		nodes = nodes[:2]
	}
	args, err := b.Exprs(nodes)
	if err != nil {
		return nil, err
	}
	return b.Build(name, args...)
}

// cast binds CAST(x AS type) and CONVERT(x, type).
func (b *Binder) cast(n *ast.FuncCastExpr) (plan.Expr, error) {
	x, err := b.Expr(n.Expr)
	if err != nil {
		return nil, err
	}
	if sameText(n, x) {
		return b.Finish(coerce.ByBytes(x))
	}
	if n.FunctionType == ast.CastBinaryOperator || n.FunctionType == ast.CastConvertFunction && n.Tp.GetType() == mysql.TypeVarString && n.ExplicitCharSet {
		return nil, b.Errorf(parse.CodeNotSupported, "conversions between character sets are not supported")
	}
	var to plan.Type
	switch tp := n.Tp; tp.GetType() {
	case mysql.TypeLonglong:
		if tp.GetFlag()&mysql.UnsignedFlag != 0 {
			return b.castUnsigned(n.Expr, x)
		}
		texts, err := b.asText([]ast.ExprNode{n.Expr}, []plan.Expr{x})
		if err != nil {
			return nil, b.At(err)
		}
		x = texts[0]
		if x.Type().Kind == plan.Double {
			if x, err = b.wholeOf(n.Expr, x); err != nil {
				return nil, err
			}
		}
		if e, ok, err := coerce.CastSigned(x); ok || err != nil {
			return b.Settle(e, err)
		}
		if to.Kind = plan.Int; x.Type().Kind == plan.String {
			to.Name = value.SignedName
		}
	case mysql.TypeVarString, mysql.TypeString:
		if most := tp.GetFlen(); most > 0 && tp.GetCharset() == "binary" {
			e, err := typing.CastBinary(x, most)
			return b.Settle(e, err)
		}
		return b.castText(x, tp.GetFlen())
	case mysql.TypeJSON:
		e, err := coerce.CastJSON(x)
		return b.Settle(e, err)
	case mysql.TypeYear:
		if c := b.numbers[Unwrap(n.Expr)]; c != nil && (c.moment || c.whole != nil && isNumber(x)) {
			if x, err = c.whole(); err != nil {
				return nil, err
			}
		}
		return b.castYear(x)
	default:
		var ok bool
		if to, ok = numberOrTime(tp); ok {
			break
		}
		return nil, b.Errorf(parse.CodeNotSupported, "CAST to this type is not supported (SIGNED, UNSIGNED, DECIMAL, FLOAT, DOUBLE, DATE, DATETIME, TIME, YEAR, CHAR and JSON are)")
	}
	return b.castTo(n.Expr, x, to)
}

// castOf gives what CAST converts to a number, a date or a moment: of a choice and of a moved text that is another than of others.
func (b *Binder) castOf(n ast.ExprNode, x plan.Expr, to plan.Type) (plan.Expr, error) {
	var err error
	switch c := b.numbers[Unwrap(n)]; {
	case to.Kind == plan.Decimal && !isElt(n), to.Kind == plan.Double:
		x, err = b.numberOf(n, x)
	case to.Kind == plan.Int && c != nil && (c.moment || c.exact || c.rounded || c.whole != nil && isNumber(x)):
		x, err = b.wholeOf(n, x)
	}
	if err != nil {
		return nil, err
	}
	if number, ok := coerce.SpelledNumber(x); ok && (to.Kind == plan.Decimal || to.Kind == plan.Double) {
		return number, nil
	}
	if to.Kind != plan.Date && to.Kind != plan.DateTime {
		return x, nil
	}
	moments, err := b.onDay([]ast.ExprNode{n}, []plan.Expr{x})
	if err != nil {
		return nil, err
	}
	return moments[0], nil
}

// castUnsigned binds CAST(x AS UNSIGNED), which has the whole number of what is chosen among others and doubles.
func (b *Binder) castUnsigned(n ast.ExprNode, x plan.Expr) (plan.Expr, error) {
	if c := b.numbers[Unwrap(n)]; x.Type().Kind == plan.Double || c != nil && c.rounded {
		var err error
		if x, err = b.wholeOf(n, x); err != nil {
			return nil, err
		}
	}
	e, err := coerce.CastUnsigned(x)
	return b.Settle(e, err)
}

// numberOrTime is a type that CAST names, of numbers with digits, or of dates and times; ok is false for others.
func numberOrTime(tp *types.FieldType) (to plan.Type, ok bool) {
	switch tp.GetType() {
	case mysql.TypeNewDecimal:
		return value.DecimalType(declared(tp.GetFlen(), 10), declared(tp.GetDecimal(), 0)), true
	case mysql.TypeDouble:
		return plan.Type{Kind: plan.Double}, true
	case mysql.TypeFloat:
		if to = (plan.Type{Kind: plan.Double}); tp.GetFlen() <= value.SinglePrecision {
			to.Name = value.FloatName
		}
		return to, true
	case mysql.TypeDate:
		return plan.Type{Kind: plan.Date}, true
	case mysql.TypeDatetime:
		return plan.Type{Kind: plan.DateTime, Scale: declared(tp.GetDecimal(), 0)}, true
	case mysql.TypeDuration:
		return plan.Type{Kind: plan.Time, Scale: declared(tp.GetDecimal(), 0)}, true
	}
	return to, false
}

// castYear converts to the YEAR that a number means, or that of a moment; of a time it is that of the day.
func (b *Binder) castYear(x plan.Expr) (plan.Expr, error) {
	var err error
	if x.Type().Kind.Temporal() {
		if x, err = b.CastOne(x, plan.Type{Kind: plan.Date}); err == nil {
			x, err = typing.Build("YEAR", x)
		}
		if err != nil {
			return nil, err
		}
	}
	e, err := coerce.CastYear(x)
	return b.Settle(e, err)
}

// castText converts to a text of at most length characters, any number if negative.
func (b *Binder) castText(x plan.Expr, length int) (plan.Expr, error) {
	e, err := coerce.To(x, plan.Type{Kind: plan.String})
	if coerce.IsJSON(x) || x.Type().Listed() {
		e, err = typing.Build("CONCAT", x) // a text from here on
	}
	if err == nil && length >= 0 {
		e, err = typing.Build("LEFT", e, plan.Literal(value.OfInt(int64(length))))
	}
	return b.Settle(e, err)
}

// declared is a length of a type, or what stands for none.
func declared(n, none int) int {
	if n < 0 {
		return none
	}
	return n
}
