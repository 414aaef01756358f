package procedure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/operators"
	"gsdms/operators/analysis"
	"gsdms/plan"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Procedure is what CALL can do; a new one is a file and a row of procedures.
type Procedure struct {
	Name, Usage string
	least, most int // arguments; most < 0: any number
	run         func(ctx context.Context, c *Call, args []argument) (*result.Set, error)
	runsOn      func(b operators.Backend) bool // whether a backend that is no CPU has what it takes
}

func procedures() []Procedure {
	always := func(operators.Backend) bool { return true }
	return []Procedure{
		{"kmeans", "kmeans('table', 'x,y,...', k [, iterations [, seed]])", 3, 5, kmeans, findsNearest},
		{"distance_histogram", "distance_histogram('table', 'x', 'y', 'z', width, buckets)", 6, 6, distanceHistogram, countsPairs},
		{"matrix_product", "matrix_product('table', 'x,y,...' [, 'u,v,...'])", 2, 3, matrixProduct, multiplies},
		{"knn", "knn('table', 'id', 'x,y,...', k, v1, v2, ...)", 5, -1, knn, always},
	}
}

// countsPairs reports whether a backend counts pairs on its device.
func countsPairs(b operators.Backend) bool {
	_, ok := b.(analysis.PairCounter)
	return ok
}

// findsNearest reports whether a backend finds the nearest centres of points on its device.
func findsNearest(b operators.Backend) bool {
	_, ok := b.(analysis.NearestFinder)
	return ok
}

// multiplies reports whether a backend sums products of columns on its device.
func multiplies(b operators.Backend) bool {
	_, ok := b.(analysis.Multiplier)
	return ok
}

// RunsOn reports whether it needs no CPU beside a backend.
func (p Procedure) RunsOn(b operators.Backend) bool { return b.Device().Name == "cpu" || p.runsOn(b) }

// Find finds the procedure of a CALL, which must have as many arguments as it takes.
func Find(text parse.Text, n *ast.FuncCallExpr) (Procedure, error) {
	all := procedures()
	at := slices.IndexFunc(all, func(a Procedure) bool { return a.Name == n.FnName.L && n.Schema.O == "" })
	if at < 0 {
		e := text.ErrorAt(n, parse.CodeNoFunction, "PROCEDURE %s does not exist", n.FnName.O)
		for _, a := range all {
			e.Hint += "CALL " + a.Usage + "\n"
		}
		e.Hint = strings.TrimSuffix("There are\n"+e.Hint, "\n")
		return Procedure{}, e
	}
	a := all[at]
	if len(n.Args) < a.least || a.most >= 0 && len(n.Args) > a.most {
		e := text.ErrorAt(n, parse.CodeFunctionArguments, "Incorrect number of arguments for PROCEDURE %s; got %d", a.Name, len(n.Args))
		e.Hint = "CALL " + a.Usage
		return Procedure{}, e
	}
	return a, nil
}

// Call is what a procedure works with.
type Call struct {
	Text    parse.Text                                                   // of the CALL
	Read    func(ctx context.Context, query string) (*result.Set, error) // runs a query
	Flow    func(ctx context.Context, query string) (*result.Set, error) // runs one whose rows come part by part
	Columns func(query string) ([]plan.Output, error)                    // says what its rows are
	Note    func(text string)                                            // leaves a note, which SHOW WARNINGS lists

	Backend operators.Backend // of the queries; nil: a CPU
	CPU     bool              // there is one beside the backend
	Memory  int64             // bytes that an analysis may take of the backend's device
	Ran     string            // the device that an analysis ran on, and why; "" for none
}

// Run runs it with arguments and their values.
func (p Procedure) Run(ctx context.Context, c *Call, nodes []ast.ExprNode, values []plan.Value) (*result.Set, error) {
	args := make([]argument, len(nodes))
	for i, node := range nodes {
		args[i] = argument{c, node, values[i]}
	}
	return p.run(ctx, c, args)
}

// argument is one of a CALL.
type argument struct {
	call  *Call
	node  ast.ExprNode
	value plan.Value
}

// wrong is the error of an argument.
func (a argument) wrong(format string, args ...any) error {
	return a.call.Text.ErrorAt(a.node, parse.CodeWrongArguments, format, args...)
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
	v, err := strict.Convert(a.value, plan.Type{Kind: plan.Double})
	if err != nil || v.IsNull() || a.value.Kind == plan.String {
		return 0, a.wrong("%s is a number, not %s", what, a.value)
	}
	return v.Float, nil
}

