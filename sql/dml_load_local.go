package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/change"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// fetched has the client send a file, and gives the path where it can be read more than once
// until done.
func (c *call) fetched(ctx context.Context, name string) (path string, done func(), err error) {
	f, err := c.engine.config.Scan.Spill.Unnamed()
	if err != nil {
		return "", nil, fmt.Errorf("take the client's file %s: %w", name, err)
	}
	in, err := c.engine.received.take(f, c.engine.config.LocalFiles, func(to *receiving) error {
		return errors.Join(c.session.client.Fetch(ctx, name, to), context.Cause(ctx))
	})
	if err != nil {
		return "", nil, fmt.Errorf("take the client's file %s: %w", name, err)
	}
	return fmt.Sprintf("/proc/self/fd/%d", f.Fd()), func() { _ = in.Close() }, nil // it has been read
}

// renamed is an error whose text calls something what the statement does.
func renamed(err error, called, name string) error {
	if err == nil || !strings.Contains(err.Error(), called) {
		return err
	}
	return &renamedError{err, strings.ReplaceAll(err.Error(), called, name)}
}

// renamedError is an error with another text.
type renamedError struct {
	error
	text string
}

func (e *renamedError) Error() string { return e.text }
func (e *renamedError) Unwrap() error { return e.error }

// computes reports whether the rows of the file are not yet those of the table.
func (x loadData) computes() bool {
	return len(x.node.ColumnAssignments) > 0
}

// staged is what the table is called through which the rows of a file go.
const staged = "rows of LOAD DATA"

// through loads files into a table of the session, with a column for each field that is
// wanted, and inserts or replaces what is computed of its rows.
func (x loadData) through(ctx context.Context, c *call, t *plan.Table, paths []string, o load.Options) (*result.Set, error) {
	own, err := c.session.own()
	if err != nil {
		return nil, err
	}
	l := loading{load: x, table: t, definition: store.Definition{Name: staged}}
	o.Columns = l.fields()
	src, err := load.Open(ctx, paths, l.definition, o)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	defer c.engine.changed()
	if _, err := own.CreateLoad(ctx, l.definition, store.For(l.definition.Columns, src)); err != nil {
		return nil, renamed(err, "create table "+staged, "load table "+t.Name)
	}
	view := c.session.views()
	n := l.insert()
	r, err := change.Insert(n).Run(ctx, c.on(ctx, view).Call)
	if x.meets(err) {
		n.IgnoreErr = true
		r, err = change.Insert(n).Run(ctx, c.on(ctx, view).Call)
	}
	view.Close()
	return r, errors.Join(err, own.Drop(context.WithoutCancel(ctx), staged))
}

// meets reports whether rows have met others of their keys that the statement says to keep. Mostly
// there are none, and what looks for each of them takes far longer.
func (x loadData) meets(err error) bool {
	var row *store.RowError
	var known *parse.Error
	code := 0
	switch {
	case errors.As(err, &known):
		code = known.Code
	case errors.As(err, &row):
		code = row.Code
	}
	return code == parse.CodeDuplicateKey && x.node.OnDuplicate == ast.OnDuplicateKeyHandlingIgnore
}

// loading is a LOAD DATA whose rows go through a table.
type loading struct {
	load       loadData
	table      *plan.Table
	definition store.Definition // of the table that they go through
	to         []*ast.ColumnName
	from       []*ast.SelectField
}

// fields gives the column that each field of the file goes to, "" for none, and notes what
// becomes of those that go to the table as they are. A variable that SET reads is a column of
// texts.
func (l *loading) fields() (columns []string) {
	list := l.load.node.ColumnsAndUserVars
	if len(list) == 0 {
		for _, c := range l.table.Shown() {
			list = append(list, &ast.ColumnNameOrUserVar{ColumnName: &ast.ColumnName{Name: ast.NewCIStr(c.Name)}})
		}
	}
	for _, f := range list {
		switch {
		case f.ColumnName != nil:
			columns = append(columns, f.ColumnName.Name.O)
			l.column(f.ColumnName)
		case l.reads(f.UserVar.Name):
			columns = append(columns, variable(f.UserVar.Name))
			l.definition.Columns = append(l.definition.Columns, plan.Column{Name: variable(f.UserVar.Name), Type: plan.Type{Kind: plan.String, Name: "TEXT"}, Nullable: true})
		default:
			columns = append(columns, "")
		}
	}
	for _, a := range l.load.node.ColumnAssignments {
		l.give(a.Column, l.computed(a.Expr))
	}
	return columns
}

