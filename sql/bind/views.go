package bind

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// view is a query that WITH gives a name: bound once, and computed once however often it
// is read.
type view struct {
	name string
	relation
	cte *ast.CommonTableExpression // nil: of the catalog, or a derived table
}

// with binds the views of WITH, each of which may read those before it.
func (b *binder) with(w *ast.WithClause) error {
	if w == nil {
		return nil
	}
	b.views = slices.Clone(b.views)
	for i, cte := range w.CTEs {
		if slices.ContainsFunc(w.CTEs[:i], func(o *ast.CommonTableExpression) bool { return o.Name.L == cte.Name.L }) {
			return b.Errorf(parse.CodeNonUniqueAlias, "Not unique table/alias: '%s'", cte.Name.O)
		}
		rel, err := b.defined(cte)
		if err != nil {
			return err
		}
		b.views = append(b.views, view{cte.Name.O, rel, cte})
	}
	return nil
}

// defined binds a view of WITH.
func (b *binder) defined(cte *ast.CommonTableExpression) (relation, error) {
	if cte.IsRecursive && readsTable(cte.Query, cte.Name.O) {
		return b.recursive(cte)
	}
	rel, err := b.beside().query(cte.Query)
	if err != nil {
		return relation{}, err
	}
	rel.names, err = b.renamed(cte.Name.O, rel.names, cte.ColNameList)
	return rel, err
}

// renamed gives the names of a view's columns as the list behind its name has them, if it has one. A
// query in FROM or WITH may have a name twice, as long as nobody asks for it; MySQL refuses that.
func (b *binder) renamed(view string, names []string, list []ast.CIStr) ([]string, error) {
	if len(list) == 0 {
		return names, nil
	}
	if len(list) != len(names) {
		return nil, b.Errorf(parse.CodeViewColumns, "%s has %d columns and its list has %d names", view, len(names), len(list))
	}
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.O
	}
	return out, b.different(out)
}

// different refuses names of which two are equal.
func (b *binder) different(names []string) error {
	seen := map[string]bool{}
	for _, name := range names {
		if seen[strings.ToLower(name)] {
			return b.Errorf(parse.CodeDuplicateColumn, "Duplicate column name '%s'", name)
		}
		seen[strings.ToLower(name)] = true
	}
	return nil
}

// viewOf finds a view by name, the last one first; nil if there is none.
func (b *binder) viewOf(name string) *view {
	for i := len(b.views) - 1; i >= 0; i-- {
		if strings.EqualFold(b.views[i].name, name) {
			return &b.views[i]
		}
	}
	return nil
}

// viewed reads a view under a name of its own.
func (b *binder) viewed(v *view, alias string) (side, error) {
	p := &network.Project{In: v.node}
	columns := make([]plan.Column, len(v.columns))
	for i, c := range v.columns {
		p.Exprs = append(p.Exprs, c)
		columns[i] = step.Column(v.names[i], c)
	}
	for i, c := range v.columns {
		if all, ok := b.net.Inside(v.node, c); ok && network.Merges(v.node) {
			columns[i].Inside = len(columns)
			p.Exprs, columns = append(p.Exprs, all), append(columns, step.Column("", all))
		}
	}
	of := plan.Schema(alias, columns...)
	of.Inside = len(columns) - len(v.columns)
	var err error
	if p.Table, err = b.Table(&plan.TableRef{Alias: alias, Table: of}); err != nil {
		return side{}, err
	}
	for i, o := range v.origins {
		if o != nil && o.Declared {
			b.declared[columnKey{p.Table, i}] = true
		}
	}
	return b.sideOf(p, p.Table), nil
}

// beside gives a binder for a query that sees the rows around this one, and the views,
// but nothing of this one.
func (b *binder) beside() *binder {
	inner := b.statement.binder(b.outer)
	inner.views, inner.Place, inner.params = b.views, b.Place, b.params
	return inner
}

// derived binds a query in FROM.
func (b *binder) derived(n ast.ResultSetNode, s *ast.TableSource) (side, error) {
	rel, err := b.beside().query(n)
	if err != nil {
		return side{}, err
	}
	return b.aliased(rel, s)
}

// aliased gives the rows of a query in FROM their name and the names of their columns.
func (b *binder) aliased(rel relation, s *ast.TableSource) (side, error) {
	alias := s.AsName.O
	if alias == "" {
		return side{}, b.Errorf(parse.CodeNoAlias, "Every derived table must have its own alias")
	}
	names, err := b.renamed(alias, rel.names, s.ColumnNames)
	if err != nil {
		return side{}, err
	}
	rel.names = names
	return b.viewed(&view{name: alias, relation: rel}, alias)
}

// lateral binds the right side of a join: a lateral query is computed for each row of the
// left side. It gives the node of both.
func (b *binder) lateral(n ast.ResultSetNode, left side) (right side, apply *network.Apply, err error) {
	s, ok := n.(*ast.TableSource)
	if !ok || !s.Lateral {
		right, err = b.bindJoin(n)
		return right, nil, err
	}
	outer, clause := b.scope, b.clause
	b.scope, b.clause = &left, inWhere
	defer func() { b.scope, b.clause = outer, clause }()
	inner := b.statement.binder(b)
	rel, err := inner.query(s.Source)
	if err != nil {
		return side{}, nil, err
	}
	if right, err = b.aliased(rel, s); err != nil || inner.params.table < 0 {
		return right, nil, err
	}
	return right, &network.Apply{Params: inner.params.table, Args: inner.params.args}, nil
}
