package sql

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
)

// binder turns one SELECT into a network. It lives for one statement.
type binder struct {
	text    string
	catalog plan.Catalog

	tables []*plan.TableRef
	hidden map[columnKey]bool // columns that USING has merged into another
	using  []columnKey        // columns that USING has merged others into, in order
	where  []plan.Expr        // conjuncts of WHERE and of the inner joins
	outer  []plan.Partner

	fields []field
	keys   []plan.Expr // of GROUP BY
	aggs   []plan.Agg

	aliases    map[string]bool // of the select list, in lower case
	tablesFrom int             // where to look for the name of the next table of FROM

	clause   clause
	scope    plan.TableSet // the tables whose columns can be named
	depth    int           // of the expression being bound
	place    int           // offset of the last node whose place is known
	mentions []mention     // columns named in the expression being bound
	places   *places       // nil: places are not kept
}

var allTables = plan.TableSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

type columnKey struct{ table, column int }

// mention is a column that an expression names, and where.
type mention struct {
	columnKey
	offset int
}

// bound is a bound expression with the columns it names.
type bound struct {
	expr     plan.Expr
	mentions []mention
}

// field is one column of the result.
type field struct {
	bound
	node  ast.ExprNode // nil for a column of *
	name  string
	alias string // lower case; "" without one
}

// clause is the part of the statement being bound: it decides what names mean and
// whether aggregates may stand there.
type clause int

const (
	inWhere clause = iota // also ON and constants: columns only
	inGroup               // columns, then aliases
	inSelect
	inHaving
	inOrder
	inAggregate // arguments of an aggregate
)

// bindSelect binds a SELECT that was parsed from text. Without FROM the network has no
// tables and its operators run on one row without columns. Whatever is not supported is
// refused here, with error 1235 and the place.
func bindSelect(text string, stmt ast.StmtNode, c plan.Catalog) (n *plan.Pipeline, err error) {
	return newBinder(text, c).bind(stmt)
}

func newBinder(text string, c plan.Catalog) *binder {
	return &binder{text: text, catalog: c, place: -1, scope: allTables}
}

func (b *binder) bind(stmt ast.StmtNode) (n *plan.Pipeline, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, errorAt(b.text, b.place, codeUnknownError, "binding failed: %v", r)
		}
	}()
	s, ok := stmt.(*ast.SelectStmt)
	if !ok {
		return nil, b.refuseStatement(stmt)
	}
	if err := b.refuse(s); err != nil {
		return nil, err
	}
	b.aliases = map[string]bool{}
	for _, f := range s.Fields.Fields {
		b.aliases[f.AsName.L] = true
	}
	b.tablesFrom = max(0, findWord(b.text, "FROM"))
	if err := b.bindFrom(s); err != nil {
		return nil, err
	}
	return b.bindRest(s)
}

// bindRest binds what comes after FROM and WHERE and puts the network together.
func (b *binder) bindRest(s *ast.SelectStmt) (*plan.Pipeline, error) {
	if err := b.expandFields(s.Fields.Fields); err != nil {
		return nil, err
	}
	if err := b.bindGroupBy(s.GroupBy); err != nil {
		return nil, err
	}
	if err := b.bindFields(); err != nil {
		return nil, err
	}
	having, err := b.bindHaving(s.Having)
	if err != nil {
		return nil, err
	}
	order, err := b.bindOrderBy(s.OrderBy)
	if err != nil {
		return nil, err
	}
	return b.assemble(s, having, order)
}

// assemble orders the operators: probes, filter, aggregate, HAVING, project, DISTINCT,
// ORDER BY, LIMIT.
func (b *binder) assemble(s *ast.SelectStmt, having *bound, order []orderItem) (*plan.Pipeline, error) {
	n := &plan.Pipeline{Text: b.text, Tables: b.tables}
	grouped := s.GroupBy != nil || len(b.aggs) > 0
	if having != nil && !grouped {
		b.where = append(b.where, plan.Conjuncts(having.expr)...)
		having = nil
	}
	if err := b.joins(n); err != nil {
		return nil, err
	}
	if grouped {
		if err := b.group(n, having, order); err != nil {
			return nil, err
		}
	}
	project, sort, err := b.project(order, s.Distinct)
	if err != nil {
		return nil, err
	}
	n.Ops = append(n.Ops, project)
	if s.Distinct {
		n.Ops = append(n.Ops, plan.Distinct{})
	}
	if len(sort.Keys) > 0 {
		n.Ops = append(n.Ops, sort)
	}
	for _, f := range b.fields {
		n.Output = append(n.Output, plan.Output{Name: f.name, Type: f.expr.Type()})
	}
	return n, b.limit(n, s.Limit)
}

// joins appends the probes and the filter.
func (b *binder) joins(n *plan.Pipeline) error {
	rest := b.where
	if len(b.tables) > 0 {
		root, probes, left, err := plan.JoinOrder(b.tables, b.where, b.outer)
		if err != nil {
			return locate(b.text, -1, err)
		}
		n.Root, rest = root, left
		n.Ops = append(n.Ops, probes...)
	}
	if pred := plan.Combine(plan.And, rest); pred != nil {
		n.Ops = append(n.Ops, plan.Filter{Pred: pred})
	}
	return nil
}

// refuse names the first part of a SELECT that is not supported.
func (b *binder) refuse(s *ast.SelectStmt) error {
	for _, part := range []struct {
		there bool
		what  string
		word  string // to find its place
	}{
		{s.With != nil, "WITH", "WITH"},
		{s.Kind != ast.SelectStmtKindSelect, "TABLE and VALUES as statements", ""},
		{len(s.WindowSpecs) > 0, "WINDOW", "WINDOW"},
		{s.LockInfo != nil, "locking of rows in SELECT", "FOR"},
		{s.SelectIntoOpt != nil, "SELECT ... INTO", "INTO"},
		{s.GroupBy != nil && s.GroupBy.Rollup, "WITH ROLLUP", "ROLLUP"},
	} {
		if part.there {
			return errorAt(b.text, findWord(b.text, part.word), codeNotSupported, "%s is not supported", part.what)
		}
	}
	return nil
}

// refuseStatement says that a statement is no SELECT that can be bound.
func (b *binder) refuseStatement(stmt ast.StmtNode) error {
	if _, ok := stmt.(*ast.SetOprStmt); ok {
		for _, word := range []string{"UNION", "EXCEPT", "INTERSECT"} {
			if at := findWord(b.text, word); at >= 0 {
				return errorAt(b.text, at, codeNotSupported, "%s is not supported", word)
			}
		}
	}
	return errorAt(b.text, 0, codeNotSupported, "this statement is not supported: only SELECT gives rows")
}

// at gives an error the place of the node that was bound last.
func (b *binder) at(err error) error {
	if err == nil {
		return nil
	}
	return locate(b.text, b.place, err)
}

// errorf makes an error at the place of the node that was bound last.
func (b *binder) errorf(code int, format string, args ...any) *Error {
	return errorAt(b.text, b.place, code, "%s", fmt.Sprintf(format, args...))
}
