package show

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/sql/bind"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// listColumns is SHOW COLUMNS and DESCRIBE: for clients as MySQL lists them, else with how
// the columns are stored.
func listColumns(c *call, n *ast.ShowStmt) (*result.Set, int, error) {
	var t *plan.Table
	var err error
	schema := n.Table.Schema.O
	if schema == "" {
		schema = c.Settings.Database
	}
	if inform.IsSchema(schema) {
		t, err = inform.Table(context.Background(), c.Facts, schema, n.Table.Name.O)
	} else {
		t, err = c.columnsNamed(n.Table)
	}
	if err != nil {
		return nil, 0, err
	}
	if err := c.checkDescribed(n, t); err != nil {
		return nil, 0, err
	}
	if !c.Client && !n.Full {
		return inform.StoredColumns(t, n), 0, nil
	}
	heads := "Field,Type,Null,Key,Default,Extra"
	if n.Full {
		heads = "Field,Type,Collation,Null,Key,Default,Extra,Privileges,Comment"
	}
	g := result.NewGrid(heads)
	for i, col := range t.Shown() {
		if !inform.About(n, col) {
			continue
		}
		g.Add(inform.ColumnCells(t, i, col, n.Full)...)
	}
	return g.Set(), 0, nil
}

// checkDescribed refuses DESCRIBE of a column that the table does not have.
func (c *call) checkDescribed(n *ast.ShowStmt, t *plan.Table) error {
	var names []string
	for _, col := range t.Columns {
		if inform.About(n, col) {
			return nil
		}
		names = append(names, col.Name)
	}
	if n.Column == nil {
		return nil
	}
	name := n.Column.Name.O
	at := max(0, parse.FindWord(c.Text, name))
	return parse.Hinted(parse.ErrorAt(c.Text, at, parse.CodeUnknownColumn, "Unknown column '%s' in '%s'", name, n.Table.Name.O), name, names)
}

// columnsNamed gives the columns of a table, a view or a file.
func (c *call) columnsNamed(name *ast.TableName) (*plan.Table, error) {
	if c.View.Query(name.Name.O) != nil {
		columns, err := bind.ViewColumns(c.Text, name, c.Names)
		return &plan.Table{Columns: columns}, err
	}
	if name.Schema.O == "" && load.IsFileName(name.Name.O) {
		t, err := c.Names.Told(name.Name.O)
		c.file = t
		return t, err
	}
	return c.Table(name)
}
