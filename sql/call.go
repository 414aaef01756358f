package sql

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// callAnalysis is CALL of an analysis: a query brings its rows in, on the stream of its table as
// any other, and the analysis works on them.
type callAnalysis struct{ node *ast.CallStmt }

// procedure is what CALL can do; a new one is a file and a row of procedures.
type procedure struct {
	name, usage string
	least, most int // arguments; most < 0: any number
	run         func(ctx context.Context, c *call, args []argument) (*result.Set, error)
}

func procedures() []procedure {
	return []procedure{
		{"kmeans", "kmeans('table', 'x,y,...', k [, iterations [, seed]])", 3, 5, kmeans},
		{"distance_histogram", "distance_histogram('table', 'x', 'y', 'z', width, buckets)", 6, 6, distanceHistogram},
		{"knn", "knn('table', 'id', 'x,y,...', k, v1, v2, ...)", 5, -1, knn},
	}
}

func (x callAnalysis) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node.Procedure
	all := procedures()
	at := slices.IndexFunc(all, func(a procedure) bool { return a.name == n.FnName.L && n.Schema.O == "" })
	if at < 0 {
		e := c.errorAt(n, parse.CodeNoFunction, "PROCEDURE %s does not exist", n.FnName.O)
		for _, a := range all {
			e.Hint += "CALL " + a.usage + "\n"
		}
		e.Hint = strings.TrimSuffix("There are\n"+e.Hint, "\n")
		return nil, e
	}
	a := all[at]
	if len(n.Args) < a.least || a.most >= 0 && len(n.Args) > a.most {
		e := c.errorAt(n, parse.CodeFunctionArguments, "Incorrect number of arguments for PROCEDURE %s; got %d", a.name, len(n.Args))
		e.Hint = "CALL " + a.usage
		return nil, e
	}
	if device := c.engine.config.Backend.Device().Name; device != "cpu" && c.engine.config.Spare == nil {
		return nil, c.refuse(n, "CALL %s on %s: analyses run on the CPU, with --backend cpu or auto", a.name, device)
	}
	args := make([]argument, len(n.Args))
	for i, node := range n.Args {
		v, err := c.constant(node)
		if err != nil {
			return nil, err
		}
		args[i] = argument{c, node, v}
	}
	return a.run(ctx, c, args)
}

// argument is one of a CALL.
type argument struct {
	call  *call
	node  ast.ExprNode
	value plan.Value
}

// wrong is the error of an argument.
func (a argument) wrong(format string, args ...any) error {
	return a.call.errorAt(a.node, parse.CodeWrongArguments, format, args...)
}

// name is the name of a table or a column, quoted for a query.
func (a argument) name() (string, error) {
	if a.value.Kind != plan.String || strings.TrimSpace(a.value.Text) == "" {
		return "", a.wrong("a name is wanted here, as a text in quotes")
	}
	return strings.TrimSpace(a.value.Text), nil
}

// columns are the names of columns that commas divide.
func (a argument) columns() ([]string, error) {
	list, err := a.name()
	if err != nil {
		return nil, err
	}
	names := strings.Split(list, ",")
	for i, name := range names {
		if names[i] = strings.TrimSpace(name); names[i] == "" {
			return nil, a.wrong("an empty name among the columns '%s'", list)
		}
	}
	return names, nil
}

// whole is a whole number within bounds.
func (a argument) whole(what string, least, most int64) (int64, error) {
	if v := a.value; v.Kind == plan.Int && v.Int >= least && v.Int <= most {
		return v.Int, nil
	}
	return 0, a.wrong("%s is a whole number from %d to %d, not %s", what, least, most, a.value)
}

// number is a DOUBLE.
func (a argument) number(what string) (float64, error) {
	v, err := bind.Convert(a.value, plan.Type{Kind: plan.Double})
	if err != nil || v.IsNull() || a.value.Kind == plan.String {
		return 0, a.wrong("%s is a number, not %s", what, a.value)
	}
	return v.Float, nil
}

