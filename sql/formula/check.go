package formula

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
	"gsdms/sql/parse"
)

// Check refuses formulas of columns that these cannot have, with MySQL's numbers: of columns behind them that are
// computed, too, or that number their rows, of what another row or session has, and generated columns of what may be
// another value the next time. Functions of users are refused as those are that there are not.
func Check(columns []plan.Column, around Around, isUsers func(function string) bool) error {
	for i := range columns {
		if columns[i].Formula == nil {
			continue
		}
		c := &checked{columns: columns, at: i, isUsers: isUsers}
		n, text, err := Parsed(columns[i].Formula.Text, around.Parse)
		if err != nil {
			return err
		}
		if row, is := n.(*ast.RowExpr); is && len(row.Values) > 1 {
			return c.refuse(parse.CodeGeneratedRow, parse.CodeDefaultRow, "cannot refer to a row value.")
		}
		if n.Accept(c); c.err != nil {
			return c.err
		}
		if err := c.bind(text, n, around); err != nil {
			return err
		}
	}
	_, err := Bind(columns, around)
	return err
}

// checked is a formula that is checked.
type checked struct {
	columns []plan.Column
	at      int // of the column that it is of
	isUsers func(string) bool
	err     error
}

func (c *checked) of() *plan.Column { return &c.columns[c.at] }

// refuse is the error for a formula, which has two numbers: that of a generated column, and of a DEFAULT.
func (c *checked) refuse(generated, byDefault int, what string, args ...any) error {
	if c.of().Generated() {
		return parse.ErrorAt("", -1, generated, "Expression of generated column '"+c.of().Name+"' "+what, args...)
	}
	return parse.ErrorAt("", -1, byDefault, "Default value expression of column '"+c.of().Name+"' "+what, args...)
}

// disallowed is the error for a function.
func (c *checked) disallowed(function string) error {
	return c.refuse(parse.CodeGeneratedNamed, parse.CodeDefaultNamed, "contains a disallowed function: %s.", function)
}

// Enter is of ast.Visitor.
func (c *checked) Enter(n ast.Node) (ast.Node, bool) {
	if c.err != nil {
		return n, true
	}
	switch n := n.(type) {
	case *ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.CompareSubqueryExpr:
		c.err = c.refuse(parse.CodeGeneratedFunction, parse.CodeDefaultFunction, "contains a disallowed function.")
	case *ast.VariableExpr:
		c.err = parse.ErrorAt("", -1, parse.CodeDefaultVariable, "Default value expression of column '%s' cannot refer user or system variables.", c.of().Name)
	case *ast.AggregateFuncExpr:
		c.err = parse.ErrorAt("", -1, parse.CodeMisusedAggregate, "Invalid use of group function")
	case *ast.WindowFuncExpr:
		c.err = parse.ErrorAt("", -1, parse.CodeWindow, "You cannot use the window function '%s' in this context.", n.Name)
	case *ast.ValuesExpr:
		c.err = c.disallowed("values")
	case *ast.MatchAgainst:
		c.err = c.disallowed("match")
	case *ast.FuncCallExpr:
		c.err = c.function(n.FnName.L)
	case *ast.ColumnName:
		c.err = c.column(n)
	}
	return n, c.err != nil
}

// Leave is of ast.Visitor.
func (c *checked) Leave(n ast.Node) (ast.Node, bool) { return n, c.err == nil }

// function refuses one that no formula can have, or no generated column.
func (c *checked) function(name string) error {
	switch name {
	case "sleep", "benchmark", "get_lock", "release_lock", "release_all_locks", "is_free_lock", "is_used_lock",
		"version", "found_rows", "row_count", "last_insert_id", "load_file":
		return c.disallowed(name)
	}
	if c.isUsers(name) {
		return c.disallowed("`" + name + "`")
	}
	if c.of().Generated() && unsteady[name] {
		return c.disallowed(name)
	}
	return nil
}

// unsteady are the functions that may give another value the next time, or to another session.
var unsteady = map[string]bool{
	"now": true, "current_timestamp": true, "localtime": true, "localtimestamp": true, "sysdate": true, "curdate": true, "current_date": true,
	"curtime": true, "current_time": true, "utc_date": true, "utc_time": true, "utc_timestamp": true, "unix_timestamp": true,
	"rand": true, "uuid": true, "uuid_short": true, "random_bytes": true, "connection_id": true, "user": true, "current_user": true,
	"session_user": true, "system_user": true, "database": true, "schema": true, "current_role": true,
}

// column refuses one that has no value when the formula is computed.
func (c *checked) column(n *ast.ColumnName) error {
	for i := range c.columns {
		other := &c.columns[i]
		if ast.NewCIStr(other.Name).L != n.Name.L {
			continue
		}
		switch late := i >= c.at; {
		case other.Own.Has(plan.Numbered) && c.of().Generated():
			return parse.ErrorAt("", -1, parse.CodeGeneratedNumbered, "Generated column '%s' cannot refer to auto-increment column.", c.of().Name)
		case other.Own.Has(plan.Numbered):
			return c.refuse(0, parse.CodeDefaultNumbered, "cannot refer to an auto-increment column.")
		case late && c.of().Generated() && other.Formula != nil:
			return parse.ErrorAt("", -1, parse.CodeGeneratedLater, "Generated column can refer only to generated columns defined prior to it.")
		case late && !c.of().Generated() && other.Formula != nil:
			return c.refuse(0, parse.CodeDefaultLater, "cannot refer to a column defined after it if that column is a generated column or has an expression as default value.")
		}
		return nil
	}
	where := "default value expression"
	if c.of().Generated() {
		where = "generated column function"
	}
	return parse.ErrorAt("", -1, parse.CodeUnknownColumn, "Unknown column '%s' in '%s'", n.Name.O, where)
}

// bind checks that a formula has a value, and a generated column the same one each time.
func (c *checked) bind(text string, n ast.ExprNode, around Around) error {
	e, _, err := bound(text, n, c.columns, around)
	if err != nil && parse.IsCode(err, fault.CodeNoFunction) {
		return c.refuse(parse.CodeGeneratedNamed, parse.CodeDefaultNamed, "contains a disallowed function: %s", parse.AsError("", err).Message)
	}
	if err == nil && c.of().Generated() && !network.Repeats(e) {
		return c.refuse(parse.CodeGeneratedFunction, parse.CodeDefaultFunction, "contains a disallowed function.")
	}
	return err
}
