package bind

import (
	"math"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// aggregates bind the aggregate functions, by the parser's names for them.
var aggregates = map[string]func(b *binder, c aggregateCall) (plan.Expr, error){
	ast.AggFuncCount:               (*binder).count,
	ast.AggFuncSum:                 (*binder).sum,
	ast.AggFuncAvg:                 (*binder).average,
	ast.AggFuncMin:                 plainly(plan.Min),
	ast.AggFuncMax:                 plainly(plan.Max),
	ast.AggFuncBitAnd:              gathered(plan.BitAndAll),
	ast.AggFuncBitOr:               gathered(plan.BitOrAll),
	ast.AggFuncBitXor:              gathered(plan.BitXorAll),
	ast.AggFuncVarPop:              spread(plan.VarPop),
	ast.AggFuncVarSamp:             spread(plan.VarSamp),
	ast.AggFuncStddevPop:           spread(plan.StddevPop),
	ast.AggFuncStddevSamp:          spread(plan.StddevSamp),
	ast.AggFuncGroupConcat:         (*binder).groupConcat,
	ast.AggFuncApproxCountDistinct: gathered(plan.ApproxDistinct),
	ast.AggFuncJsonArrayagg:        (*binder).jsonArray,
	ast.AggFuncJsonObjectAgg:       (*binder).jsonObject,
}

// aggregateCall is an aggregate function with bound arguments.
type aggregateCall struct {
	args     []plan.Expr
	order    []plan.GatherBy
	distinct bool
}

// mayAggregate refuses aggregates where there are no groups.
func (b *binder) mayAggregate(name string) error {
	if b.clause == inSelect || b.clause == inHaving || b.clause == inOrder {
		return nil
	}
	e := b.Errorf(parse.CodeMisusedAggregate, "Invalid use of group function: %s", strings.ToUpper(name))
	if b.clause == inWhere {
		e.Hint = "Conditions on groups stand in HAVING."
	}
	return e
}

// aggregate binds an aggregate to the slot that will hold it. Until all keys are known
// the slots of aggregates count down from -1.
func (b *binder) aggregate(n *ast.AggregateFuncExpr) (plan.Expr, error) {
	if owner := b.ownerOf(n); owner != b {
		return b.outerAggregate(n, owner)
	}
	if err := b.mayAggregate(n.F); err != nil {
		return nil, err
	}
	bind, ok := aggregates[strings.ToLower(n.F)]
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "the aggregate %s is not supported", strings.ToUpper(n.F))
	}
	args, err := b.aggregateArgs(n.Args)
	switch name := strings.ToLower(n.F); {
	case err != nil:
	case n.Distinct && (name == ast.AggFuncSum || name == ast.AggFuncAvg) && len(args) == 1:
		args[0], err = b.Distinct(n.Args[0], args[0])
	default:
		args, err = b.Numbers(n.F, n.Args, args)
	}
	if err != nil {
		return nil, err
	}
	order, err := b.aggregateOrder(n.Order, args)
	if err != nil {
		return nil, err
	}
	return bind(b, aggregateCall{args, order, n.Distinct})
}

// aggregateArgs binds arguments: columns of rows, no aggregates.
func (b *binder) aggregateArgs(nodes []ast.ExprNode) ([]plan.Expr, error) {
	outer, mentioned := b.clause, len(b.mentions)
	b.clause = inAggregate
	args, err := b.Exprs(nodes)
	if err != nil {
		return nil, err
	}
	b.clause, b.mentions = outer, b.mentions[:mentioned]
	var read []int
	for _, a := range args {
		read = append(read, network.TablesIn(a)...)
	}
	if b.params.table >= 0 && len(read) > 0 && !slices.ContainsFunc(read, func(t int) bool { return t != b.params.table }) {
		e := b.Errorf(parse.CodeNotSupported, "an aggregate of columns of the rows around a subquery is theirs, which is not supported")
		e.Hint = "Compute the aggregate in the query around, or in a derived table."
		return nil, e
	}
	return args, nil
}

