package inform

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/define"
	"gsdms/sql/result"
)

// About reports whether DESCRIBE is about a column: all are, or the one that it names.
func About(n *ast.ShowStmt, col plan.Column) bool {
	return n.Column == nil || strings.EqualFold(n.Column.Name.O, col.Name)
}

// ColumnCells is a row of SHOW COLUMNS, or of SHOW FULL COLUMNS.
func ColumnCells(t *plan.Table, i int, col plan.Column, full bool) []any {
	var collate any
	byDefault := define.ShownDefault(col)
	if col.Type.Kind == plan.String && !col.Type.Bytes() {
		collate = Collation
	}
	kind := define.TypeText(col)
	if !full {
		return []any{col.Name, kind, yesNo(col.Nullable), define.ShortKey(t, i), byDefault, define.Extra(col)}
	}
	return []any{col.Name, kind, collate, yesNo(col.Nullable), define.ShortKey(t, i), byDefault, define.Extra(col), privileges, col.Comment}
}

// StoredColumns is DESCRIBE within this process: the columns, as MySQL lists them, and how
// they are stored.
func StoredColumns(t *plan.Table, n *ast.ShowStmt) *result.Set {
	columns := make([][]string, 6)
	for i, col := range t.Shown() {
		if !About(n, col) {
			continue
		}
		cells := []string{col.Name, define.TypeText(col), yesNo(col.Nullable), define.KeyMark(t, i), defaultText(col), storedText(col)}
		for at, cell := range cells {
			columns[at] = append(columns[at], cell)
		}
	}
	return result.Texts([]string{"Field", "Type", "Null", "Key", "Default", "Stored"}, columns)
}

func yesNo(yes bool) string {
	if yes {
		return "YES"
	}
	return "NO"
}

func defaultText(c plan.Column) string {
	switch {
	case c.Formula != nil:
		return c.Formula.Text
	case c.Own.Has(plan.Numbered):
		return "AUTO_INCREMENT"
	case c.Own.Has(plan.DefaultsToNow):
		return strings.TrimPrefix(define.OwnText(c), " DEFAULT ")
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
