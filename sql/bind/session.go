package bind

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/parse"
)

// Surroundings is what a session knows besides its tables. A catalog that has it is a
// session's; one that has not has tables only.
type Surroundings interface {
	plan.Catalog
	// InSchema gives a table of information_schema; nil for a name of the database, whose
	// tables the catalog has.
	InSchema(schema, name string) (*plan.Table, error)
	// Variable is the value of @@name or @name; the error for a name that is none's has its
	// place in the statement's text.
	Variable(text string, n *ast.VariableExpr) (plan.Value, error)
	// Fact is the value of a function of the session without arguments.
	Fact(function string) (plan.Value, bool)
	// Now is the moment of the statement in UTC, a DateTime of six digits.
	Now() plan.Value
}

// Databases is a catalog whose tables are of databases.
type Databases interface {
	// Knows reports whether a name is that of a database, and how tables have it.
	Knows(schema string) (database string, ok bool)
	// Shown is how a table that they have so is named to people.
	Shown(name string) string
}

// Loose is a catalog whose statements may group by less than they name.
type Loose interface {
	// AnyOfGroup is asked where a column is neither a key nor aggregated, and reports whether any
	// of its values in a group will do.
	AnyOfGroup() bool
}

// Doers is a catalog with functions that do something when they are called: once, when the
// statement is bound, with arguments that are constants, which are computed as often as they are
// asked for.
type Doers interface {
	// Arguments is how many a function of the name takes, ok that there is one.
	Arguments(function string) (n int, ok bool)
	Do(function string, args []func() (plan.Value, error)) (plan.Value, error)
}

// Hearers is a catalog that is told what values lose that are computed while something is bound.
type Hearers interface {
	Lose(lost []fault.Warning)
}

// Lasting is a catalog with tables of a session, which may hide others. Views read these.
type Lasting interface {
	LastingTable(name string) (*plan.Table, error)
}

// Views is a catalog that has views.
type Views interface {
	// Queries lists their names.
	Queries() []string
	// StoredQuery finds the query that a view stands for, nil if there is no such view.
	StoredQuery(name string) *roster.Query
	// ParseQuery reads its text.
	ParseQuery(q *roster.Query) (ast.StmtNode, error)
}

// Readers is a catalog that not everybody may read all of.
type Readers interface {
	// MayRead is asked for each table, view or file that a statement itself names, before it
	// is looked for; views are not asked for what they read. An error refuses the statement.
	MayRead(schema, name string) error
}

