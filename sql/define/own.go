package define

import (
	"slices"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Columns that make values themselves: AUTO_INCREMENT, DEFAULT and ON UPDATE CURRENT_TIMESTAMP, and
// DEFAULT (CURRENT_DATE).

// number makes a column number its rows.
func (x Reader) number(d *store.Definition, n *ast.ColumnDef) error {
	last := len(d.Columns) - 1
	col := &d.Columns[last]
	if col.Type.Kind != plan.Int && col.Type.Kind != plan.Unsigned || col.Type.Name == value.YearName {
		return x.ErrorAt(n.Name, parse.CodeWrongColumn, "Incorrect column specifier for column '%s'", col.Name)
	}
	col.Own |= plan.Numbered
	col.Nullable = false
	return nil
}

// checkNumbered checks what a definition says of columns that number their rows.
func (x Reader) checkNumbered(at ast.Node, columns []plan.Column, key []int) error {
	count := 0
	for i, col := range columns {
		if !col.Own.Has(plan.Numbered) {
			continue
		}
		if count++; count > 1 || !slices.Contains(key, i) {
			return x.ErrorAt(at, parse.CodeWrongNumbered, "Incorrect table definition; there can be only one auto column and it must be defined as a key: of the primary key")
		}
		if col.Default != nil {
			return x.ErrorAt(at, parse.CodeWrongDefault, "Invalid default value for '%s'", col.Name)
		}
	}
	return nil
}

// nowKind is the kind of the columns that an expression is the moment of: CURRENT_TIMESTAMP or CURRENT_DATE
// by one of their names. It is Null for another one.
func nowKind(e ast.ExprNode) value.Kind {
	if f, ok := e.(*ast.FuncCallExpr); ok {
		switch f.FnName.L {
		case "current_timestamp", "now", "localtime", "localtimestamp":
			return value.DateTime
		case "current_date", "curdate":
			return value.Date
		}
	}
	return value.Null
}

// setOwn has a column be the moment of a statement, with as many digits as it has.
func (x Reader) setOwn(n *ast.ColumnDef, col *plan.Column, e ast.ExprNode, own plan.Own) error {
	kind := nowKind(e)
	if kind != col.Type.Kind || kind == value.Date && own == plan.UpdatesToNow || digitsOf(e) != col.Type.Scale {
		what := "Invalid default value for '%s'"
		if own == plan.UpdatesToNow {
			what = "Invalid ON UPDATE clause for '%s' column"
		}
		return x.ErrorAt(n.Name, parse.CodeWrongDefault, what+": CURRENT_TIMESTAMP is of DATETIME and TIMESTAMP, with as many digits of a second's fraction, and (CURRENT_DATE) of DATE", col.Name)
	}
	if col.Own |= own; own == plan.DefaultsToNow {
		col.Default, col.Formula = nil, nil
	}
	return nil
}

// digitsOf is the argument of CURRENT_TIMESTAMP.
func digitsOf(e ast.ExprNode) int {
	f, ok := e.(*ast.FuncCallExpr)
	if !ok || len(f.Args) == 0 {
		return 0
	}
	if v, ok := f.Args[0].(ast.ValueExpr); ok {
		if n, ok := v.GetValue().(int64); ok {
			return int(n)
		}
	}
	return -1
}

// ToFill gives a table's columns as rows fill them that have no value for each: a column that
// numbers its rows takes NULL for one, and CURRENT_TIMESTAMP is a moment.
func ToFill(columns []plan.Column, now time.Time) []plan.Column {
	out := slices.Clone(columns)
	for i := range out {
		c := &out[i]
		if c.Own.Has(plan.Numbered) {
			c.Nullable = true
		}
		if c.Own.Has(plan.DefaultsToNow) {
			v := value.OfDateTime(now.UnixMicro()/value.Ticks(value.MaxFraction-c.Type.Scale), c.Type.Scale)
			if c.Type.Kind == plan.Date {
				v = value.OfDate(now.Unix() / int64(24*time.Hour/time.Second))
			}
			c.Default = &v
		}
	}
	return out
}

// OwnText is how SHOW CREATE TABLE spells what a column makes itself.
func OwnText(c plan.Column) (out string) {
	switch {
	case c.Own.Has(plan.DefaultsToNow) && c.Type.Kind == plan.Date:
		out += " DEFAULT (" + nowText(c.Type) + ")"
	case c.Own.Has(plan.DefaultsToNow):
		out += " DEFAULT " + nowText(c.Type)
	}
	if c.Own.Has(plan.UpdatesToNow) {
		out += " ON UPDATE " + nowText(c.Type)
	}
	if c.Own.Has(plan.Numbered) {
		out += " AUTO_INCREMENT"
	}
	return out
}

// Extra is what EXTRA says of a column, as in MySQL.
func Extra(c plan.Column) string {
	now := "on update " + nowText(c.Type)
	switch {
	case c.Formula != nil && c.Own.Has(plan.UpdatesToNow):
		return formulaExtra(c.Formula) + " " + now
	case c.Formula != nil:
		return formulaExtra(c.Formula)
	case c.Own.Has(plan.Numbered):
		return "auto_increment"
	case c.Own.Has(plan.DefaultsToNow) && c.Own.Has(plan.UpdatesToNow):
		return "DEFAULT_GENERATED " + now
	case c.Own.Has(plan.DefaultsToNow):
		return "DEFAULT_GENERATED"
	case c.Own.Has(plan.UpdatesToNow):
		return now
	}
	return ""
}

// ShownDefault is a column's default as DESCRIBE lists it; nil for none, and for NULL.
func ShownDefault(c plan.Column) any {
	switch {
	case c.Own.Has(plan.DefaultsToNow):
		return nowText(c.Type)
	case c.Generated():
		return nil
	case c.Formula != nil:
		return Listed(c.Formula.Text)
	case c.Default == nil || c.Default.IsNull():
		return nil
	}
	if c.Type.Bytes() {
		return result.ShownBytes(c.Default.Text)
	}
	return c.Default.String()
}

// nowText is what a column is that makes the moment itself, as MySQL spells it.
func nowText(t plan.Type) string {
	switch {
	case t.Kind == plan.Date:
		return "curdate()"
	case t.Scale == 0:
		return "CURRENT_TIMESTAMP"
	}
	return "CURRENT_TIMESTAMP(" + string(rune('0'+t.Scale)) + ")"
}
