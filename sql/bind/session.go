package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// Surroundings is what a session knows besides its tables. A catalog that has it is a
// session's; one that has not has tables only.
type Surroundings interface {
	plan.Catalog
	// InSchema gives a table of information_schema; nil for a name of the database, whose
	// tables the catalog has.
	InSchema(schema, name string) (*plan.Table, error)
	// Knows reports whether a name is that of a database.
	Knows(schema string) bool
	// Variable is the value of @@name or @name; the error for a name that is none's has its
	// place in the statement's text.
	Variable(text string, n *ast.VariableExpr) (plan.Value, error)
	// Fact is the value of a function of the session without arguments.
	Fact(function string) (plan.Value, bool)
}

// Views is a catalog that has views.
type Views interface {
	// Queries lists their names.
	Queries() []string
	// StoredQuery finds the query that a view stands for, nil if there is no such view.
	StoredQuery(name string) *store.Query
	// Parse reads its text.
	Parse(text string) (ast.StmtNode, error)
}

// surrounding is what the session knows, nil where constants are bound without one.
func (b *binder) surrounding() Surroundings {
	s, _ := b.catalog.(Surroundings)
	return s
}

// variable binds @@name and @name as the value that they have.
func (b *binder) variable(n *ast.VariableExpr) (plan.Expr, error) {
	known := b.surrounding()
	if known == nil || n.Value != nil {
		return nil, b.errorf(parse.CodeNotSupported, "%s not supported", describe(n))
	}
	v, err := known.Variable(b.text, n)
	if err != nil {
		return nil, err
	}
	return valueLiteral(v), nil
}

func valueLiteral(v plan.Value) plan.Expr {
	if v.IsNull() {
		return plan.NullOf(plan.Type{Kind: plan.Null})
	}
	return plan.Literal(v)
}

// fact binds a function of the session.
func (b *binder) fact(n *ast.FuncCallExpr) (plan.Expr, bool) {
	known := b.surrounding()
	if known == nil || len(n.Args) > 0 {
		return nil, false
	}
	v, ok := known.Fact(n.FnName.L)
	if !ok {
		return nil, false
	}
	return valueLiteral(v), true
}

// checkSchema refuses a name that is no database's.
func (b *binder) checkSchema(schema string) error {
	known := b.surrounding()
	if schema == "" || known != nil && known.Knows(schema) {
		return nil
	}
	return b.errorf(parse.CodeUnknownDatabase, "Unknown database '%s': there is one database only, and names need none", schema)
}

// find gives the table of a name in FROM.
func (b *binder) find(name *ast.TableName) (*plan.Table, error) {
	if known := b.surrounding(); known != nil {
		if t, err := known.InSchema(name.Schema.O, name.Name.O); t != nil || err != nil {
			return t, err
		}
	}
	return b.catalog.Table(name.Name.O)
}