// mayRead refuses a name that the statement may not read; in the text of a view all may.
func (b *binder) mayRead(name *ast.TableName) error {
	c, ok := b.catalog.(Readers)
	if !ok || b.inView {
		return nil
	}
	if err := c.MayRead(name.Schema.O, name.Name.O); err != nil {
		refused := parse.AsError("", err)
		return b.Errorf(refused.Code, "%s", refused.Message)
	}
	return nil
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
		return nil, b.Errorf(parse.CodeNotSupported, "variables are not supported")
	}
	if !n.IsSystem && b.sets[strings.ToLower(n.Name)] {
		e := b.Errorf(parse.CodeNotSupported, "@%s is set by the same statement: only columns behind that in the list of the same SELECT can read it", n.Name)
		e.Hint = "ROW_NUMBER() OVER (ORDER BY …) numbers rows, SUM(x) OVER (ORDER BY …) adds up, LAG(x) OVER (ORDER BY …) is the row before."
		return nil, e
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

// fact binds a function of the session or of the moment.
func (b *binder) fact(n *ast.FuncCallExpr) (e plan.Expr, ok bool, err error) {
	known := b.surrounding()
	kind, moment := moments[n.FnName.L]
	switch {
	case known == nil && moment && !(kind == plan.Int && len(n.Args) > 0):
		return nil, false, b.Errorf(parse.CodeNotSupported, "%s is not supported here: it is no constant", strings.ToUpper(n.FnName.O))
	case known == nil:
		return nil, false, nil
	case moment:
		return b.now(n, kind, known)
	}
	if d, is := b.catalog.(Doers); is {
		if n.FnName.L == "rand" && len(n.Args) == 0 {
			e, err := b.random(n, d)
			return e, true, err
		}
		if count, ok := d.Arguments(n.FnName.L); ok {
			e, err := b.done(n, d, count)
			return e, true, err
		}
	}
	if len(n.Args) > 0 {
		return nil, false, nil
	}
	v, ok := known.Fact(n.FnName.L)
	if !ok {
		return nil, false, nil
	}
	return valueLiteral(v), true, nil
}

// done calls a function that does something, and binds its value.
func (b *binder) done(n *ast.FuncCallExpr, d Doers, count int) (plan.Expr, error) {
	if n.FnName.L == "uuid" && len(n.Args) == 0 && len(b.from.tables) > 0 {
		return b.uuid(n, d)
	}
	if len(n.Args) != count {
		return nil, b.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", n.FnName.O)
	}
	args := make([]func() (plan.Value, error), count)
	for i, a := range n.Args {
		args[i] = func() (plan.Value, error) { return b.Constant(a) }
	}
	v, err := d.Do(n.FnName.L, args)
	if err != nil {
		return nil, err
	}
	return valueLiteral(v), nil
}

// moments are the functions of the moment of a statement, and what they give of it.
var moments = map[string]plan.Kind{
	"now": plan.DateTime, "current_timestamp": plan.DateTime, "localtime": plan.DateTime, "localtimestamp": plan.DateTime,
	"sysdate": plan.DateTime, "utc_timestamp": plan.DateTime,
	"curdate": plan.Date, "current_date": plan.Date, "utc_date": plan.Date,
	"curtime": plan.Time, "current_time": plan.Time, "utc_time": plan.Time,
	"unix_timestamp": plan.Int,
}

// now binds a function of the moment, which has as many digits of a fraction as its
// argument says; further digits are cut off.
func (b *binder) now(n *ast.FuncCallExpr, kind plan.Kind, known Surroundings) (e plan.Expr, ok bool, err error) {
	if kind == plan.Int && len(n.Args) > 0 {
		return nil, false, nil
	}
	scale := int64(0)
	if len(n.Args) > 0 {
		v, err := b.Constant(n.Args[0])
		if scale = v.Int; err != nil || v.Kind != plan.Int || scale < 0 || scale > value.MaxFraction || len(n.Args) > 1 {
			return nil, false, b.Errorf(parse.CodeTooPrecise, "%s takes the number of digits of a second's fraction, 0 to %d", strings.ToUpper(n.FnName.O), value.MaxFraction)
		}
	}
	v := known.Now()
	v = value.OfDateTime(v.Int/value.Ticks(value.MaxFraction-int(scale)), int(scale))
	if kind == plan.Int {
		return plan.Literal(value.OfInt(v.Int)), true, nil
	}
	e, err = coerce.To(plan.Literal(v), plan.Type{Kind: kind, Scale: int(scale)})
	return e, true, err
}

// checkSchema refuses a name that is no database's.
func (b *binder) checkSchema(schema string) error {
	if _, ok := b.databaseOf(schema); ok || schema == "" {
		return nil
	}
	return b.Errorf(parse.CodeUnknownDatabase, "Unknown database '%s'", schema)
}

// databaseOf is how tables have a database's name, false for what is none.
func (b *binder) databaseOf(schema string) (string, bool) {
	if c, ok := b.catalog.(Databases); ok {
		return c.Knows(schema)
	}
	return "", false
}

// among reports whether a name that may have a database before it means a table of FROM.
func (b *binder) among(schema, table string, ref *plan.TableRef) bool {
	if !strings.EqualFold(table, ref.Alias) {
		return false
	}
	database, ok := b.databaseOf(schema)
	return schema == "" || ok && database == ref.Table.Database
}

// find gives the table of a name in FROM.
func (b *binder) find(name *ast.TableName) (*plan.Table, error) {
	if known := b.surrounding(); known != nil {
		if t, err := known.InSchema(name.Schema.O, name.Name.O); t != nil || err != nil {
			return t, err
		}
	}
	if c, ok := b.catalog.(Lasting); ok && b.inView {
		return c.LastingTable(name.Name.O)
	}
	return b.catalog.Table(name.Name.O)
}
