package define

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/roster"
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
		parts = append(parts, "PRIMARY KEY ("+strings.Join(names, ",")+")")
	}
	parts = append(parts, keyTexts(t)...)
	text := "CREATE TABLE " + parse.QuoteName(t.Own()) + " (\n  " + strings.Join(parts, ",\n  ") + "\n)"
	if t.NextNumber > 1 {
		text += fmt.Sprintf(" AUTO_INCREMENT=%d", t.NextNumber)
	}
	if t.Comment != "" {
		text += " COMMENT=" + quoted(t.Comment)
	}
	return text
}

// keyTexts are the keys behind the primary one and the conditions, in MySQL's order.
func keyTexts(t *plan.Table) (parts []string) {
	for _, r := range t.Rules {
		if r.Check == "" {
			parts = append(parts, ruleText(t, r))
		}
	}
	for _, x := range ListedIndexes(t) {
		parts = append(parts, indexText(t, x))
	}
	foreign := slices.DeleteFunc(Keys(t), func(k Key) bool { return k.Foreign == nil })
	slices.SortStableFunc(foreign, func(a, b Key) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	for _, k := range foreign {
		parts = append(parts, ForeignText(t, k.Name, k.Foreign))
	}
	for _, r := range t.Rules {
		if r.Check != "" {
			parts = append(parts, ruleText(t, r))
		}
	}
	return parts
}

// HomeDatabase is a name that the database of the folder has besides its own.
const HomeDatabase = "gsdms"

// ForeignText is a foreign key of a table as it is declared, by the name that it is shown as. The other table
// has its database where that is another one.
func ForeignText(t *plan.Table, name string, r *plan.Reference) string {
	var own, others []string
	for k, i := range r.Columns {
		own, others = append(own, parse.QuoteName(t.Columns[i].Name)), append(others, parse.QuoteName(r.Others[k]))
	}
	to := parse.QuoteName(r.Own())
	if r.Database != t.Database {
		to = parse.QuoteName(cmp.Or(r.Database, HomeDatabase)) + "." + to
	}
	return fmt.Sprintf("CONSTRAINT %s FOREIGN KEY (%s) REFERENCES %s (%s)", parse.QuoteName(name), strings.Join(own, ", "), to, strings.Join(others, ", "))
}

func columnText(c plan.Column) string {
	if c.Comment == "" {
		return valueText(c)
	}
	return valueText(c) + " COMMENT " + quoted(c.Comment)
}

// valueText is a column as it is declared, without its comment.
func valueText(c plan.Column) string {
	s := parse.QuoteName(c.Name) + " " + TypeText(c)
	if c.Generated() {
		s += formulaText(c)
	}
	if !c.Nullable {
		s += " NOT NULL"
	}
	if c.Formula != nil && !c.Generated() {
		return s + formulaText(c) + OwnText(c)
	}
	if c.Default == nil {
		return s + OwnText(c)
	}
	if c.Default.IsNull() {
		return s + " DEFAULT NULL" + OwnText(c)
	}
	if c.Type.Bits() {
		return s + fmt.Sprintf(" DEFAULT b'%b'", c.Default.Int) + OwnText(c)
	}
	if c.Type.Bytes() {
		return s + " DEFAULT " + result.ShownBytes(c.Default.Text) + OwnText(c)
	}
	if c.Type.Kind == plan.String && c.Type.Precision == 0 && !c.Type.Listed() { // MySQL wants those of TEXT and JSON so
		return s + " DEFAULT (" + quoted(c.Default.String()) + ")" + OwnText(c)
	}
	return s + " DEFAULT '" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(c.Default.String()) + "'" + OwnText(c)
}

// ViewText is the statement that makes a view, which has the name in its database.
func ViewText(name string, q *roster.Query) string {
	var columns []string
	for _, column := range q.Columns {
		columns = append(columns, parse.QuoteName(column))
	}
	list := ""
	if len(columns) > 0 {
		list = " (" + strings.Join(columns, ", ") + ")"
	}
	return "CREATE VIEW " + parse.QuoteName(name) + list + " AS " + q.Text
}

// FunctionText is the statement that makes a function, which has the name in its database.
func FunctionText(name string, f *roster.Function) string {
	return "CREATE FUNCTION " + parse.QuoteName(name) + f.Text
}
