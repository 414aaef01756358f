package bind

import (
	"math"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// levelSlot stands, until WITH ROLLUP is put together, for how many of the keys a row is
// grouped by.
const levelSlot = math.MinInt

// asKey gives the slot of a key of WITH ROLLUP for an expression that is one, at once: what
// is built of it has to know that it can be NULL.
func (b *binder) asKey(e plan.Expr) plan.Expr {
	if _, constant := e.(plan.Const); constant || !b.overGroups() {
		return e
	}
	if i := slotOf(b.keys, e); i >= 0 {
		return b.keySlot(i)
	}
	return e
}

// keyOr binds an expression: as the key of WITH ROLLUP that it is, or by itself.
func (b *binder) keyOr(n ast.ExprNode) (plan.Expr, error) {
	if i := b.keyWritten(n); i >= 0 {
		return b.keySlot(i), nil
	}
	e, err := b.node(n)
	if err != nil {
		return nil, err
	}
	return b.asKey(e), nil
}

// overGroups says whether what is bound is computed of the groups of WITH ROLLUP.
func (b *binder) overGroups() bool {
	return b.rollup && (b.clause == inSelect || b.clause == inHaving || b.clause == inOrder)
}

// grouping binds GROUPING(key, …): a bit for each key, set where the row is not grouped by it.
func (b *binder) grouping(n *ast.FuncCallExpr) (plan.Expr, error) {
	if !b.overGroups() {
		return nil, b.Errorf(parse.CodeMisusedAggregate, "Invalid use of group function: GROUPING needs GROUP BY ... WITH ROLLUP, and stands in the select list, HAVING or ORDER BY")
	}
	args, err := b.Exprs(n.Args)
	if err != nil {
		return nil, err
	}
	k := b.Building()
	var out plan.Expr
	for i, a := range args {
		s, ok := a.(plan.Slot)
		if !ok || s.Index < 0 {
			return nil, b.Errorf(parse.CodeGroupingArgument, "Argument #%d of GROUPING function is not in GROUP BY", i)
		}
		bit := k.Build(plan.If, leftOut(k, s.Index), number(1<<(len(args)-1-i)), number(0))
		if out == nil {
			out = bit
		} else {
			out = k.Build(plan.Add, out, bit)
		}
	}
	if out == nil || len(args) > 60 {
		return nil, b.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function 'GROUPING'")
	}
	return out, k.Err
}

// leftOut says of a row whether it is grouped without a key.
func leftOut(k *scalar.Building, key int) plan.Expr {
	level := plan.Slot{Index: levelSlot, Of: plan.Type{Kind: plan.Int}, Name: "GROUPING"}
	return k.Build(plan.Le, level, number(key))
}

func number(n int) plan.Expr { return plan.Literal(value.OfInt(int64(n))) }

// behindTheirGroups orders the rows of WITH ROLLUP where the statement does not: each that stands
// for several groups comes behind them.
func (b *binder) behindTheirGroups() ([]orderItem, error) {
	k := b.Building()
	var out []orderItem
	for i := range b.keys {
		for _, e := range []plan.Expr{leftOut(k, i), coerce.Ordered(b.keySlot(i))} {
			out = append(out, orderItem{bound: bound{expr: e}, field: -1})
		}
	}
	return out, k.Err
}

// rollups groups the rows of a node by all keys, by all but the last, and so on down to all
// rows together, and appends what these give. The table that it makes has the keys, the
// aggregates, and by how many keys a row is grouped.
func (b *binder) rollups(node network.Node) (network.Node, int, error) {
	shared, err := b.shared(node)
	if err != nil {
		return nil, 0, err
	}
	var out network.Side
	table := 0
	for level := len(b.keys); level >= 0; level-- {
		side, err := b.level(shared, level)
		if err != nil {
			return nil, 0, err
		}
		if level == len(b.keys) {
			out = side
			continue
		}
		if table, err = b.Table(&plan.TableRef{Alias: "rollup", Table: plan.Schema("rollup", b.rollupColumns()...)}); err != nil {
			return nil, 0, err
		}
		out = network.Side{In: &network.Set{Kind: network.UnionAll, Left: out, Right: side, Table: table}}
		for i := range b.net.Tables[table].Table.Columns {
			out.Columns = append(out.Columns, b.net.Ref(table, i))
		}
	}
	return out.In, table, nil
}

// rollupColumns describes keys, aggregates and the level.
func (b *binder) rollupColumns() (out []plan.Column) {
	for i := range b.keys {
		out = append(out, step.Column(b.keys[i].String(), b.keySlot(i)))
	}
	for _, g := range b.aggs {
		out = append(out, plan.Column{Name: g.String(), Type: g.Of, Nullable: g.Nullable()})
	}
	return append(out, plan.Column{Name: "level", Type: plan.Type{Kind: plan.Int}})
}

// sharedInput is what all levels group: rows with the keys and what the aggregates read as
// columns, or the finest groups.
type sharedInput struct {
	node network.Node
	keys []plan.Expr
	aggs []plan.Agg
	fine bool // the rows are the finest groups
}

// shared makes the input of the levels. Groups can be grouped further where the aggregates
// are aggregates of aggregates, too.
func (b *binder) shared(node network.Node) (sharedInput, error) {
	s := sharedInput{fine: !slices.ContainsFunc(b.aggs, func(g plan.Agg) bool { return !repeatable(g) })}
	if s.fine {
		groups, table, err := b.aggregation(node)
		if err != nil {
			return s, err
		}
		s.node, s.keys = groups, b.refs(table, 0, len(b.keys))
		for i, g := range b.aggs {
			f := g.Func
			if f == plan.Count {
				f = plan.Sum
			}
			again, err := typing.NewAgg(f, b.net.Ref(table, len(b.keys)+i))
			if err != nil {
				return s, b.At(err)
			}
			s.aggs = append(s.aggs, again)
		}
		return s, nil
	}
	exprs := slices.Clone(b.keys)
	for _, g := range b.aggs {
		exprs = append(exprs, g.Args()...)
	}
	node, exprs, err := b.AttachAll(node, exprs)
	if err != nil {
		return s, err
	}
	table, err := b.Made("rollup", exprs)
	if err != nil {
		return s, err
	}
	s.node, s.keys = &network.Project{In: node, Table: table, Exprs: exprs}, b.refs(table, 0, len(b.keys))
	at := len(b.keys)
	for _, g := range b.aggs {
		n := len(g.Args())
		s.aggs = append(s.aggs, g.WithArgs(b.refs(table, at, at+n)))
		at += n
	}
	return s, nil
}

func (b *binder) refs(table, from, to int) (out []plan.Expr) {
	for i := from; i < to; i++ {
		out = append(out, b.net.Ref(table, i))
	}
	return out
}

// repeatable reports whether an aggregate of groups is one of the groups' aggregates.
func repeatable(g plan.Agg) bool {
	switch {
	case g.Gathered != nil:
		return false
	case g.Func == plan.Sum:
		k := g.Arg.Type().Kind
		return g.Of.Guard == 0 && (k == plan.Int || k == plan.Unsigned || k == plan.Decimal)
	}
	return g.Func == plan.Count || g.Func == plan.Min || g.Func == plan.Max
}

// level groups by the first keys. All rows together are one group, but where there are none.
func (b *binder) level(s sharedInput, level int) (network.Side, error) {
	node, groups, err := b.levelGroups(s, level)
	if err != nil {
		return network.Side{}, err
	}
	columns := b.rollupColumns()
	var exprs []plan.Expr
	for i, k := range b.keys {
		if i < level {
			exprs = append(exprs, groups[i])
		} else {
			exprs = append(exprs, plan.NullOf(k.Type()))
		}
	}
	for i := range b.aggs {
		x, err := coerce.To(groups[level+i], columns[len(b.keys)+i].Type)
		if err != nil {
			return network.Side{}, b.At(err)
		}
		exprs = append(exprs, x)
	}
	exprs = append(exprs, plan.Literal(value.OfInt(int64(level))))
	table, err := b.Table(&plan.TableRef{Alias: "level", Table: plan.Schema("level", columns...)})
	if err != nil {
		return network.Side{}, err
	}
	side := network.Side{In: &network.Project{In: node, Table: table, Exprs: exprs}}
	for i := range columns {
		side.Columns = append(side.Columns, b.net.Ref(table, i))
	}
	return side, nil
}

// levelGroups makes the aggregation of a level, if it is not there yet, and gives its columns.
// A count of no groups is none, of no rows 0.
func (b *binder) levelGroups(s sharedInput, level int) (network.Node, []plan.Expr, error) {
	if s.fine && level == len(b.keys) {
		return s.node, b.refs(s.keys[0].(plan.ColumnRef).Table, 0, level+len(b.aggs)), nil
	}
	n := &network.Aggregate{In: s.node, Keys: s.keys[:level:level], Aggs: s.aggs}
	if level == 0 {
		n.Aggs = append(slices.Clip(n.Aggs), plan.Agg{Func: plan.Count, Of: plan.Type{Kind: plan.Int}})
	}
	columns := slices.Clone(n.Keys)
	for _, g := range n.Aggs {
		columns = append(columns, plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
	}
	var err error
	if n.Table, err = b.Made("", columns); err != nil {
		return nil, nil, err
	}
	groups := b.refs(n.Table, 0, len(columns))
	if level > 0 {
		return n, groups, nil
	}
	k := b.Building()
	some := &network.Filter{In: n, Pred: k.Build(plan.Gt, groups[len(b.aggs)], plan.Literal(value.OfInt(0)))}
	if !s.fine {
		return some, groups, k.Err
	}
	for i, g := range b.aggs {
		if g.Func == plan.Count {
			groups[i] = k.Build(plan.If, k.Build(plan.IsNull, groups[i]), plan.Literal(value.OfInt(0)), groups[i])
		}
	}
	return some, groups, k.Err
}
