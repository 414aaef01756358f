package sql

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/change"
	"gsdms/sql/command"
	"gsdms/sql/dcl"
	"gsdms/sql/ddl"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// statement is one other than a query. run checks everything that it can before
// it changes anything. One that not everybody may run is permitted, too.
type statement interface {
	Nature() command.Nature
	run(ctx context.Context, c *call) (*result.Set, error)
}

// call is what a command works with.
type call struct {
	*command.Call
	session *Session
	engine  *Engine
	watch   *watch
}

// commandOf returns what runs a statement, nil for a query. A new statement is a case
// here and a file of its own.
func commandOf(node ast.StmtNode) statement {
	switch n := node.(type) {
	case *ast.SelectStmt:
		if into := outfileOf(n); into != nil {
			return into
		}
		if counted := countedOf(n); counted != nil {
			return counted
		}
		return assigningOf(n)
	case *ast.SetOprStmt:
		return outfileOf(n)
	case *parse.IntoVariables:
		return selectVariables{n}
	case *ast.InsertStmt:
		return narrow{change.Insert(n)}
	case *ast.DeleteStmt:
		return narrow{change.Delete(n)}
	case *ast.UpdateStmt:
		return narrow{change.Update(n)}
	case *ast.LoadDataStmt:
		return loadData{n}
	case *ast.ShowStmt:
		return showCommand(n)
	case *ast.ExplainStmt:
		return explainCommand(n)
	case *ast.CallStmt:
		return callAnalysis{n}
	case *ast.TraceStmt:
		return traceQuery{n}
	case *ast.PrepareStmt:
		return prepareText{n}
	case *ast.ExecuteStmt:
		return executeText{n}
	case *ast.DeallocateStmt:
		return deallocate{n}
	case *ast.SetStmt:
		return setSettings{n}
	case *ast.UseStmt:
		return useDatabase{n}
	case *ast.KillStmt:
		return killSession{n}
	case *ast.BeginStmt, *ast.CommitStmt, *ast.RollbackStmt, *ast.SavepointStmt, *ast.ReleaseSavepointStmt:
		return transaction{n}
	default:
		return definition(n)
	}
}

// definition returns what runs a statement that makes, changes or takes away what there is, or keeps it.
func definition(node ast.StmtNode) statement {
	if d := ddl.Of(node); d != nil {
		return defining{d}
	}
	switch n := node.(type) {
	case *parse.ShowCreateFunction:
		return showCreateFunction(n)
	case *ast.OptimizeTableStmt:
		return optimizeTable{n}
	default:
		return userCommand(n)
	}
}

// userCommand returns what runs a statement about users, and of databases what ddl has nothing of.
func userCommand(node ast.StmtNode) statement {
	if d := dcl.Of(node); d != nil {
		return governing{d}
	}
	switch n := node.(type) {
	case *ast.AlterDatabaseStmt:
		return alterDatabase(n)
	default:
		return maintenance(n)
	}
}

// maintenance returns what runs a statement that finds nothing left to do.
func maintenance(node ast.StmtNode) statement {
	switch n := node.(type) {
	case *ast.DoStmt:
		return evaluate{n}
	case *ast.AnalyzeTableStmt:
		return analyzeTables{n}
	case *parse.Upkeep:
		return keepTables{n}
	case *ast.FlushStmt:
		return flush(n)
	case *ast.LockTablesStmt:
		return lockTables{n}
	case *ast.UnlockTablesStmt:
		return settled{"no table is locked"}
	default:
		return unsupported{n}
	}
}

// flush is FLUSH of what is never out of date, or never waits to be written.
func flush(n *ast.FlushStmt) statement {
	switch {
	case n.Tp == ast.FlushTables && !n.ReadLock:
		return settled{"tables are in their files after each statement"}
	case n.Tp == ast.FlushPrivileges:
		return settled{"users have what they were granted from the end of the statement on"}
	case n.Tp == ast.FlushLogs, n.Tp == ast.FlushHosts:
		return settled{"there is nothing that waits to be written"}
	}
	return unsupported{n}
}

// unsupported refuses a statement.
type unsupported struct{ node ast.StmtNode }

func (unsupported) Nature() command.Nature { return command.OnlyReads }

func (u unsupported) run(_ context.Context, c *call) (*result.Set, error) {
	if e, ok := u.node.(*ast.ExplainStmt); ok && e.PlanDigest != "" {
		return nil, parse.NoTable(c.Text)
	}
	word, rest, _ := strings.Cut(parse.Fold(c.Text), " ")
	switch strings.ToUpper(word) {
	case "SHOW", "EXPLAIN", "CREATE", "DROP", "ALTER":
		next, _, _ := strings.Cut(rest, " ")
		word += " " + next
	}
	return nil, c.Refuse(u.node, "the statement %s", strings.ToUpper(word))
}