// addAgg gives the slot of an aggregate; equal ones share it.
func (b *binder) addAgg(g plan.Agg, err error) (plan.Slot, error) {
	if err != nil {
		return plan.Slot{}, b.At(err)
	}
	at := len(b.aggs)
	for i, other := range b.aggs {
		if other.Same(g) {
			at = i
			break
		}
	}
	if at == maxFields {
		return plan.Slot{}, b.Errorf(parse.CodeTooManyColumns, "too many aggregates; at most %d are possible", maxFields)
	}
	if at == len(b.aggs) {
		b.aggs = append(b.aggs, g)
	}
	return plan.Slot{Index: -1 - at, Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}, nil
}

// shown adds an aggregate and gives its value.
func (b *binder) shown(g plan.Agg, err error) (plan.Expr, error) {
	slot, err := b.addAgg(g, err)
	if err != nil {
		return nil, err
	}
	return g.ShowAgg(slot), nil
}

// plainly binds an aggregate of one argument for which it is the same whether equal values
// count once.
func plainly(f plan.AggFunc) func(*binder, aggregateCall) (plan.Expr, error) {
	return func(b *binder, c aggregateCall) (plan.Expr, error) {
		if coerce.IsJSON(c.args[0]) {
			return b.extremeJSON(f, c.args[0])
		}
		return b.shown(typing.NewAgg(f, c.args[0]))
	}
}

// gathered binds an aggregate that is computed behind a pipeline.
func gathered(f plan.AggFunc) func(*binder, aggregateCall) (plan.Expr, error) {
	return func(b *binder, c aggregateCall) (plan.Expr, error) {
		return b.shown(typing.NewGathered(f, c.args, plan.Gathered{Distinct: c.distinct}))
	}
}

// spread binds a variance or a standard deviation.
func spread(f plan.AggFunc) func(*binder, aggregateCall) (plan.Expr, error) {
	return func(b *binder, c aggregateCall) (plan.Expr, error) {
		if c.distinct {
			return b.shown(typing.NewGathered(f, c.args, plan.Gathered{Distinct: true}))
		}
		return b.shown(typing.NewAgg(f, c.args[0]))
	}
}

// countOf types COUNT. Of several expressions, rows with a NULL among them are not counted.
func countOf(c aggregateCall) (plan.Agg, error) {
	switch {
	case !c.distinct:
		return typing.NewAgg(plan.Count, c.args[0])
	case len(c.args) == 1:
		return typing.NewAgg(plan.CountDistinct, c.args[0])
	}
	return typing.NewGathered(plan.Count, c.args, plan.Gathered{Distinct: true})
}

func sumOf(c aggregateCall) (plan.Agg, error) {
	if c.distinct {
		return typing.NewGathered(plan.Sum, c.args, plan.Gathered{Distinct: true})
	}
	return typing.NewAgg(plan.Sum, c.args[0])
}

func (b *binder) count(c aggregateCall) (plan.Expr, error) { return b.shown(countOf(c)) }

func (b *binder) sum(c aggregateCall) (plan.Expr, error) { return b.shown(sumOf(c)) }

// average binds AVG(x) as SUM(x) / COUNT(x).
func (b *binder) average(c aggregateCall) (plan.Expr, error) {
	sum, err := b.addAgg(sumOf(c))
	if err != nil {
		return nil, err
	}
	count, err := b.addAgg(countOf(c))
	if err != nil {
		return nil, err
	}
	e, err := typing.Average(sum, count)
	return e, b.At(err)
}

