package bind

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/network/depend"
	"gsdms/sql/parse"
)

// maxKeys is how many expressions a query may group by.
const maxKeys = 256

// bindGroupBy binds the keys: columns, positions and aliases of the select list, and
// expressions.
func (b *binder) bindGroupBy(g *ast.GroupByClause) error {
	if g == nil {
		return nil
	}
	b.clause, b.grouped = inGroup, true
	if len(g.Items) > maxKeys {
		return parse.ErrorAt(b.text, parse.FindWord(b.text, "GROUP"), parse.CodeNotSupported, "grouping by more than %d expressions is not supported", maxKeys)
	}
	for _, item := range g.Items {
		e, err := b.key(item.Expr)
		if err != nil {
			return err
		}
		if g.Rollup {
			b.keys = append(b.keys, e) // each is a level of its own
		} else {
			b.addKey(e)
		}
	}
	if g.Rollup {
		return b.rollUp(g.Items)
	}
	return nil
}

// key binds an item of GROUP BY.
func (b *binder) key(node ast.ExprNode) (plan.Expr, error) {
	p, ok := node.(*ast.PositionExpr)
	if !ok {
		return b.Expr(node)
	}
	f, err := b.position(p, "group statement")
	switch {
	case err != nil:
		return nil, err
	case f.node == nil:
		return f.expr, nil
	}
	return b.groupable(f)
}

// groupable binds the expression of a field that GROUP BY names, by its place or its alias.
func (b *binder) groupable(f *field) (plan.Expr, error) {
	e, err := b.Expr(f.node)
	if parse.IsCode(err, parse.CodeMisusedAggregate) {
		return nil, b.Errorf(parse.CodeWrongGroupField, "Can't group on '%s': it is an aggregate", f.name)
	}
	return e, err
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
		return nil, parse.ErrorOn(b.text, p, parse.CodeUnknownColumn, "Unknown column '%d' in '%s': the select list has %d", p.N, where, len(b.fields))
	}
	return &b.fields[p.N-1], nil
}

// group makes the aggregation and HAVING, and rewrites every expression behind it to read
// its columns.
func (b *binder) group(node network.Node, having *bound, order []orderItem) (network.Node, error) {
	b.follow = depend.On(b.net, node, b.keys, b.params.table)
	behind := b.behind(having, order)
	for _, x := range behind {
		if err := b.overSlots(x); err != nil {
			return nil, err
		}
	}
	grouped := b.aggregation
	if b.rollup {
		grouped = b.rollups
		for i := range b.fields {
			b.fields[i].expr = b.asText(b.fields[i].expr)
		}
	}
	node, table, err := grouped(node)
	if err != nil {
		return nil, err
	}
	b.Forget() // no column of the rows before is there behind
	for _, x := range behind {
		x.expr = b.overColumns(x.expr, table)
	}
	if having == nil {
		return node, nil
	}
	return b.Filter(node, plan.Conjuncts(having.expr))
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
	node, keys, err := b.AttachAll(node, b.keys)
	if err != nil {
		return nil, 0, err
	}
	n := &network.Aggregate{Keys: keys, Aggs: slices.Clone(b.aggs)}
	columns := slices.Clone(b.keys)
	for i, g := range n.Aggs {
		columns = append(columns, plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()})
		var args []plan.Expr
		if node, args, err = b.AttachAll(node, g.Args()); err != nil {
			return nil, 0, err
		}
		n.Aggs[i] = g.WithArgs(args)
	}
	n.In = node
	b.Forget()
	n.Table, err = b.Made("", columns)
	return n, n.Table, err
}

// overSlots replaces keys by their slots. A column that is left becomes a key itself where the
// keys determine it, which changes no group; else it is any of the group's values, or an error.
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
		if b.rollup || !b.follow.Have(c) {
			var any plan.Expr
			any, err = b.anyOfGroup(c, x.mentions)
			return any
		}
		b.keys = append(b.keys, c)
		return b.keySlot(len(b.keys) - 1)
	})
	return err
}

func (b *binder) keySlot(i int) plan.Slot {
	k := b.keys[i]
	return plan.Slot{Index: i, Of: k.Type(), CanBeNil: b.rollup || k.Nullable(), Name: k.String()}
}

// anyOfGroup gives any of the values that a column has in a group, where the session says that it
// may be any.
func (b *binder) anyOfGroup(c plan.ColumnRef, mentions []mention) (plan.Expr, error) {
	if s, ok := b.catalog.(Loose); !ok || !s.AnyOfGroup() {
		return c, b.notGrouped(c, mentions)
	}
	e, err := b.shown(anyValue([]plan.Expr{c}))
	if err != nil {
		return c, err
	}
	return e, nil
}

func (b *binder) notGrouped(c plan.ColumnRef, mentions []mention) error {
	at := -1
	for _, m := range mentions {
		if m.columnKey == (columnKey{c.Table, c.Column}) {
			at = m.offset
			break
		}
	}
	if b.numbersRows(c) {
		return parse.ErrorAt(b.text, at, parse.CodeNotSupported, "RAND() beside aggregates is not supported without a GROUP BY: it would be of no row; RAND() around such a query, FROM (SELECT ...) q, is")
	}
	c = b.written(&b.from, c)
	e := parse.ErrorAt(b.text, at, parse.CodeNotGrouped, "Column '%s' is neither in GROUP BY nor aggregated", c)
	if !b.grouped {
		e.Code = parse.CodeMixedAggregates
	}
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
		case s.Index == levelSlot:
			return b.net.Ref(table, len(b.keys)+len(b.aggs))
		case s.Index < 0:
			return b.net.Ref(table, len(b.keys)-1-s.Index)
		}
		return b.net.Ref(table, s.Index)
	})
}
