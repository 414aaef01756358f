package sql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// tablesAndRows is SHOW TABLES within this process. A table that cannot be read is listed
// as damaged, or as unreadable where its files may be whole: what is wrong says every
// statement that uses it.
func (c *call) tablesAndRows() (*Result, error) {
	columns := make([][]string, 3)
	for _, name := range c.view.Tables() {
		columns[0] = append(columns[0], name)
		t, err := c.view.Table(name)
		if err != nil {
			columns[1], columns[2] = append(columns[1], unusable(err)), append(columns[2], "?")
			continue
		}
		columns[1] = append(columns[1], strconv.Itoa(t.Rows))
		columns[2] = append(columns[2], strconv.Itoa(len(t.Columns)))
	}
	r := textResult([]string{"Table", "Rows", "Columns"}, columns)
	for i := 1; i < len(columns); i++ {
		asNumbers(r, i)
	}
	return r, nil
}

// unusable says in a word why a table cannot be used.
func unusable(err error) string {
	var unread *store.UnreadError
	if errors.As(err, &unread) {
		return "unreadable"
	}
	return "damaged"
}

// asNumbers makes a column of texts one of numbers if all of them are.
func asNumbers(r *Result, column int) {
	numbers := []int64{}
	for _, text := range r.Rows.Columns[column].Texts {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return
		}
		numbers = append(numbers, n)
	}
	t := plan.Type{Kind: plan.Int}
	r.Columns[column].Type = t
	r.Rows.Columns[column] = plan.Vector{Type: t, Ints: numbers}
}

// storedColumns is DESCRIBE within this process: the columns, as MySQL lists them, and how
// they are stored.
func storedColumns(t *plan.Table) *Result {
	columns := make([][]string, 6)
	for i, col := range t.Columns {
		cells := []string{col.Name, strings.ToLower(col.Type.String()), yesNo(col.Nullable), keyMark(t, i), defaultText(col), storedText(col)}
		for at, cell := range cells {
			columns[at] = append(columns[at], cell)
		}
	}
	return textResult([]string{"Field", "Type", "Null", "Key", "Default", "Stored"}, columns)
}

func yesNo(yes bool) string {
	if yes {
		return "YES"
	}
	return "NO"
}

func keyMark(t *plan.Table, column int) string {
	if slices.Contains(t.PrimaryKey, column) {
		return "PRI"
	}
	for _, k := range t.ForeignKeys {
		if k.Column == column {
			return k.Table + "." + k.RefColumn
		}
	}
	return ""
}

func defaultText(c plan.Column) string {
	if c.Default == nil {
		return ""
	}
	return c.Default.String()
}

// storedText says in what form the column's numbers are.
func storedText(c plan.Column) string {
	what := "number"
	switch {
	case c.Ref != nil:
		what = "row of " + c.Ref.Table.Name
	case c.Dict != nil:
		what = fmt.Sprintf("code of %d texts", c.Dict.Len())
	case c.Storage.Float:
		what = "double"
	}
	return fmt.Sprintf("%s, %d B", what, c.Storage.Width)
}

// showCreate is SHOW CREATE TABLE.
type showCreate struct{ name *ast.TableName }

func (x showCreate) run(_ context.Context, c *call) (*Result, error) {
	t, err := c.table(x.name)
	if err != nil {
		return nil, err
	}
	r := textResult([]string{"Table", "Create Table"}, [][]string{{t.Name}, {createText(t)}})
	r.Plain = true
	return r, nil
}

// createText is the statement that makes a table like t.
func createText(t *plan.Table) string {
	var parts []string
	for _, c := range t.Columns {
		parts = append(parts, columnText(c))
	}
	if len(t.PrimaryKey) > 0 {
		var names []string
		for _, k := range t.PrimaryKey {
			names = append(names, quoteName(t.Columns[k].Name))
		}
		parts = append(parts, "PRIMARY KEY ("+strings.Join(names, ", ")+")")
	}
	for _, k := range t.ForeignKeys {
		parts = append(parts, fmt.Sprintf("FOREIGN KEY (%s) REFERENCES %s (%s)",
			quoteName(t.Columns[k.Column].Name), quoteName(k.Table), quoteName(k.RefColumn)))
	}
	return "CREATE TABLE " + quoteName(t.Name) + " (\n  " + strings.Join(parts, ",\n  ") + "\n)"
}

func columnText(c plan.Column) string {
	s := quoteName(c.Name) + " " + c.Type.String()
	if !c.Nullable {
		s += " NOT NULL"
	}
	if c.Default == nil {
		return s
	}
	if c.Default.IsNull() {
		return s + " DEFAULT NULL"
	}
	return s + " DEFAULT '" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(c.Default.String()) + "'"
}

func quoteName(name string) string {
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}
