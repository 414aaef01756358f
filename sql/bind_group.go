package sql

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
)

// aggregates are the aggregate functions by the parser's names for them.
var aggregates = map[string]plan.AggFunc{
	ast.AggFuncCount: plan.Count, ast.AggFuncSum: plan.Sum, ast.AggFuncAvg: plan.Sum,
	ast.AggFuncMin: plan.Min, ast.AggFuncMax: plan.Max,
}

// aggregate binds an aggregate to the slot that will hold it. Until all keys are known
// the slots of aggregates count down from -1.
func (b *binder) aggregate(n *ast.AggregateFuncExpr) (plan.Expr, error) {
	name := strings.ToUpper(n.F)
	if b.clause != inSelect && b.clause != inHaving && b.clause != inOrder {
		e := b.errorf(codeMisusedAggregate, "Invalid use of group function: %s", name)
		if b.clause == inWhere {
			e.Hint = "Conditions on groups stand in HAVING."
		}
		return nil, e
	}
	f, ok := aggregates[strings.ToLower(n.F)]
	switch {
	case !ok:
		return nil, b.errorf(codeNotSupported, "the aggregate %s is not supported (COUNT, SUM, AVG, MIN and MAX are)", name)
	case len(n.Args) != 1:
		return nil, b.errorf(codeNotSupported, "%s of several expressions is not supported", name)
	case n.Distinct && f == plan.Sum:
		return nil, b.errorf(codeNotSupported, "%s(DISTINCT ...) is not supported; COUNT(DISTINCT ...) is", name)
	case n.Distinct && f == plan.Count:
		f = plan.CountDistinct
	}
	arg, err := b.aggregateArg(n.Args[0])
	if err != nil {
		return nil, err
	}
	if b.params.table >= 0 && plan.TablesOf(arg) == plan.Tables(b.params.table) {
		e := b.errorf(codeNotSupported, "%s of columns of the rows around a subquery is theirs, which is not supported", name)
		e.Hint = "Compute the aggregate in the query around, or in a derived table."
		return nil, e
	}
	if strings.EqualFold(n.F, ast.AggFuncAvg) {
		return b.average(arg)
	}
	return b.addAgg(f, arg)
}

// aggregateArg binds an argument: columns of rows, no aggregates.
func (b *binder) aggregateArg(n ast.ExprNode) (plan.Expr, error) {
	outer, mentioned := b.clause, len(b.mentions)
	b.clause = inAggregate
	arg, err := b.expr(n)
	if err == nil {
		b.clause, b.mentions = outer, b.mentions[:mentioned]
	}
	return arg, err
}

// addAgg gives the slot of an aggregate; equal ones share it.
func (b *binder) addAgg(f plan.AggFunc, arg plan.Expr) (plan.Expr, error) {
	g, err := plan.NewAgg(f, arg)
	if err != nil {
		return nil, b.at(err)
	}
	at := len(b.aggs)
	for i, other := range b.aggs {
		if other.Func == g.Func && (other.Arg == nil) == (g.Arg == nil) && (g.Arg == nil || plan.Equal(other.Arg, g.Arg)) {
			at = i
			break
		}
	}
	if at == maxFields {
		return nil, b.errorf(codeTooManyColumns, "too many aggregates; at most %d are possible", maxFields)
	}
	if at == len(b.aggs) {
		b.aggs = append(b.aggs, g)
	}
	return plan.Slot{Index: -1 - at, Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}, nil
}

// average binds AVG(x) as SUM(x) / COUNT(x).
func (b *binder) average(arg plan.Expr) (plan.Expr, error) {
	sum, err := b.addAgg(plan.Sum, arg)
	if err != nil {
		return nil, err
	}
	count, err := b.addAgg(plan.Count, arg)
	if err != nil {
		return nil, err
	}
	e, err := plan.Average(sum.(plan.Slot), count.(plan.Slot))
	return e, b.at(err)
}

// maxKeys is how many expressions a query may group by.
const maxKeys = 256

// bindGroupBy binds the keys: columns, positions and aliases of the select list, and
// expressions.
func (b *binder) bindGroupBy(g *ast.GroupByClause) error {
	if g == nil {
		return nil
	}
	b.clause = inGroup
	if len(g.Items) > maxKeys {
		return errorAt(b.text, findWord(b.text, "GROUP"), codeNotSupported, "grouping by more than %d expressions is not supported", maxKeys)
	}
	for _, item := range g.Items {
		node := item.Expr
		if p, ok := node.(*ast.PositionExpr); ok {
			f, err := b.position(p, "group statement")
			if err != nil {
				return err
			}
			if f.node == nil {
				b.addKey(f.expr)
				continue
			}
			node = f.node
		}
		e, err := b.expr(node)
		if err != nil {
			return err
		}
		b.addKey(e)
	}
	return nil
}

// addKey adds a key unless it is there.
func (b *binder) addKey(e plan.Expr) {
	for _, k := range b.keys {
		if plan.Equal(k, e) {
			return
		}
	}
	b.keys = append(b.keys, e)
}

