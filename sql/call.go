package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/procedure"
	"gsdms/sql/result"
)

// callAnalysis is CALL of an analysis: a query brings its rows in, on the stream of its table as
// any other, and the analysis works on them.
type callAnalysis struct{ node *ast.CallStmt }

func (callAnalysis) Nature() command.Nature { return command.OnlyReads }

func (x callAnalysis) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node.Procedure
	a, err := procedure.Find(c.Written(), n)
	if err != nil {
		return nil, err
	}
	config := c.engine.config
	if !a.RunsOn(config.Backend) && config.Spare == nil {
		return nil, c.Refuse(n, "CALL %s on %s: it runs on the CPU, with --backend cpu or auto", a.Name, config.Backend.Device().Name)
	}
	values := make([]plan.Value, len(n.Args))
	for i, node := range n.Args {
		if values[i], err = c.Constant(node); err != nil {
			return nil, err
		}
	}
	around := &procedure.Call{
		Text: c.Written(), Read: c.readings, Flow: c.flow, Columns: c.columnsRead,
		Note:    func(text string) { c.session.warn("Note", parse.CodeUnknownError, text) },
		Backend: config.Backend, CPU: config.Spare != nil, Memory: config.QueryMemory,
	}
	r, err := a.Run(ctx, around, n.Args, values)
	if err == nil {
		r.Report.Analysis = around.Ran
	}
	return r, err
}

// readings runs a query of a CALL.
func (c *call) readings(ctx context.Context, text string) (*result.Set, error) {
	return c.reading(ctx, text, false)
}

// flow runs one whose rows come part by part.
func (c *call) flow(ctx context.Context, text string) (*result.Set, error) {
	return c.reading(ctx, text, true)
}

func (c *call) reading(ctx context.Context, text string, flowing bool) (*result.Set, error) {
	node, err := c.engine.parsers.Parse(text)
	if err != nil {
		return nil, c.within(err)
	}
	q, err := c.engine.compile(ctx, text, node, c.session.surround(c.Names), c.watch)
	if err != nil {
		return nil, c.within(err)
	}
	return c.session.runQuery(ctx, q, c.View, c.watch, flowing)
}

// within gives an error of a query that the user did not write the place of the CALL.
func (c *call) within(err error) error {
	known := parse.AsError("", err)
	e := parse.ErrorAt(c.Text, 0, known.Code, "%s", known.Message)
	e.Err, e.Hint = err, known.Hint
	return e
}

// columnsRead are the columns of a query of a CALL.
func (c *call) columnsRead(text string) ([]plan.Output, error) {
	node, err := c.engine.parsers.Parse(text)
	if err != nil {
		return nil, c.within(err)
	}
	n, err := bind.Select(text, node, c.session.around(c.Names))
	if err != nil {
		return nil, c.within(err)
	}
	return n.Output, nil
}
