package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/command"
	"gsdms/sql/result"
)

// settled is a statement that asks for what is so anyway.
type settled struct{ message string }

func (settled) Nature() command.Nature { return command.OnlyReads | command.Uncounted }

func (x settled) run(context.Context, *call) (*result.Set, error) {
	return &result.Set{Message: x.message}, nil
}

// evaluate is DO: expressions without columns, whose values nobody gets.
type evaluate struct{ node *ast.DoStmt }

func (evaluate) Nature() command.Nature { return 0 }

func (x evaluate) run(_ context.Context, c *call) (*result.Set, error) {
	for _, e := range x.node.Exprs {
		if _, err := c.Constant(e); err != nil {
			return nil, err
		}
	}
	return &result.Set{Message: "done"}, nil
}

// analyzeTables is ANALYZE TABLE: what the planner knows of a table is counted whenever the
// table is written, so it is as good as it can be.
type analyzeTables struct{ node *ast.AnalyzeTableStmt }

func (analyzeTables) Nature() command.Nature { return 0 }

func (x analyzeTables) run(_ context.Context, c *call) (*result.Set, error) {
	if x.node.HistogramOperation != ast.HistogramOperationNop || len(x.node.PartitionNames) > 0 {
		return nil, c.Refuse(x.node, "histograms and partitions of ANALYZE TABLE")
	}
	g := result.NewGrid("Table,Op,Msg_type,Msg_text")
	for _, name := range x.node.TableNames {
		t, err := c.Table(name)
		if err != nil {
			return nil, err
		}
		g.Add(c.engine.Database()+"."+t.Name, "analyze", "status", "OK")
	}
	return g.Set(), nil
}
