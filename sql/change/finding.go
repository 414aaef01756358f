package change

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/command"
	"gsdms/sql/parse"
)

// Finding is the query that finds the rows of a change, as Queries.Change of a call takes it.
type Finding struct {
	Query   *ast.SelectStmt
	Targets []*ast.TableName // by their names in FROM
	Set     []*ast.ColumnName
}

// FindingOf gives what a DELETE or an UPDATE of one table finds, without running it, and the
// table's name.
func FindingOf(c *command.Call, n ast.StmtNode) (Finding, *ast.TableName, error) {
	switch n := n.(type) {
	case *ast.DeleteStmt:
		x := deleteRows{n}
		if names := x.targets(); len(names) == 1 {
			return x.finding(), names[0], nil
		}
	case *ast.UpdateStmt:
		x, err := updateRows{n}.named(c)
		if err != nil {
			return Finding{}, nil, err
		}
		if all := x.targets(); len(all) == 1 {
			f, err := x.finding(c, all[0])
			return f, all[0].name, err
		}
	}
	return Finding{}, nil, c.ErrorAt(n, parse.CodeNotSupported, "EXPLAIN of a change of several tables is not supported: explain the SELECT that has its FROM and WHERE")
}

// finding is what finds the rows of a table that are to change.
func (x updateRows) finding(c *command.Call, u updated) (Finding, error) {
	t, err := target(c, u.name, "UPDATE")
	if err != nil {
		return Finding{}, err
	}
	f, err := u.values(c, t)
	return Finding{x.query(f.set), []*ast.TableName{u.called}, f.names}, err
}

// Into gives the table that an INSERT or a REPLACE adds rows to.
func Into(n *ast.InsertStmt) (*ast.TableName, bool) { return insertTarget(n) }