// position gives the field that a number in GROUP BY or ORDER BY means.
func (b *binder) position(p *ast.PositionExpr, where string) (*field, error) {
	if p.P != nil || p.N < 1 || p.N > len(b.fields) {
		return nil, errorOn(b.text, p, codeUnknownColumn, "Unknown column '%d' in '%s': the select list has %d", p.N, where, len(b.fields))
	}
	return &b.fields[p.N-1], nil
}

// group makes the aggregation and HAVING, and rewrites every expression behind it to read
// its columns.
func (b *binder) group(node network.Node, having *bound, order []orderItem) (network.Node, error) {
	behind := b.behind(having, order)
	for _, x := range behind {
		if err := b.overSlots(x); err != nil {
			return nil, err
		}
	}
	node, table, err := b.aggregation(node)
	if err != nil {
		return nil, err
	}
	for _, x := range behind {
		x.expr = b.overColumns(x.expr, table)
	}
	if having == nil {
		return node, nil
	}
	return b.filter(node, plan.Conjuncts(having.expr))
}

// behind lists the expressions that are computed of groups.
func (b *binder) behind(having *bound, order []orderItem) []*bound {
	var out []*bound
	for i := range b.fields {
		out = append(out, &b.fields[i].bound)
	}
	if having != nil {
		out = append(out, having)
	}
	for i := range order {
		out = append(out, &order[i].bound)
	}
	return out
}

// aggregation groups the rows of a node. The table it makes has the keys and then the
// aggregates as columns.
func (b *binder) aggregation(node network.Node) (network.Node, int, error) {
	node, keys, err := b.attachAll(node, b.keys)
	if err != nil {
		return nil, 0, err
	}
	n := &network.Aggregate{Keys: keys, Aggs: slices.Clone(b.aggs)}
	columns := slices.Clone(b.keys)
	for i, g := range n.Aggs {
		columns = append(columns, plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
		if g.Arg == nil {
			continue
		}
		if node, n.Aggs[i].Arg, err = b.attach(node, g.Arg); err != nil {
			return nil, 0, err
		}
	}
	n.In, b.attached = node, nil
	n.Table, err = b.made("", columns)
	return n, n.Table, err
}

// overSlots replaces keys by their slots. A column that is left is an error, unless the
// keys determine it: then it becomes a key itself, which changes no group.
func (b *binder) overSlots(x *bound) error {
	var err error
	x.expr = plan.Replace(x.expr, func(e plan.Expr) plan.Expr {
		for i, k := range b.keys {
			if plan.Equal(e, k) {
				return b.keySlot(i)
			}
		}
		c, ok := e.(plan.ColumnRef)
		if !ok || err != nil || c.Table == b.params.table { // of one value in all rows
			return nil
		}
		if !b.dependent(c) {
			err = b.notGrouped(c, x.mentions)
			return c
		}
		b.keys = append(b.keys, c)
		return b.keySlot(len(b.keys) - 1)
	})
	return err
}

func (b *binder) keySlot(i int) plan.Slot {
	k := b.keys[i]
	return plan.Slot{Index: i, Of: k.Type(), CanBeNil: k.Nullable(), Name: k.String()}
}

// dependent reports whether the keys determine a column: it equals one of them, or they
// determine the whole primary key of its table.
func (b *binder) dependent(c plan.ColumnRef) bool {
	if b.determined(columnKey{c.Table, c.Column}) {
		return true
	}
	primary := c.Of.Table.PrimaryKey
	for _, p := range primary {
		if !b.determined(columnKey{c.Table, p}) {
			return false
		}
	}
	return len(primary) > 0
}

// determined reports whether a column is a key, or a condition on all rows makes it
// equal to one.
func (b *binder) determined(k columnKey) bool {
	if b.isKey(k) {
		return true
	}
	for _, e := range b.where {
		c, ok := e.(plan.Call)
		if !ok || c.Op != plan.Eq {
			continue
		}
		l, lok := c.Args[0].(plan.ColumnRef)
		r, rok := c.Args[1].(plan.ColumnRef)
		if !lok || !rok {
			continue
		}
		left, right := columnKey{l.Table, l.Column}, columnKey{r.Table, r.Column}
		if left == k && b.isKey(right) || right == k && b.isKey(left) {
			return true
		}
	}
	return false
}

func (b *binder) notGrouped(c plan.ColumnRef, mentions []mention) error {
	at := -1
	for _, m := range mentions {
		if m.columnKey == (columnKey{c.Table, c.Column}) {
			at = m.offset
			break
		}
	}
	e := errorAt(b.text, at, codeNotGrouped, "Column '%s' is neither in GROUP BY nor aggregated", c)
	e.Hint = "Add it to GROUP BY, or say which of its values: MIN(" + c.String() + "), MAX(" + c.String() + ")."
	return e
}

// overColumns replaces the slots of keys and aggregates by columns of the table that the
// aggregation makes.
func (b *binder) overColumns(e plan.Expr, table int) plan.Expr {
	return plan.Replace(e, func(x plan.Expr) plan.Expr {
		s, ok := x.(plan.Slot)
		switch {
		case !ok:
			return nil
		case s.Index < 0:
			return b.net.Ref(table, len(b.keys)-1-s.Index)
		}
		return b.net.Ref(table, s.Index)
	})
}