// readings runs a query of a CALL.
func (c *call) readings(ctx context.Context, text string) (*result.Set, error) {
	node, err := c.engine.parsers.Parse(text)
	if err != nil {
		return nil, c.within(err)
	}
	q, err := c.engine.compile(ctx, text, node, c.session.surround(c.names), c.watch)
	if err != nil {
		return nil, c.within(err)
	}
	return c.session.runQuery(ctx, q, c.view, c.watch, false)
}

// within gives an error of a query that the user did not write the place of the CALL.
func (c *call) within(err error) error {
	known := parse.AsError("", err)
	e := parse.ErrorAt(c.text, 0, known.Code, "%s", known.Message)
	e.Err, e.Hint = err, known.Hint
	return e
}

// numeric refuses columns of a table that hold no numbers.
func (c *call) numeric(table string, columns []string) error {
	text := "SELECT " + parse.QuoteNames(columns) + " FROM " + parse.QuoteName(table)
	node, err := c.engine.parsers.Parse(text)
	if err != nil {
		return c.within(err)
	}
	n, err := bind.Select(text, node, c.session.surround(c.names))
	if err != nil {
		return c.within(err)
	}
	for i, o := range n.Output {
		switch o.Type.Kind {
		case plan.Int, plan.Bool, plan.Decimal, plan.Double:
		default:
			return parse.ErrorAt(c.text, 0, parse.CodeWrongArguments, "column %s is %s; numbers are wanted", columns[i], o.Type)
		}
	}
	return nil
}

// points reads columns of numbers as doubles, without the rows that have a NULL among them: a
// note says how many these were.
func (c *call) points(ctx context.Context, table string, columns []string) ([][]float64, error) {
	if err := c.numeric(table, columns); err != nil {
		return nil, err
	}
	fields := make([]string, len(columns))
	for i, name := range columns {
		fields[i] = "CAST(" + parse.QuoteName(name) + " AS DOUBLE)"
	}
	r, err := c.readings(ctx, "SELECT "+strings.Join(fields, ", ")+" FROM "+parse.QuoteName(table))
	if err != nil {
		return nil, err
	}
	return c.withoutNulls(ctx, r.Rows)
}

// withoutNulls gives the rows without NULLs, as they are where there are none.
func (c *call) withoutNulls(ctx context.Context, rows *plan.Rows) ([][]float64, error) {
	out := make([][]float64, len(rows.Columns))
	nulls := func(v plan.Vector) bool { return v.Nulls != nil || v.Floats == nil }
	if !slices.ContainsFunc(rows.Columns, nulls) {
		for i := range out {
			out[i] = rows.Columns[i].Floats
		}
		return out, nil
	}
	for i := range out {
		out[i] = make([]float64, 0, rows.Len)
	}
	left := 0
	for row := range rows.Len {
		if row%plan.SegmentRows == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if slices.ContainsFunc(rows.Columns, func(v plan.Vector) bool { return v.IsNull(row) }) {
			left++
			continue
		}
		for i := range out {
			out[i] = append(out[i], rows.Columns[i].Floats[row])
		}
	}
	if left > 0 {
		c.session.warn("Note", parse.CodeUnknownError, fmt.Sprintf("%d rows with NULL were left out", left))
	}
	return out, nil
}

// found makes a result of columns of numbers.
func found(names []string, columns ...any) *result.Set {
	r := &result.Set{Rows: &plan.Rows{}}
	for i, name := range names {
		v := plan.Vector{Type: plan.Type{Kind: plan.Int}}
		switch column := columns[i].(type) {
		case []int64:
			v.Ints, r.Rows.Len = column, len(column)
		case []float64:
			v.Type.Kind, v.Floats, r.Rows.Len = plan.Double, column, len(column)
		}
		r.Columns = append(r.Columns, plan.Output{Name: name, Type: v.Type})
		r.Rows.Columns = append(r.Rows.Columns, v)
	}
	return r
}
