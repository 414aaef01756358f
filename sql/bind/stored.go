package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// storedView finds a view of the catalog: bound where the statement first reads it, and
// from then on its node is shared. nil: there is none of that name.
func (b *binder) storedView(name string) (*view, error) {
	c, ok := b.catalog.(Views)
	if !ok {
		return nil, nil
	}
	v, begun := b.stored[name]
	if begun && v == nil {
		return nil, b.Errorf(parse.CodeViewRecursion, "'%s' contains view recursion", name)
	}
	if begun {
		return v, nil
	}
	q := c.StoredQuery(name)
	if q == nil {
		return nil, nil
	}
	b.stored[name] = nil
	rel, err := b.bindStored(c, q)
	if err != nil {
		return nil, b.staleView(name, err)
	}
	v = &view{name: name, relation: rel}
	b.stored[name] = v
	return v, nil
}

// bindStored binds the text of a view. It sees nothing of the statement around it.
func (b *binder) bindStored(c Views, q *roster.Query) (relation, error) {
	node, err := c.ParseQuery(q)
	if err != nil {
		return relation{}, err
	}
	s := *b.statement
	s.text, s.tablesFrom, s.places, s.inView = q.Text, 0, nil, true
	in := s.binder(nil)
	rows, ok := node.(ast.ResultSetNode)
	if !ok {
		return relation{}, in.refuseStatement()
	}
	rel, err := in.query(rows)
	if err != nil {
		return relation{}, err
	}
	list := make([]ast.CIStr, len(q.Columns))
	for i, name := range q.Columns {
		list[i] = ast.NewCIStr(name)
	}
	rel.names, err = in.renamed(q.Name, rel.names, list)
	return rel, err
}

// staleView is the error for a view whose text cannot be bound: what it names is not
// there any more, say. The place is that of the view's name.
func (b *binder) staleView(name string, err error) error {
	cause := parse.AsError("", err)
	switch cause.Code {
	case parse.CodeUnknownError, parse.CodeInterrupted, parse.CodeTimeout, parse.CodeTooManyTables, parse.CodeViewRecursion:
		e := b.Errorf(cause.Code, "view '%s': %s", name, cause.Message)
		e.Err = err
		return e
	}
	e := b.Errorf(parse.CodeStaleView, "View '%s' references invalid table(s) or column(s) or function(s): %s", name, cause.Message)
	e.Err, e.Hint = err, "CREATE OR REPLACE VIEW makes it anew, DROP VIEW removes it."
	return e
}

// bindView binds the query of CREATE VIEW.
func View(text string, n *ast.CreateViewStmt, c plan.Catalog) error {
	_, err := newBinder(text, c).newView(n)
	return err
}

// ViewColumns binds the view that a statement names, for its columns.
func ViewColumns(text string, name *ast.TableName, c plan.Catalog) ([]plan.Column, error) {
	b := newBinder(text, c)
	b.Place = parse.OffsetOf(text, name)
	v, err := b.storedView(name.Name.O)
	if err != nil {
		return nil, err
	}
	var columns []plan.Column
	for i, ref := range v.columns {
		columns = append(columns, step.Column(v.names[i], ref))
	}
	return columns, nil
}

// newView binds the query of CREATE VIEW, which may not read the view itself, and gives
// the names of its columns.
func (b *binder) newView(n *ast.CreateViewStmt) ([]string, error) {
	rows, ok := n.Select.(ast.ResultSetNode)
	if !ok {
		return nil, b.refuseStatement()
	}
	name := n.ViewName.Name.O
	b.stored[name] = nil
	rel, err := b.query(rows)
	if err != nil {
		return nil, err
	}
	b.Place = parse.OffsetOf(b.text, n.ViewName)
	columns, err := b.renamed(name, rel.names, n.Cols)
	if err != nil {
		return nil, err
	}
	return columns, b.different(columns)
}
