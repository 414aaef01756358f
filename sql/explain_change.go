package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/pushscan/engine"
	"gsdms/sql/change"
	"gsdms/sql/command"
	"gsdms/sql/explain"
	"gsdms/sql/result"
)

// explainChangeCommand returns what runs the EXPLAIN of a change of rows.
func explainChangeCommand(n *ast.ExplainStmt, of statement) statement {
	changes, ok := of.(narrow)
	if !ok || n.Analyze {
		return unsupported{n}
	}
	return explainChange{explainQuery{n}, changes}
}

// explainChange is EXPLAIN INSERT, REPLACE, UPDATE or DELETE: the plan of the query that finds the
// rows, and what becomes of these. It changes nothing.
type explainChange struct {
	explainQuery
	changes command.Command
}

// Permit refuses who may not make the change.
func (x explainChange) Permit(r command.Permits) error {
	if p, ok := x.changes.(permitted); ok {
		return p.Permit(r)
	}
	return nil
}

func (x explainChange) run(ctx context.Context, c *call) (*result.Set, error) {
	form, err := x.form(c)
	if err != nil {
		return nil, err
	}
	var kind explain.Kind
	var name *ast.TableName
	var q *engine.Query
	switch n := x.node.Stmt.(type) {
	case *ast.InsertStmt:
		if kind = explain.Insert; n.IsReplace {
			kind = explain.Replace
		}
		name, q, err = c.inserting(ctx, n)
	case *ast.UpdateStmt:
		kind = explain.Update
		name, q, err = c.changing(ctx, n)
	case *ast.DeleteStmt:
		kind = explain.Delete
		name, q, err = c.changing(ctx, n)
	}
	if err != nil {
		return nil, err
	}
	return form.show(ctx, c, explained{q: q, into: &explain.Step{Kind: kind, Table: name.Name.O}})
}

// changing is the plan of what finds the rows of a DELETE or an UPDATE.
func (c *call) changing(ctx context.Context, n ast.StmtNode) (*ast.TableName, *engine.Query, error) {
	f, name, err := change.FindingOf(c.Call, n)
	if err != nil {
		return nil, nil, err
	}
	if _, err := c.Table(name); err != nil {
		return nil, nil, err
	}
	q, _, err := reach{c.session, c.watch}.finding(ctx, c.Call, f.Query, f.Targets, f.Set)
	return name, q, err
}

// inserting is the plan of the query of an INSERT. Values that are written are rows without a table.
func (c *call) inserting(ctx context.Context, n *ast.InsertStmt) (*ast.TableName, *engine.Query, error) {
	name, ok := change.Into(n)
	if !ok {
		return nil, nil, c.Refuse(n, "an INSERT into several tables")
	}
	if _, err := c.Table(name); err != nil {
		return nil, nil, err
	}
	var query ast.StmtNode
	if query, ok = n.Select.(ast.StmtNode); !ok {
		one := new(test_driver.ValueExpr)
		one.SetInt64(1)
		query = command.Changing(nil, nil, nil, nil, nil, []*ast.Assignment{{Expr: one}})
	}
	q, err := c.engine.compile(ctx, c.Text, query, c.session.around(c.Names), c.watch)
	return name, q, err
}
