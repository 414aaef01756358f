// Package ddl is the statements that make, change and take away tables, views, functions and databases.
// What they declare package define reads; a catalog keeps it.
package ddl

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/files"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/scope"
)

// Doors is what such a statement reaches of the session that runs it, and of the engine, besides what
// any command does.
type Doors interface {
	Temporary() (*store.Catalog, error) // of the session's own tables, made if there is none
	ChecksKeys() bool                   // whether tables that foreign keys refer to must be there
	WarnOnce(text string)               // of what is declared and not kept
	NoteFile(file string, omitted []plan.Omitted, remarks []string)
	Dropped(database string) // which may be the session's

	Files() *files.Cache
	Parse(text string) (ast.StmtNode, error)               // what is no part of a statement
	Around(names *scope.Names) bind.Surroundings           // of what is not run
	IsNative(function string, names *scope.Names) bool     // of the engine, or of the program around it
	Formulas(c *command.Call, columns []plan.Column) error // refuses those of what they cannot be of
	// Condition gives the columns that a rule's condition reads. It refuses what is no condition of rows.
	Condition(c *command.Call, r plan.Rule, columns []plan.Column) ([]int, error)
}

// Statement is a command that needs these doors.
type Statement interface {
	Nature() command.Nature
	Permit(r command.Permits) error
	Run(ctx context.Context, c *command.Call, d Doors) (*result.Set, error)
}

// Of is what runs a statement, nil for one of another kind.
func Of(node ast.StmtNode) Statement {
	if d := of(node); d != nil {
		return statement{d}
	}
	return nil
}

func of(node ast.StmtNode) definition {
	switch n := node.(type) {
	case *ast.CreateTableStmt:
		if n.Select != nil {
			return createSelect{n}
		}
		return createTable{n}
	case *ast.DropIndexStmt:
		return dropIndex{n}
	case *ast.CreateIndexStmt:
		return createIndex{n}
	case *parse.AlterView:
		return alterView{n}
	case *ast.CreateViewStmt:
		return createView{n}
	case *ast.AlterTableStmt:
		return alterTable{n}
	case *ast.RenameTableStmt:
		return renameTables{n}
	case *ast.DropTableStmt:
		if n.IsView {
			return dropView{n}
		}
		return dropTable{n}
	case *parse.DropAbsent:
		return dropAbsent{n}
	case *parse.CreateFunction:
		return createFunction{n}
	case *parse.DropFunction:
		return dropFunction{n}
	case *ast.TruncateTableStmt:
		return truncateTable{n}
	case *ast.CreateDatabaseStmt:
		return createDatabase{n}
	case *ast.DropDatabaseStmt:
		return dropDatabase{n}
	}
	return nil
}

// definition is a statement. run checks everything that it can before it changes anything.
type definition interface {
	Permit(r command.Permits) error
	run(ctx context.Context, c *call) (*result.Set, error)
}

// statement is a definition for those who have the doors.
type statement struct{ definition }

func (statement) Nature() command.Nature { return command.ChangesTables }

// Run is of Statement.
func (s statement) Run(ctx context.Context, c *command.Call, d Doors) (*result.Set, error) {
	return s.run(ctx, &call{c, d})
}

// call is what a definition works with.
type call struct {
	*command.Call
	doors Doors
}

// on is the same statement on other snapshots.
func (c *call) on(ctx context.Context, view *scope.Views) *call {
	return &call{c.On(ctx, view), c.doors}
}

// isHome reports whether a name is that of the database without one.
func (c *call) isHome(name string) bool {
	database, is := c.Queries.Database(name)
	return is && database == ""
}

// condition is of define.Reader.
func (c *call) condition(r plan.Rule, columns []plan.Column) ([]int, error) {
	return c.doors.Condition(c.Call, r, columns)
}

// formulas refuses columns that are computed of what they cannot be.
func (c *call) formulas(columns []plan.Column) error { return c.doors.Formulas(c.Call, columns) }

// reader reads what the statement declares.
func (c *call) reader() define.Reader {
	return define.Reader{Text: c.Written(), Table: c.lasting, CheckSchema: c.CheckSchema, Condition: c.condition, Formulas: c.formulas, Parse: c.doors.Parse, Warn: c.doors.WarnOnce,
		ChecksKeys: c.doors.ChecksKeys()}
}
