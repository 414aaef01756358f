package bind

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// function binds a call of a function that is no aggregate.
func (b *binder) function(n *ast.FuncCallExpr) (plan.Expr, error) {
	name := strings.ToUpper(n.FnName.L)
	if n.Schema.O != "" {
		return nil, b.errorf(parse.CodeNoFunction, "FUNCTION %s.%s does not exist", n.Schema.O, n.FnName.O)
	}
	if rule, ok := calledAggregates[n.FnName.L]; ok {
		return b.calledAggregate(n, rule)
	}
	switch f := b.native(n).(type) {
	case plan.NativeFunction:
		return b.nativeCall(f, n.Args)
	case plan.Native:
		return b.nativeAggregate(f, n.Args)
	}
	switch n.FnName.L {
	case ast.Grouping:
		return b.grouping(n)
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
	}
	if e, ok, err := b.fact(n); ok || err != nil {
		return e, err
	}
	nodes := n.Args
	switch n.FnName.L {
	case ast.TimestampDiff:
		return b.timeSpan(n)
	case ast.TimestampAdd:
		return b.timestampAdd(n)
	case ast.CharFunc:
		name = "CHAR"
		if last := len(nodes) - 1; last > 0 { // the character set
			nodes = nodes[:last]
		}
	case ast.InsertFunc:
		name = "INSERT"
	}
	args, err := b.exprs(nodes)
	if err != nil {
		return nil, err
	}
	if _, constant := first(args).(plan.Const); name == "RAND" && constant && len(b.from.tables) > 0 {
		return nil, b.errorf(parse.CodeNotSupported, "RAND of a constant is not supported beside a table: it would be another number in every row, and rows have no order; RAND of a column is")
	}
	e, err := b.built(plan.Op(name), args)
	if parse.IsCode(err, parse.CodeNoFunction) {
		return b.storedCall(n, args)
	}
	return b.settle(e, err)
}

func first(args []plan.Expr) plan.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// timeSpan binds TIMESTAMPDIFF(unit, from, to).
func (b *binder) timeSpan(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.exprs(n.Args[1:])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[0].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.errorf(parse.CodeNotSupported, "TIMESTAMPDIFF needs a unit")
	}
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.TimeSpan(unit.Unit.String(), args[0], args[1])
	}, args...)
	return b.settle(e, err)
}

// settle bounds what a function became and computes its constant parts.
func (b *binder) settle(e plan.Expr, err error) (plan.Expr, error) {
	if err == nil {
		e, err = b.bounded(e, nil)
	}
	if err == nil {
		e, err = plan.FoldAll(e)
	}
	if err != nil {
		return nil, b.at(err)
	}
	return e, nil
}

// timeLiteral binds DATE 'YYYY-MM-DD', TIMESTAMP 'YYYY-MM-DD hh:mm:ss' and TIME 'hh:mm:ss',
// which have the digits of a fraction that are written.
func (b *binder) timeLiteral(n *ast.FuncCallExpr) (plan.Expr, error) {
	x, err := b.expr(n.Args[0])
	if err != nil {
		return nil, err
	}
	c, _ := x.(plan.Const)
	e, err := typing.TimeLiteral(timeLiterals[n.FnName.L], c.Value.Text)
	if err != nil {
		return nil, b.at(err)
	}
	return e, nil
}

var timeLiterals = map[string]plan.Kind{ast.DateLiteral: plan.Date, ast.TimestampLiteral: plan.DateTime, ast.TimeLiteral: plan.Time}

// timestampAdd binds TIMESTAMPADD(unit, n, x).
func (b *binder) timestampAdd(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.exprs(n.Args[1:])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[0].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.errorf(parse.CodeNotSupported, "TIMESTAMPADD needs a unit")
	}
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.DateAdd(args[1], args[0], unit.Unit.String(), false)
	}, args...)
	return b.settle(e, err)
}

// dateAdd binds DATE_ADD and DATE_SUB, also written with + and - INTERVAL.
func (b *binder) dateAdd(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.exprs(n.Args[:2])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[2].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.errorf(parse.CodeNotSupported, "an interval needs a unit")
	}
	sub := n.FnName.L == ast.DateSub || n.FnName.L == ast.SubDate
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) {
		return typing.DateAdd(args[0], args[1], unit.Unit.String(), sub)
	}, args...)
	return b.settle(e, err)
}

