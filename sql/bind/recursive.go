package bind

import (
	"math"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// recursion is a view of WITH RECURSIVE that reads itself, taken apart.
type recursion struct {
	name        string
	first, then []ast.Node // the SELECTs that do not read it, and those that do
	distinct    bool       // UNION and not UNION ALL
	limit       *ast.Limit // of all rows; nil: there is none
}

// readsTable reports whether a query names a table, or a view.
func readsTable(n ast.Node, name string) bool {
	f := &tableFinder{name: name}
	n.Accept(f)
	return f.found
}

type tableFinder struct {
	name  string
	found bool
}

// Enter is of ast.Visitor.
func (f *tableFinder) Enter(n ast.Node) (ast.Node, bool) {
	t, ok := n.(*ast.TableName)
	f.found = f.found || ok && t.Schema.O == "" && strings.EqualFold(t.Name.O, f.name)
	return n, f.found
}

// Leave is of ast.Visitor.
func (f *tableFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// apart takes a view that reads itself apart.
func (b *binder) apart(cte *ast.CommonTableExpression) (recursion, error) {
	r := recursion{name: cte.Name.O}
	place := parse.FindWord(b.text, cte.Name.O)
	u, ok := scalar.Unwrap(cte.Query).(*ast.SubqueryExpr).Query.(*ast.SetOprStmt)
	if !ok {
		return r, parse.ErrorAt(b.text, place, parse.CodeRecursiveUnion, "Recursive Common Table Expression '%s' should contain a UNION", r.name)
	}
	if u.With != nil || u.OrderBy != nil || u.SelectList.OrderBy != nil || u.SelectList.Limit != nil {
		return r, parse.ErrorAt(b.text, place, parse.CodeNotSupported, "WITH and ORDER BY in the recursive '%s' are not supported: they may stand in the query that reads it", r.name)
	}
	r.limit = u.Limit
	all := u.SelectList.Selects
	at := slices.IndexFunc(all, func(n ast.Node) bool { return readsTable(n, r.name) })
	if at == 0 || slices.ContainsFunc(all[at:], func(n ast.Node) bool { return !readsTable(n, r.name) }) {
		return r, parse.ErrorAt(b.text, place, parse.CodeRecursiveFirst, "Recursive Common Table Expression '%s' should have one or more non-recursive query blocks followed by one or more recursive ones", r.name)
	}
	r.first, r.then = all[:at], all[at:]
	for _, n := range r.then {
		switch operatorOf(n) {
		case ast.Union:
			r.distinct = true
		case ast.UnionAll:
		default:
			return r, parse.ErrorAt(b.text, place, parse.CodeNotSupported, "the recursive '%s' can have UNION only before what reads it", r.name)
		}
	}
	return r, nil
}

// operatorOf gives the set operator before a query.
func operatorOf(n ast.Node) ast.SetOprType {
	switch n := n.(type) {
	case *ast.SelectStmt:
		return *n.AfterSetOperator
	case *ast.SetOprSelectList:
		return *n.AfterSetOperator
	}
	return ast.Except
}

// recursive binds a view that reads itself: its first rows as part of the statement, what is
// run over the rows that were new last as a query of its own.
func (b *binder) recursive(cte *ast.CommonTableExpression) (relation, error) {
	r, err := b.apart(cte)
	if err != nil {
		return relation{}, err
	}
	seed, err := b.beside().setList(&ast.SetOprSelectList{Selects: r.first})
	if err != nil {
		return relation{}, err
	}
	if seed.names, err = b.renamed(r.name, seed.names, cte.ColNameList); err != nil {
		return relation{}, err
	}
	columns := make([]plan.Column, len(seed.columns))
	for i, c := range seed.columns {
		if columns[i] = (plan.Column{Name: seed.names[i], Type: roomy(c.Type()), Nullable: true}); c.Type().Kind == plan.Null {
			return relation{}, b.Errorf(parse.CodeNotSupported, "column %s of the recursive '%s' is NULL in its first SELECT: CAST says its type", seed.names[i], r.name)
		}
	}
	n := &network.Recurse{Distinct: r.distinct, Depth: b.depthOfRecursion()}
	if n.Step, err = b.step(r, columns); err != nil {
		return relation{}, err
	}
	exprs, err := b.castTo(seed, columns)
	if err != nil {
		return relation{}, err
	}
	if n.Seed, err = b.setSide(seed, exprs); err != nil {
		return relation{}, err
	}
	if n.Table, err = b.Table(&plan.TableRef{Alias: r.name, Table: plan.Schema(r.name, columns...)}); err != nil {
		return relation{}, err
	}
	out := relation{names: seed.names}
	if out.node, err = b.limit(n, r.limit); err != nil {
		return relation{}, err
	}
	if l, limited := out.node.(*network.Limit); limited {
		n.Enough = max(1, l.Offset+min(l.Count, math.MaxInt64-l.Offset))
	}
	for i := range columns {
		out.columns = append(out.columns, b.net.Ref(n.Table, i))
	}
	return out, nil
}

// roomy is a column's type with room for what a recursion makes of its first values.
func roomy(t plan.Type) plan.Type {
	out := plan.Type{Kind: t.Kind, Scale: t.Scale}
	if t.Kind == plan.Decimal {
		out.Precision = value.MaxPrecision
	}
	return out
}

// castTo brings the columns of a query to the types of others.
func (b *binder) castTo(rel relation, columns []plan.Column) ([]plan.Expr, error) {
	if len(rel.columns) != len(columns) {
		return nil, b.Errorf(parse.CodeSetColumns, "The used SELECT statements have a different number of columns: %d and %d", len(columns), len(rel.columns))
	}
	out := make([]plan.Expr, len(columns))
	for i, c := range rel.columns {
		out[i] = c
		if from, to := c.Type(), columns[i].Type; from.Kind != to.Kind || from.Scale != to.Scale {
			var err error
			if out[i], err = coerce.Cast(c, to); err != nil {
				return nil, b.At(err)
			}
		}
	}
	return out, nil
}

// step binds the SELECTs of a recursion that read it, with the views before it bound anew.
func (b *binder) step(r recursion, columns []plan.Column) (*network.Network, error) {
	s := new(statement)
	*s = *b.statement
	s.net, s.places, s.stored = &network.Network{Text: b.text}, nil, map[string]*view{}
	s.described, s.declared = map[int]plan.Origin{}, map[columnKey]bool{} // by tables of the network
	in := s.binder(nil)
	in.Place = b.Place
	for _, v := range b.views {
		if v.cte == nil {
			continue // a recursion around this one
		}
		own := v
		var err error
		if own.relation, err = in.defined(v.cte); err != nil {
			return nil, err
		}
		in.views = append(slices.Clone(in.views), own)
	}
	s.net.Working = plan.Schema(r.name, columns...)
	at, err := in.Table(&plan.TableRef{Alias: r.name, Table: s.net.Working})
	if err != nil {
		return nil, err
	}
	self := relation{node: &network.Scan{Table: at}}
	for i, c := range columns {
		self.names, self.columns = append(self.names, c.Name), append(self.columns, s.net.Ref(at, i))
	}
	in.views = append(slices.Clone(in.views), view{name: r.name, relation: self})
	rel, err := in.setList(&ast.SetOprSelectList{Selects: r.then})
	if err != nil {
		return nil, err
	}
	exprs, err := in.castTo(rel, columns)
	if err != nil {
		return nil, err
	}
	side, err := in.setSide(rel, exprs)
	if err != nil {
		return nil, err
	}
	s.net.Root, s.net.Result = side.In, side.Columns
	for _, c := range columns {
		s.net.Output = append(s.net.Output, plan.Output{Name: c.Name, Type: c.Type})
	}
	s.net.Lost = network.LostIn(s.net.Root)
	return s.net, nil
}

// recursionDepth is MySQL's default of how often a recursion may run over its own rows.
const recursionDepth = 1000

func (b *binder) depthOfRecursion() int {
	return int(b.setNumber("cte_max_recursion_depth", recursionDepth))
}
