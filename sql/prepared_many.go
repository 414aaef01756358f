package sql

import (
	"context"
	"runtime/debug"
	"slices"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/sql/change"
	"gsdms/sql/command"
	"gsdms/sql/parse"
)

// ExecuteAll runs the statement with each of some rows of values and gives the number of rows
// that were added. An INSERT of one row of values, in which parameters stand by themselves,
// adds all rows at once, or none after an error; others run one after another. An error is
// always an *Error.
func (p *Prepared) ExecuteAll(ctx context.Context, rows [][]plan.Value) (sum int64, err error) {
	if n := p.insertion(); n != nil && len(rows) > 1 {
		affected, err := p.insertAll(ctx, n, rows)
		if err != nil {
			return 0, p.session.failed(p.text, err)
		}
		return affected, nil
	}
	for _, values := range rows {
		r, err := p.Stream(ctx, values)
		if err == nil && r.Rows != nil {
			err = r.Drop()
		}
		if err != nil {
			return sum, err
		}
		sum += r.Affected
	}
	return sum, nil
}

// insertion is the statement if it is an INSERT whose rows can be added at once, else nil.
func (p *Prepared) insertion() *ast.InsertStmt {
	n, ok := p.node.(*ast.InsertStmt)
	if !ok || n.IsReplace || n.IgnoreErr || len(n.OnDuplicate) > 0 || len(n.Lists) != 1 {
		return nil
	}
	alone := 0
	for _, e := range n.Lists[0] {
		if v, ok := e.(*test_driver.ValueExpr); ok && slices.Contains(p.params, v) {
			alone++
		}
	}
	if alone != len(p.params) || alone == 0 {
		return nil
	}
	return n
}

// insertAll runs an INSERT with a list for each row of values.
func (p *Prepared) insertAll(ctx context.Context, n *ast.InsertStmt, rows [][]plan.Value) (affected int64, err error) {
	p.session.began = time.Now()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recoverTo(&err)
	all := *n
	all.Lists = make([][]ast.ExprNode, len(rows))
	for i, values := range rows {
		if all.Lists[i], err = p.listOf(n.Lists[0], values); err != nil {
			return 0, err
		}
	}
	r, err := p.session.running(ctx, p.text, false, func(context.Context, *call) (prepared, error) {
		return prepared{command: narrow{change.Insert(&all)}}, nil
	})
	if err != nil {
		return 0, err
	}
	return r.Affected, nil
}

// listOf is a row of an INSERT with literals in place of its parameters.
func (p *Prepared) listOf(row []ast.ExprNode, values []plan.Value) ([]ast.ExprNode, error) {
	if len(values) != len(p.params) {
		return nil, parse.ErrorAt(p.text, -1, parse.CodeWrongArguments, "the statement has %d parameters and got %d values", len(p.params), len(values))
	}
	out := slices.Clone(row)
	next := 0
	for i, e := range row {
		v, ok := e.(*test_driver.ValueExpr)
		if !ok || next == len(p.params) || v != p.params[next] {
			continue
		}
		literal := *v
		if err := command.SetLiteral(&literal, values[next]); err != nil {
			return nil, parse.ErrorAt(p.text, -1, parse.CodeWrongArguments, "parameter %d: %s", next+1, err)
		}
		out[i] = &literal
		next++
	}
	return out, nil
}