// extract binds EXTRACT(unit FROM date).
func (b *binder) extract(n *ast.FuncCallExpr) (plan.Expr, error) {
	x, err := b.expr(n.Args[1])
	if err != nil {
		return nil, err
	}
	unit, ok := n.Args[0].(*ast.TimeUnitExpr)
	if !ok {
		return nil, b.errorf(parse.CodeNotSupported, "EXTRACT needs a unit")
	}
	e, err := b.onToday(func(args []plan.Expr) (plan.Expr, error) { return typing.Extract(unit.Unit.String(), args[0]) }, x)
	return b.settle(e, err)
}

// trim binds TRIM([BOTH | LEADING | TRAILING] [what] FROM text).
func (b *binder) trim(n *ast.FuncCallExpr) (plan.Expr, error) {
	name, nodes := plan.Op("TRIM"), n.Args
	if len(nodes) == 3 {
		direction, ok := nodes[2].(*ast.TrimDirectionExpr)
		if !ok {
			return nil, b.errorf(parse.CodeNotSupported, "this form of TRIM is not supported")
		}
		switch direction.Direction {
		case ast.TrimLeading:
			name = "LTRIM"
		case ast.TrimTrailing:
			name = "RTRIM"
		}
		nodes = nodes[:2]
	}
	args, err := b.exprs(nodes)
	if err != nil {
		return nil, err
	}
	return b.build(name, args...)
}

// cast binds CAST(x AS type) and CONVERT(x, type).
func (b *binder) cast(n *ast.FuncCastExpr) (plan.Expr, error) {
	x, err := b.expr(n.Expr)
	if err != nil {
		return nil, err
	}
	if sameText(n, x) {
		return b.finish(typing.ByBytes(x))
	}
	if n.FunctionType == ast.CastBinaryOperator || n.FunctionType == ast.CastConvertFunction && n.Tp.GetType() == mysql.TypeVarString && n.ExplicitCharSet {
		return nil, b.errorf(parse.CodeNotSupported, "conversions between character sets are not supported")
	}
	var to plan.Type
	switch tp := n.Tp; tp.GetType() {
	case mysql.TypeLonglong:
		if tp.GetFlag()&mysql.UnsignedFlag != 0 {
			e, err := typing.CastUnsigned(x)
			return b.settle(e, err)
		}
		if e, ok, err := typing.CastSigned(x); ok || err != nil {
			return b.settle(e, err)
		}
		to = plan.Type{Kind: plan.Int}
	case mysql.TypeNewDecimal:
		to = value.DecimalType(declared(tp.GetFlen(), 10), declared(tp.GetDecimal(), 0))
	case mysql.TypeDouble:
		to = plan.Type{Kind: plan.Double}
	case mysql.TypeFloat:
		if to = (plan.Type{Kind: plan.Double}); tp.GetFlen() <= value.SinglePrecision {
			to.Name = value.FloatName
		}
	case mysql.TypeDate:
		to = plan.Type{Kind: plan.Date}
	case mysql.TypeDatetime:
		to = plan.Type{Kind: plan.DateTime, Scale: declared(tp.GetDecimal(), 0)}
	case mysql.TypeDuration:
		to = plan.Type{Kind: plan.Time, Scale: declared(tp.GetDecimal(), 0)}
	case mysql.TypeVarString, mysql.TypeString:
		return b.castText(x, tp.GetFlen())
	case mysql.TypeJSON:
		e, err := typing.CastJSON(x)
		return b.settle(e, err)
	default:
		return nil, b.errorf(parse.CodeNotSupported, "CAST to this type is not supported (SIGNED, UNSIGNED, DECIMAL, FLOAT, DOUBLE, DATE, DATETIME, TIME, CHAR and JSON are)")
	}
	e, err := b.castOne(x, to)
	return b.settle(e, err)
}

// castText converts to a text of at most length characters, any number if negative.
func (b *binder) castText(x plan.Expr, length int) (plan.Expr, error) {
	e, err := typing.Convert(x, plan.Type{Kind: plan.String})
	if typing.IsJSON(x) || x.Type().Listed() {
		e, err = typing.Build("CONCAT", x) // a text from here on
	}
	if err == nil && length >= 0 {
		e, err = typing.Build("LEFT", e, plan.Literal(value.OfInt(int64(length))))
	}
	return b.settle(e, err)
}

// declared is a length of a type, or what stands for none.
func declared(n, none int) int {
	if n < 0 {
		return none
	}
	return n
}
