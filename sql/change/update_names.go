package change

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
)

// Permit asks for UPDATE on the tables that change. Where a column of a join does not say which it is
// of, that may be any: what tables have is not known before it is permitted.
func (x updateRows) Permit(r command.Permits) error {
	var names []*ast.TableName
	if _, _, one := onlyTable(x.node.TableRefs); !one && x.unnamed() {
		for _, t := range tablesIn(x.node.TableRefs.TableRefs) {
			names = append(names, t.table)
		}
		return command.NeedAll(r, account.Update, names)
	}
	for _, u := range x.targets() {
		names = append(names, u.name)
	}
	return command.NeedAll(r, account.Update, names)
}

// unnamed reports whether a column that is assigned stands without the name of a table.
func (x updateRows) unnamed() bool {
	for _, a := range x.node.List {
		if a.Column.Table.O == "" {
			return true
		}
	}
	return false
}

// named is the statement with the name of its table before each column that is assigned, where there
// are several tables.
func (x updateRows) named(c *command.Call) (updateRows, error) {
	if _, _, one := onlyTable(x.node.TableRefs); one || !x.unnamed() {
		return x, nil
	}
	n := *x.node
	n.List = make([]*ast.Assignment, len(x.node.List))
	known := tablesIn(n.TableRefs.TableRefs)
	for i, a := range x.node.List {
		n.List[i] = a
		if a.Column.Table.O != "" {
			continue
		}
		of, err := having(c, a.Column, known)
		if err != nil {
			return x, err
		}
		column := *a.Column
		column.Schema, column.Table = of.Schema, of.Name
		n.List[i] = &ast.Assignment{Column: &column, Expr: a.Expr}
	}
	return updateRows{&n}, nil
}

// having is the name in FROM of the one table that has a column. What is no table has none that change.
func having(c *command.Call, column *ast.ColumnName, known []calledTable) (*ast.TableName, error) {
	var out *ast.TableName
	for _, k := range known {
		t, err := c.Table(k.table)
		if err != nil || define.Ordinal(t.Shown(), column.Name.O) < 0 {
			continue
		}
		if out != nil {
			e := c.ErrorAt(column, parse.CodeNonUniqueColumn, "Column '%s' is ambiguous: %s and %s have it", column.Name.O, out.Name.O, k.name)
			e.Hint = "Write " + out.Name.O + "." + column.Name.O + " or " + k.name + "." + column.Name.O + "."
			return nil, e
		}
		out = &ast.TableName{Name: ast.NewCIStr(k.name)}
		if k.table.Schema.O != "" && k.name == parse.OwnName(k.table) {
			out.Schema = k.table.Schema
		}
	}
	if out == nil {
		return nil, c.ErrorAt(column, parse.CodeUnknownColumn, "Unknown column '%s' in the tables that change", column.Name.O)
	}
	return out, nil
}