// numeric refuses columns of a table that hold no numbers.
func (c *Call) numeric(table string, columns []string) error {
	text := "SELECT " + parse.QuoteNames(columns) + " FROM " + parse.QuoteName(table)
	outputs, err := c.Columns(text)
	if err != nil {
		return err
	}
	for i, o := range outputs {
		switch o.Type.Kind {
		case plan.Int, plan.Bool, plan.Decimal, plan.Double:
		default:
			return parse.ErrorAt(string(c.Text), 0, parse.CodeWrongArguments, "column %s is %s; numbers are wanted", columns[i], o.Type)
		}
	}
	return nil
}

// pointsOf is the query for columns of numbers as doubles.
func (c *Call) pointsOf(table string, columns []string) (query string, err error) {
	if err := c.numeric(table, columns); err != nil {
		return "", err
	}
	fields := make([]string, len(columns))
	for i, name := range columns {
		fields[i] = "CAST(" + parse.QuoteName(name) + " AS DOUBLE)"
	}
	return "SELECT " + strings.Join(fields, ", ") + " FROM " + parse.QuoteName(table), nil
}

// points reads columns of numbers as doubles, without the rows that have a NULL among them: a
// note says how many these were.
func (c *Call) points(ctx context.Context, table string, columns []string) ([][]float64, error) {
	query, err := c.pointsOf(table, columns)
	if err != nil {
		return nil, err
	}
	r, err := c.Read(ctx, query)
	if err != nil {
		return nil, err
	}
	out, left, err := withoutNulls(ctx, r.Rows)
	c.leftOut(left)
	return out, err
}

// leftOut notes that rows were left out.
func (c *Call) leftOut(rows int) {
	if rows > 0 {
		c.Note(fmt.Sprintf("%d rows with NULL were left out", rows))
	}
}

// withoutNulls gives the rows without NULLs, as they are where there are none, and says how many it has
// left out.
func withoutNulls(ctx context.Context, rows *plan.Rows) (out [][]float64, left int, err error) {
	out = make([][]float64, len(rows.Columns))
	nulls := func(v plan.Vector) bool { return v.Nulls != nil || v.Floats == nil }
	if !slices.ContainsFunc(rows.Columns, nulls) {
		for i := range out {
			out[i] = rows.Columns[i].Floats
		}
		return out, 0, nil
	}
	for i := range out {
		out[i] = make([]float64, 0, rows.Len)
	}
	for row := range rows.Len {
		if row%plan.SegmentRows == 0 && ctx.Err() != nil {
			return nil, 0, context.Cause(ctx)
		}
		if slices.ContainsFunc(rows.Columns, func(v plan.Vector) bool { return v.IsNull(row) }) {
			left++
			continue
		}
		for i := range out {
			out[i] = append(out[i], rows.Columns[i].Floats[row])
		}
	}
	return out, left, nil
}

// elsewhere has the backend's device run an analysis where it is expected to end sooner, by so many
// seconds there and here, and where there is no choice. It gives false where it is to run here.
func elsewhere[T any](c *Call, device, cpu float64, run func() (T, error)) (out T, there bool, err error) {
	if c.CPU && device >= cpu {
		c.Ran = fmt.Sprintf("cpu: %.3g ms expected, %.3g on the GPU", 1e3*cpu, 1e3*device)
		return out, false, nil
	}
	out, err = run()
	refused := new(operators.Refused)
	if c.CPU && errors.As(err, &refused) {
		c.Ran = "cpu: " + refused.Why
		return out, false, nil
	}
	c.Ran = c.Backend.Device().Name
	return out, true, err
}

// found makes a result of columns of numbers and of texts.
func found(names []string, columns ...any) *result.Set {
	r := &result.Set{Rows: &plan.Rows{}}
	for i, name := range names {
		v := plan.Vector{Type: plan.Type{Kind: plan.Int}}
		switch column := columns[i].(type) {
		case []int64:
			v.Ints, r.Rows.Len = column, len(column)
		case []float64:
			v.Type.Kind, v.Floats, r.Rows.Len = plan.Double, column, len(column)
		case []string:
			v.Type.Kind, v.Texts, r.Rows.Len = plan.String, column, len(column)
		}
		r.Columns = append(r.Columns, plan.Output{Name: name, Type: v.Type})
		r.Rows.Columns = append(r.Rows.Columns, v)
	}
	return r
}