// groupConcat binds GROUP_CONCAT([DISTINCT] … [ORDER BY …] [SEPARATOR …]), whose last
// argument is the separator.
func (b *binder) groupConcat(c aggregateCall) (plan.Expr, error) {
	last := len(c.args) - 1
	separator, ok := c.args[last].(plan.Const)
	if !ok {
		return nil, b.Errorf(parse.CodeNotSupported, "the separator of GROUP_CONCAT must be a constant")
	}
	with := plan.Gathered{Distinct: c.distinct, Order: c.order, Option: value.OfString(separator.Value.String())}
	e, err := b.shown(typing.NewGathered(plan.GroupConcat, c.args[:last], with))
	if most := b.setNumber("group_concat_max_len", math.MaxInt64); err == nil && most < math.MaxInt64 {
		return plan.Call{Op: plan.CutBytes, Args: []plan.Expr{e, plan.Literal(value.OfInt(most))}, Of: e.Type()}, nil
	}
	return e, err
}

// setNumber is a whole number that the session has set, or what stands for one that is none, or past 63 bits.
func (b *binder) setNumber(name string, otherwise int64) int64 {
	if known := b.surrounding(); known != nil {
		v, err := known.Variable(b.text, &ast.VariableExpr{Name: name, IsSystem: true})
		if err == nil && v.Kind == plan.Int {
			return v.Int
		}
	}
	return otherwise
}

// aggregateOrder binds the order of GROUP_CONCAT. A number in it is that of an argument.
func (b *binder) aggregateOrder(o *ast.OrderByClause, args []plan.Expr) (out []plan.GatherBy, err error) {
	if o == nil {
		return nil, nil
	}
	for _, item := range o.Items {
		keys := args
		at := 0
		if p, ok := item.Expr.(*ast.PositionExpr); ok {
			if at = p.N - 1; at < 0 || at >= len(args)-1 {
				return nil, b.Errorf(parse.CodeUnknownColumn, "Unknown column '%d' in 'order clause': there are %d arguments", p.N, len(args)-1)
			}
		} else if keys, err = b.aggregateArgs([]ast.ExprNode{item.Expr}); err != nil {
			return nil, err
		}
		if _, ok := keys[at].(plan.Const); !ok { // a constant orders nothing
			out = append(out, plan.GatherBy{Expr: coerce.Ordered(keys[at]), Desc: item.Desc})
		}
	}
	return out, nil
}

// calledAggregate binds an aggregate that the parser takes for a function of one row.
func (b *binder) calledAggregate(n *ast.FuncCallExpr, rule calledRule) (plan.Expr, error) {
	if err := b.mayAggregate(n.FnName.O); err != nil {
		return nil, err
	}
	if len(n.Args) != rule.args {
		return nil, b.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", strings.ToUpper(n.FnName.O))
	}
	args, err := b.aggregateArgs(n.Args)
	if err != nil {
		return nil, err
	}
	return b.shown(rule.build(args))
}

// calledRule says how an aggregate of so many arguments is typed.
type calledRule struct {
	args  int
	build func(args []plan.Expr) (plan.Agg, error)
}

// calledAggregates are those that are written as functions of one row are.
var calledAggregates = map[string]calledRule{"any_value": {1, anyValue}, "median": {1, median}, "percentile_cont": {2, percentile}}

// anyValue types ANY_VALUE(x): the least value is some row's, and kept while rows come.
func anyValue(args []plan.Expr) (plan.Agg, error) { return typing.NewAgg(plan.Min, args[0]) }

// median types MEDIAN(x).
func median(args []plan.Expr) (plan.Agg, error) {
	return typing.NewGathered(plan.PercentileCont, args, plan.Gathered{Option: value.OfFloat(0.5)})
}

// percentile types PERCENTILE_CONT(x, share).
func percentile(args []plan.Expr) (plan.Agg, error) {
	share, err := coerce.To(args[1], plan.Type{Kind: plan.Double})
	if err != nil {
		return plan.Agg{}, err
	}
	if share, err = plan.FoldNow(share); err != nil {
		return plan.Agg{}, err
	}
	c, ok := share.(plan.Const)
	if !ok || c.Value.IsNull() || c.Value.Float < 0 || c.Value.Float > 1 {
		return plan.Agg{}, fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to PERCENTILE_CONT: %s must be a constant from 0 to 1", args[1])
	}
	return typing.NewGathered(plan.PercentileCont, args[:1], plan.Gathered{Option: c.Value})
}
