// Package command is what a command needs of the session that runs it: its text, its snapshots,
// and two narrow doors, to what the session changes and to how it reads.
package command

import (
	"context"
	"fmt"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/formula"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// Nature is what a session knows of a command before it runs it.
type Nature uint8

const (
	OnlyReads     Nature = 1 << iota // it changes nothing and writes nothing
	Uncounted                        // it shows, sets or kills, and does not count among those that a user runs
	ChangesRows                      // it is of a transaction
	ChangesTables                    // or users: what there is. It ends a transaction
	KeepsWarnings                    // those of the statement before stay
)

// Has reports whether it is all of q.
func (n Nature) Has(q Nature) bool { return n&q == q }

// Command is a statement other than a query that needs no more of its session than a Call has.
// Run checks everything that it can before it changes anything.
type Command interface {
	Nature() Nature
	Permit(r Permits) error // refuses who may not run it
	Run(ctx context.Context, c *Call) (*result.Set, error)
}

// Call is what a command works with.
type Call struct {
	Text    string
	View    *scope.Views
	Names   *scope.Names // of View
	Session Session
	Queries Queries
}

// Session is what a command changes of the session that runs it, and of the engine.
type Session interface {
	Own() *store.Catalog       // of the session's temporary tables, of which there are some
	Catalogs() *store.Catalogs // of all others
	Changed()                  // tables are not what they were
	Numbered(first uint64)     // the number that a row has got first; 0 is none
	Moment() time.Time         // when the statement began
	Charge(bytes int64) error  // takes memory of what queries may hold, or gives back a negative number of bytes
	Warn(level string, code int, message string)
}

// Queries is how a command reads. What gives a result must have it closed.
type Queries interface {
	Database(schema string) (database string, is bool) // how tables have it
	Names(ctx context.Context, view *scope.Views) *scope.Names
	Surround(names *scope.Names) bind.Surroundings
	Formulas(names *scope.Names, columns []plan.Column) (*formula.Formulas, error) // of a table
	Parse(text string) (ast.StmtNode, error)                                       // what is no part of the statement
	Query(ctx context.Context, c *Call, query ast.StmtNode) (*result.Set, error)
	Stored(ctx context.Context, c *Call, query ast.StmtNode) (*result.Set, error) // with all digits that quotients have
	Change(ctx context.Context, c *Call, q *ast.SelectStmt, targets []*ast.TableName, set []*ast.ColumnName) (*result.Set, []*plan.Table, error)
}

// Written is the statement's text, in which errors have their places.
func (c *Call) Written() parse.Text { return parse.Text(c.Text) }

// Refuse is parse.Text.Refuse.
func (c *Call) Refuse(at ast.Node, what string, args ...any) error {
	return c.Written().Refuse(at, what, args...)
}

// ErrorAt is parse.Text.ErrorAt.
func (c *Call) ErrorAt(at ast.Node, code int, format string, args ...any) *parse.Error {
	return c.Written().ErrorAt(at, code, format, args...)
}

// RefuseWord is parse.Text.RefuseWord.
func (c *Call) RefuseWord(word, what string, args ...any) error {
	return c.Written().RefuseWord(word, what, args...)
}

// Table finds a table that a statement names.
func (c *Call) Table(name *ast.TableName) (*plan.Table, error) {
	if err := c.CheckSchema(name); err != nil {
		return nil, err
	}
	if err := c.notTable(name); err != nil {
		return nil, err
	}
	return c.View.Table(name.Name.O)
}

// CheckSchema refuses a table of a database that is not there.
func (c *Call) CheckSchema(name *ast.TableName) error {
	if name.Schema.O == "" {
		return nil
	}
	database, is := c.Queries.Database(name.Schema.O)
	switch {
	case !is:
		return c.ErrorAt(name, parse.CodeUnknownDatabase, "Unknown database '%s'", name.Schema.O)
	case database != parse.DatabaseOf(name):
		return fmt.Errorf("%s.%s is named where databases are not looked for (please report this)", name.Schema.O, name.Name.O)
	}
	return nil
}

// notTable is the error where a table is wanted and a view is named, nil where none is.
func (c *Call) notTable(name *ast.TableName) error {
	if c.View.Query(name.Name.O) == nil {
		return nil
	}
	return c.ErrorAt(name, parse.CodeNotView, "'%s' is not BASE TABLE, but a view, which only SELECT reads and DROP VIEW removes", name.Name.O)
}

// Catalog is the catalog that has a table: the session's own, if that has it.
func (c *Call) Catalog(table string) *store.Catalog {
	if c.View.Has(table) {
		return c.Session.Own()
	}
	return c.Session.Catalogs().Of(table)
}

// Together is Catalog of tables that change as one, all of the session's own or none. It refuses
// tables of several folders, with what else can be done.
func (c *Call) Together(instead string, tables ...string) (*store.Catalog, error) {
	if c.View.Has(tables[0]) {
		return c.Session.Own(), nil
	}
	in, err := c.Session.Catalogs().Having(tables...)
	if err != nil {
		return nil, parse.ErrorAt(c.Text, -1, parse.CodeNotSupported, "%s; %s", err, instead)
	}
	return in, nil
}
