package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// setOperation binds queries joined by UNION, INTERSECT and EXCEPT: INTERSECT before the
// others, these from left to right.
func (b *binder) setOperation(s *ast.SetOprStmt) (relation, error) {
	if err := b.with(s.With); err != nil {
		return relation{}, err
	}
	rel, err := b.setList(s.SelectList)
	if err != nil {
		return relation{}, err
	}
	return b.orderSet(rel, s.OrderBy, s.Limit)
}

// setList binds the operands and combines them.
func (b *binder) setList(l *ast.SetOprSelectList) (relation, error) {
	if err := b.with(l.With); err != nil {
		return relation{}, err
	}
	var operands []relation
	var kinds []network.SetKind // of the operator before each but the first
	for i, n := range l.Selects {
		rel, kind, err := b.setOperand(n)
		if err != nil {
			return relation{}, err
		}
		if i > 0 && (kind == network.Intersect || kind == network.IntersectAll) {
			last := len(operands) - 1
			if operands[last], err = b.combine(kind, operands[last], rel); err != nil {
				return relation{}, err
			}
			continue
		}
		operands = append(operands, rel)
		if i > 0 {
			kinds = append(kinds, kind)
		}
	}
	if err := b.asTexts(operands); err != nil {
		return relation{}, err
	}
	out := operands[0]
	for i, kind := range kinds {
		var err error
		if out, err = b.combine(kind, out, operands[i+1]); err != nil {
			return relation{}, err
		}
	}
	return b.orderSet(out, l.OrderBy, l.Limit)
}

var setKinds = map[ast.SetOprType]network.SetKind{
	ast.Union: network.Union, ast.UnionAll: network.UnionAll, ast.Except: network.Except, ast.ExceptAll: network.ExceptAll,
	ast.Intersect: network.Intersect, ast.IntersectAll: network.IntersectAll,
}

// setOperand binds one operand, and gives the operator before it.
func (b *binder) setOperand(n ast.Node) (rel relation, kind network.SetKind, err error) {
	in := b.beside()
	var op *ast.SetOprType
	switch n := n.(type) {
	case *ast.SelectStmt:
		op = n.AfterSetOperator
		rel, err = in.query(n)
	case *ast.SetOprSelectList:
		op = n.AfterSetOperator
		rel, err = in.setList(n)
	default:
		return rel, kind, b.refuseStatement()
	}
	if op != nil {
		kind = setKinds[*op]
	}
	return rel, kind, err
}

// combine makes a set operation of two queries whose columns it brings to common types.
func (b *binder) combine(kind network.SetKind, left, right relation) (relation, error) {
	if len(left.columns) != len(right.columns) {
		return relation{}, b.Errorf(parse.CodeSetColumns, "The used SELECT statements have a different number of columns: %d and %d", len(left.columns), len(right.columns))
	}
	lefts, rights := make([]plan.Expr, len(left.columns)), make([]plan.Expr, len(left.columns))
	columns := make([]plan.Column, len(left.columns))
	for i := range left.columns {
		pair, t, err := b.Common(left.columns[i], right.columns[i])
		if err != nil {
			return relation{}, b.At(err)
		}
		lefts[i], rights[i] = pair[0], pair[1]
		columns[i] = step.Column(left.names[i], pair[0])
		if columns[i].Type = typing.Either(pair[0].Type(), pair[1].Type(), t); columns[i].Type.Listed() {
			columns[i].Type.Name = "" // MySQL's are texts
		}
		columns[i].Nullable = pair[0].Nullable() || pair[1].Nullable()
	}
	table, err := b.Table(&plan.TableRef{Alias: "union", Table: plan.Schema("union", columns...)})
	if err != nil {
		return relation{}, err
	}
	set := &network.Set{Kind: kind, Table: table}
	if set.Left, err = b.setSide(left, lefts); err != nil {
		return relation{}, err
	}
	if set.Right, err = b.setSide(right, rights); err != nil {
		return relation{}, err
	}
	out := relation{node: set, names: left.names}
	for i := range columns {
		out.columns = append(out.columns, b.net.Ref(table, i))
	}
	return out, nil
}

func (b *binder) setSide(of relation, exprs []plan.Expr) (network.Side, error) {
	table, err := b.Made("side", exprs)
	if err != nil {
		return network.Side{}, err
	}
	out := network.Side{In: &network.Project{In: of.node, Table: table, Exprs: exprs}}
	for i := range exprs {
		out.Columns = append(out.Columns, b.net.Ref(table, i))
	}
	return out, nil
}

// orderSet orders and limits the rows of a set operation, whose columns are known by the
// names of its first query.
func (b *binder) orderSet(rel relation, o *ast.OrderByClause, l *ast.Limit) (relation, error) {
	var err error
	if o != nil {
		in := b.beside()
		in.clause = inOrder
		if rel, err = in.orderRelation(rel, o); err != nil {
			return rel, err
		}
	}
	rel.node, err = b.limit(rel.node, l)
	return rel, err
}

// orderRelation orders by columns of the result, by name or number, and by expressions of
// them.
func (b *binder) orderRelation(rel relation, o *ast.OrderByClause) (relation, error) {
	v, err := b.viewed(&view{relation: rel}, "")
	if err != nil {
		return rel, err
	}
	b.from = v
	for i, k := range v.columns {
		ref := b.net.Ref(k.table, k.column)
		b.fields = append(b.fields, field{bound: bound{expr: ref}, name: rel.names[i]})
	}
	order, err := b.bindOrderBy(o)
	if err != nil {
		return rel, err
	}
	return b.project(v.node, order, false)
}
