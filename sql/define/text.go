package define

import (
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// TableText is the statement that makes a table like t, in MySQL's spelling: SQLAlchemy knows
// types by their small letters, and a foreign key by its name.
func TableText(t *plan.Table) string {
	var parts []string
	for _, c := range t.Shown() {
		parts = append(parts, columnText(c))
	}
	if len(t.PrimaryKey) > 0 {
		var names []string
		for _, k := range t.PrimaryKey {
			names = append(names, parse.QuoteName(t.Columns[k].Name))
		}
		parts = append(parts, "PRIMARY KEY ("+strings.Join(names, ", ")+")")
	}
	for _, k := range Keys(t) {
		if f := k.Foreign; f != nil {
			parts = append(parts, fmt.Sprintf("CONSTRAINT %s FOREIGN KEY (%s) REFERENCES %s (%s)", parse.QuoteName(k.Name),
				parse.QuoteName(t.Columns[f.Column].Name), parse.QuoteName(f.Table), parse.QuoteName(f.RefColumn)))
		}
	}
	text := "CREATE TABLE " + parse.QuoteName(t.Name) + " (\n  " + strings.Join(parts, ",\n  ") + "\n)"
	if t.NextNumber > 1 {
		text += fmt.Sprintf(" AUTO_INCREMENT=%d", t.NextNumber)
	}
	return text
}

func columnText(c plan.Column) string {
	s := parse.QuoteName(c.Name) + " " + c.Type.Lower()
	if !c.Nullable {
		s += " NOT NULL"
	}
	if c.Default == nil {
		return s + OwnText(c)
	}
	if c.Default.IsNull() {
		return s + " DEFAULT NULL" + OwnText(c)
	}
	if c.Type.Bytes() {
		return s + " DEFAULT " + result.ShownBytes(c.Default.Text) + OwnText(c)
	}
	return s + " DEFAULT '" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(c.Default.String()) + "'" + OwnText(c)
}

// ViewText is the statement that makes a view.
func ViewText(q *store.Query) string {
	var columns []string
	for _, name := range q.Columns {
		columns = append(columns, parse.QuoteName(name))
	}
	list := ""
	if len(columns) > 0 {
		list = " (" + strings.Join(columns, ", ") + ")"
	}
	return "CREATE VIEW " + parse.QuoteName(q.Name) + list + " AS " + q.Text
}

// FunctionText is the statement that makes a function.
func FunctionText(f *store.Function) string {
	return "CREATE FUNCTION " + parse.QuoteName(f.Name) + f.Text
}
