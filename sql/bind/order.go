package bind

import (
	"math"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// orderItem is one key of ORDER BY.
type orderItem struct {
	bound
	node  ast.ExprNode
	field int // of the select list that it names, -1 for an expression of its own
	desc  bool
}

func (b *binder) bindHaving(h *ast.HavingClause) (*bound, error) {
	if h == nil {
		return nil, nil
	}
	b.clause = inHaving
	x, err := b.capture(h.Expr)
	if err != nil {
		return nil, err
	}
	if x.expr, err = typing.Truth(x.expr); err != nil {
		return nil, parse.Locate(b.text, parse.OffsetOf(b.text, h.Expr), err)
	}
	return &x, nil
}

// order gives the keys that rows are sorted by: those of ORDER BY.
func (b *binder) order(s *ast.SelectStmt) ([]orderItem, error) {
	if s.OrderBy == nil && b.rollup && !s.Distinct {
		return b.behindTheirGroups()
	}
	return b.bindOrderBy(s.OrderBy)
}

// bindOrderBy binds the keys: positions and aliases of the select list come before
// columns; in longer expressions columns come first.
func (b *binder) bindOrderBy(o *ast.OrderByClause) ([]orderItem, error) {
	if o == nil {
		return nil, nil
	}
	b.clause = inOrder
	var out []orderItem
	for _, item := range o.Items {
		x, field, err := b.orderKey(item.Expr)
		if err != nil {
			return nil, err
		}
		if by := b.ordered(x.expr); !plan.Equal(by, x.expr) {
			x.expr, field = by, -1
		}
		out = append(out, orderItem{x, item.Expr, field, item.Desc})
	}
	return out, nil
}

// orderKey binds a key, and gives the field that it names, -1 for none.
func (b *binder) orderKey(n ast.ExprNode) (x bound, field int, err error) {
	switch n := scalar.Unwrap(n).(type) {
	case *ast.PositionExpr:
		if _, err := b.position(n, "order clause"); err != nil {
			return bound{}, -1, err
		}
		return b.fields[n.N-1].bound, n.N - 1, nil
	case *ast.ColumnNameExpr:
		if i := b.fieldNamed(n.Name); i >= 0 {
			return b.fields[i].bound, i, nil
		}
	}
	x, err = b.capture(n)
	return x, -1, err
}

// project makes the projection, with the sort keys that are no result columns behind
// the result columns, DISTINCT and the sort over it.
func (b *binder) project(node network.Node, order []orderItem, distinct bool) (relation, error) {
	exprs := make([]plan.Expr, 0, len(b.fields)+len(order))
	out := relation{}
	for _, f := range b.fields {
		exprs = append(exprs, f.expr)
		out.names, out.origins = append(out.names, f.name), append(out.origins, f.origin)
	}
	exprs, keys, err := b.sortKeys(exprs, order, distinct)
	if err != nil {
		return out, err
	}
	p := &network.Project{}
	if p.In, p.Exprs, err = b.AttachAll(node, exprs); err != nil {
		return out, err
	}
	if p.Table, err = b.Made("", exprs); err != nil {
		return out, err
	}
	for i, f := range b.fields {
		b.net.Tables[p.Table].Table.Columns[i].Name = f.name
		out.columns = append(out.columns, b.net.Ref(p.Table, i))
	}
	out.node = p
	if distinct {
		out.node = &network.Distinct{In: out.node}
	}
	if len(keys) > 0 {
		sort := &network.Sort{In: out.node}
		for _, k := range keys {
			sort.Keys = append(sort.Keys, network.Key{Expr: b.net.Ref(p.Table, k.Slot), Desc: k.Desc})
		}
		out.node = sort
	}
	return out, nil
}

// sortKeys finds the sort keys among the columns, or adds them.
func (b *binder) sortKeys(exprs []plan.Expr, order []orderItem, distinct bool) ([]plan.Expr, []plan.SortKey, error) {
	var keys []plan.SortKey
	for i, o := range order {
		if _, ok := o.expr.(plan.Const); ok {
			continue // orders nothing
		}
		at := o.field
		if at < 0 {
			at = slotOf(exprs, o.expr)
		}
		if at < 0 && distinct && !b.selected(o.expr) {
			return nil, nil, parse.ErrorOn(b.text, o.node, parse.CodeOrderNotInSelect, "Expression #%d of ORDER BY is not in the select list, which DISTINCT needs", i+1)
		}
		if at < 0 {
			at = len(exprs)
			exprs = append(exprs, o.expr)
		}
		keys = append(keys, plan.SortKey{Slot: at, Desc: o.desc})
	}
	return exprs, keys, nil
}

// selected reports whether an expression reads nothing but what the select list has:
// as one more column it then makes no rows distinct that were not.
func (b *binder) selected(e plan.Expr) bool {
	only := true
	plan.Visit(e, func(x plan.Expr) bool {
		for _, f := range b.fields {
			if plan.Equal(f.expr, x) {
				return false
			}
		}
		switch x.(type) {
		case plan.ColumnRef, plan.Slot:
			only = false
		}
		return only
	})
	return only
}

func slotOf(exprs []plan.Expr, e plan.Expr) int {
	for i, x := range exprs {
		if plan.Equal(x, e) {
			return i
		}
	}
	return -1
}

// limit passes the rows that LIMIT lets through.
func (b *binder) limit(node network.Node, l *ast.Limit) (network.Node, error) {
	if l == nil {
		return node, nil
	}
	count, err := b.limitNumber(l.Count)
	if err != nil {
		return nil, err
	}
	offset := int64(0)
	if l.Offset != nil {
		if offset, err = b.limitNumber(l.Offset); err != nil {
			return nil, err
		}
	}
	return &network.Limit{In: node, Offset: offset, Count: count}, nil
}

// limitNumber reads a number of rows; more than an int64 holds is as good as its
// largest.
func (b *binder) limitNumber(n ast.ExprNode) (int64, error) {
	if v, ok := n.(*test_driver.ValueExpr); ok {
		switch v.Kind() {
		case test_driver.KindInt64:
			return v.GetInt64(), nil
		case test_driver.KindUint64:
			return int64(min(v.GetUint64(), math.MaxInt64)), nil
		}
	}
	return 0, parse.ErrorAt(b.text, parse.FindWord(b.text, "LIMIT"), parse.CodeWrongArguments, "Incorrect arguments to LIMIT: it takes numbers of rows")
}