// variable is what the column of a user's variable is called.
func variable(name string) string { return "field @" + strings.ToLower(name) }

// column makes a column for a field that goes to one of the table. A name that the table does
// not have is refused by INSERT.
func (l *loading) column(n *ast.ColumnName) {
	of := plan.Column{Type: plan.Type{Kind: plan.String, Name: "TEXT"}}
	if i := define.Ordinal(l.table.Shown(), n.Name.O); i >= 0 {
		of = l.table.Columns[i]
	}
	l.definition.Columns = append(l.definition.Columns, plan.Column{Name: n.Name.O, Type: of.Type, Nullable: true})
	assigned := func(a *ast.Assignment) bool { return a.Column.Name.L == n.Name.L }
	if !slices.ContainsFunc(l.load.node.ColumnAssignments, assigned) {
		l.give(n, &ast.ColumnNameExpr{Name: &ast.ColumnName{Name: n.Name}})
	}
}

// give has a column get a value, but one that the table computes: what a file has for a generated column is passed
// over, as in MySQL.
func (l *loading) give(to *ast.ColumnName, e ast.ExprNode) {
	i := define.Ordinal(l.table.Shown(), to.Name.O)
	if d, ok := e.(*ast.DefaultExpr); i >= 0 && (l.table.Columns[i].Generated() || ok && d.Name == nil) {
		return
	}
	l.to, l.from = append(l.to, to), append(l.from, &ast.SelectField{Expr: e})
}

// reads reports whether SET reads a variable.
func (l *loading) reads(name string) bool {
	v := &variables{list: []string{strings.ToLower(name)}}
	for _, a := range l.load.node.ColumnAssignments {
		a.Expr.Accept(v)
	}
	return v.met
}

// computed is an expression of SET that reads the fields that the list gives to variables.
func (l *loading) computed(e ast.ExprNode) ast.ExprNode {
	v := &variables{replace: true}
	for _, f := range l.load.node.ColumnsAndUserVars {
		if f.UserVar != nil {
			v.list = append(v.list, strings.ToLower(f.UserVar.Name))
		}
	}
	node, _ := e.Accept(v)
	return node.(ast.ExprNode)
}

// insert is the INSERT, or REPLACE, of what is computed.
func (l *loading) insert() *ast.InsertStmt {
	from := func(n *ast.TableName) *ast.TableRefsClause {
		return &ast.TableRefsClause{TableRefs: &ast.Join{Left: &ast.TableSource{Source: n}}}
	}
	n := l.load.node
	return &ast.InsertStmt{
		IsReplace: n.OnDuplicate == ast.OnDuplicateKeyHandlingReplace,
		Table:     from(n.Table), Columns: l.to,
		Select: &ast.SelectStmt{
			SelectStmtOpts: &ast.SelectStmtOpts{}, Kind: ast.SelectStmtKindSelect,
			Fields: &ast.FieldList{Fields: l.from}, From: from(&ast.TableName{Name: ast.NewCIStr(staged)}),
		},
	}
}

// variables finds a user's variables in an expression, and has columns take their places.
type variables struct {
	list    []string // in small letters
	replace bool
	met     bool
}

// Enter is of ast.Visitor.
func (v *variables) Enter(n ast.Node) (ast.Node, bool) { return n, false }

// Leave is of ast.Visitor.
func (v *variables) Leave(n ast.Node) (ast.Node, bool) {
	of, ok := n.(*ast.VariableExpr)
	if !ok || of.IsSystem || !slices.Contains(v.list, strings.ToLower(of.Name)) {
		return n, true
	}
	v.met = true
	if !v.replace {
		return n, true
	}
	return &ast.ColumnNameExpr{Name: &ast.ColumnName{Name: ast.NewCIStr(variable(of.Name))}}, true
}
