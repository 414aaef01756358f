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
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/bind"
	"gsdms/sql/result"
)

// tablesAndRows is SHOW [FULL] TABLES within this process, which lists the views, too. A
// table that cannot be read is listed as damaged, or as unreadable where its files may be
// whole: what is wrong says every statement that uses it.
func (c *call) tablesAndRows(full bool) (*result.Set, error) {
	columns := make([][]string, 4)
	for _, name := range slices.Sorted(slices.Values(append(c.view.Tables(), c.view.Queries()...))) {
		for i, cell := range c.tableLine(name) {
			columns[i] = append(columns[i], cell)
		}
	}
	titles := []string{"Table", "Rows", "Columns", "Table_type"}
	if !full {
		titles, columns = titles[:3], columns[:3]
	}
	r := textResult(titles, columns)
	asNumbers(r, 1)
	asNumbers(r, 2)
	return r, nil
}

// tableLine is what SHOW TABLES says of a table or a view: of a view, which is not bound
// here, there are no numbers.
func (c *call) tableLine(name string) [4]string {
	if c.view.Query(name) != nil {
		return [4]string{name, "", "", "VIEW"}
	}
	t, err := c.view.Table(name)
	if err != nil {
		return [4]string{name, unusable(err), "?", "BASE TABLE"}
	}
	return [4]string{name, strconv.Itoa(t.Count()), strconv.Itoa(len(t.Shown())), "BASE TABLE"}
}

// unusable says in a word why a table cannot be used.
func unusable(err error) string {
	var unread *store.UnreadError
	if errors.As(err, &unread) {
		return "unreadable"
	}
	return "damaged"
}

// asNumbers makes a column of texts one of numbers if all of them are, or empty, which is
// NULL then.
func asNumbers(r *result.Set, column int) {
	texts := r.Rows.Columns[column].Texts
	numbers, nulls := make([]int64, len(texts)), make([]bool, len(texts))
	for i, text := range texts {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil && text != "" {
			return
		}
		numbers[i], nulls[i] = n, text == ""
	}
	t := plan.Type{Kind: plan.Int}
	r.Columns[column].Type = t
	r.Rows.Columns[column] = plan.Vector{Type: t, Ints: numbers, Nulls: nulls}
}

// columnsNamed gives the columns of a table, a view or a file.
func (c *call) columnsNamed(name *ast.TableName) (*plan.Table, error) {
	if name.Schema.O == "" && c.view.Query(name.Name.O) != nil {
		columns, err := bind.ViewColumns(c.text, name, c.names)
		return &plan.Table{Columns: columns}, err
	}
	if name.Schema.O == "" && load.IsFileName(name.Name.O) {
		return c.names.Table(name.Name.O)
	}
	return c.table(name)
}

// storedColumns is DESCRIBE within this process: the columns, as MySQL lists them, and how
// they are stored.
func storedColumns(t *plan.Table, n *ast.ShowStmt) *result.Set {
	columns := make([][]string, 6)
	for i, col := range t.Shown() {
		if !describes(n, col) {
			continue
		}
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
	if c.Own.Has(plan.Numbered) {
		return "AUTO_INCREMENT"
	}
	if c.Own.Has(plan.DefaultsToNow) {
		return strings.TrimPrefix(ownText(c), " DEFAULT ")
	}
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
	case c.Storage.Width == 0:
		return "" // of a view
	}
	return fmt.Sprintf("%s, %d B", what, c.Storage.Width)
}

// showCreate is SHOW CREATE TABLE.
type showCreate struct{ name *ast.TableName }

func (x showCreate) run(ctx context.Context, c *call) (*result.Set, error) {
	if c.view.Query(x.name.Name.O) != nil && x.name.Schema.O == "" {
		return showCreateView(x).run(ctx, c)
	}
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
	for _, c := range t.Shown() {
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
	text := "CREATE TABLE " + quoteName(t.Name) + " (\n  " + strings.Join(parts, ",\n  ") + "\n)"
	if t.NextNumber > 1 {
		text += fmt.Sprintf(" AUTO_INCREMENT=%d", t.NextNumber)
	}
	return text
}

func columnText(c plan.Column) string {
	s := quoteName(c.Name) + " " + c.Type.String()
	if !c.Nullable {
		s += " NOT NULL"
	}
	if c.Default == nil {
		return s + ownText(c)
	}
	if c.Default.IsNull() {
		return s + " DEFAULT NULL" + ownText(c)
	}
	return s + " DEFAULT '" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(c.Default.String()) + "'" + ownText(c)
}

func quoteName(name string) string {
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}
