package define

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// addUnique adds a rule that no two rows have the same values in columns; its name is that of the
// first, where it has none.
func (x Reader) addUnique(d *store.Definition, at ast.Node, name string, columns []int, parts ...*ast.IndexPartSpecification) error {
	for _, i := range columns {
		if d.Columns[i].Type.Float() {
			return x.Refuse(at, "UNIQUE of column %s, which is %s: such numbers are rounded", d.Columns[i].Name, d.Columns[i].Type.Lower())
		}
	}
	if err := x.checkKeyName(d, at, name, parts); err != nil {
		return err
	}
	if name == "" {
		name = freeKeyName(d, d.Columns[columns[0]].Name, columns[0])
	}
	d.Rules = append(d.Rules, plan.Rule{Name: name, Columns: columns})
	return nil
}

// addCheck adds a rule that a condition is not false. Its columns are found when all are there.
func (x Reader) addCheck(d *store.Definition, at ast.Node, name string, e ast.ExprNode, enforced bool) error {
	text, err := spelled(e)
	if err != nil {
		return x.Refuse(at, "this condition of CHECK: %s", err)
	}
	if name != "" && ruleNamed(d.Rules, name) >= 0 {
		return x.ErrorAt(at, parse.CodeCheckTwice, "Duplicate check constraint name '%s'", name)
	}
	d.Rules = append(d.Rules, plan.Rule{Name: name, Check: text, Idle: !enforced})
	return nil
}

// settleRules finds the columns that conditions read, of all that there are, and names those
// without a name.
func (x Reader) settleRules(table string, d *store.Definition) error {
	for i := range d.Rules {
		r := &d.Rules[i]
		if r.Check == "" {
			continue
		}
		if r.Name == "" {
			r.Name = freeRuleName(d.Rules, table)
		}
		var err error
		if r.Columns, err = x.Condition(*r, d.Columns); err != nil {
			return err
		}
	}
	return nil
}

// ruleNamed is the place of a rule, -1 where there is none of the name.
func ruleNamed(rules []plan.Rule, name string) int {
	return slices.IndexFunc(rules, func(r plan.Rule) bool { return strings.EqualFold(r.Name, name) })
}

// freeRuleName is a name for a condition of a table that no rule has.
func freeRuleName(rules []plan.Rule, table string) string {
	for n := 1; ; n++ {
		if free := fmt.Sprintf("%s_chk_%d", table, n); ruleNamed(rules, free) < 0 {
			return free
		}
	}
}

// written spells a condition, with columns by their own names.
func written(e ast.ExprNode) (string, error) {
	e.Accept(unqualifying{})
	var b strings.Builder
	flags := format.RestoreStringSingleQuotes | format.RestoreStringEscapeBackslash | format.RestoreKeyWordUppercase |
		format.RestoreNameBackQuotes | format.RestoreStringWithoutCharset | format.RestoreSpacesAroundBinaryOperation
	err := e.Restore(format.NewRestoreCtx(flags, &b))
	return b.String(), err
}

// unqualifying takes tables away from the names of columns.
type unqualifying struct{}

// Enter is of ast.Visitor.
func (unqualifying) Enter(n ast.Node) (ast.Node, bool) {
	if c, ok := n.(*ast.ColumnName); ok {
		c.Table, c.Schema = ast.CIStr{}, ast.CIStr{}
	}
	return n, false
}

// Leave is of ast.Visitor.
func (unqualifying) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// ruleText is a rule as CREATE TABLE declares it.
func ruleText(t *plan.Table, r plan.Rule) string {
	if r.Check != "" {
		text := fmt.Sprintf("CONSTRAINT %s CHECK (%s)", parse.QuoteName(r.Name), r.Check)
		if r.Idle {
			text += " /*!80016 NOT ENFORCED */"
		}
		return text
	}
	var names []string
	for _, k := range r.Columns {
		names = append(names, parse.QuoteName(t.Columns[k].Name))
	}
	return fmt.Sprintf("UNIQUE KEY %s (%s)", parse.QuoteName(r.Name), strings.Join(names, ","))
}

// addRules takes the rules and indexes of what a step declares; columns are those that it knows.
func (a *Altered) addRules(at ast.Node, d *store.Definition) error {
	for _, r := range d.Rules {
		if slices.ContainsFunc(a.rules, func(other alteredRule) bool { return r.Name != "" && strings.EqualFold(other.Name, r.Name) }) {
			return a.ErrorAt(at, parse.CodeKeyTwice, "Duplicate key name '%s'", r.Name)
		}
		a.rules = append(a.rules, alteredRule{Rule: r, columns: namesOf(d.Columns, r.Columns)})
		if r.Check == "" {
			a.takesPlace(namesOf(d.Columns, r.Columns))
		}
	}
	for _, x := range d.Indexes {
		added := alteredIndexOf(d.Columns, x)
		a.takesPlace(added.columns[:len(wholeParts(x))])
		a.indexes = append(a.indexes, added)
	}
	return nil
}

// known are the rules so far, for the names of others.
func (a *Altered) knownRules() (out []plan.Rule) {
	for _, r := range a.rules {
		out = append(out, plan.Rule{Name: r.Name, Check: r.Check, Idle: r.Idle})
	}
	return out
}

func namesOf(columns []plan.Column, ordinals []int) (out []string) {
	for _, i := range ordinals {
		out = append(out, columns[i].Name)
	}
	return out
}

// dropRule drops UNIQUE keys, or conditions, by their name.
func (a *Altered) dropRule(name string, unique, check bool) error {
	i := slices.IndexFunc(a.rules, func(r alteredRule) bool {
		return strings.EqualFold(r.Name, name) && (unique && r.Check == "" || check && r.Check != "")
	})
	if i < 0 {
		return a.ErrorAt(a.at, parse.CodeCannotDrop, "Can't DROP '%s'; check that column/key exists", name)
	}
	a.rules = slices.Delete(a.rules, i, i+1)
	return nil
}

// enforce has a condition hold, or no longer.
func (a *Altered) enforce(c *ast.Constraint) error {
	i := slices.IndexFunc(a.rules, func(r alteredRule) bool { return r.Check != "" && strings.EqualFold(r.Name, c.Name) })
	if i < 0 {
		return a.ErrorAt(a.at, parse.CodeNoCheck, "Check constraint '%s' is not found in the table.", c.Name)
	}
	a.rules[i].Idle = !c.Enforced
	return nil
}

// free refuses that a column goes which a rule is about; a condition also wants it to keep its name. A
// UNIQUE key of this column alone goes with it.
func (a *Altered) free(at *ast.ColumnName, column string, goes bool) error {
	for _, r := range a.rules {
		if !slices.ContainsFunc(r.columns, func(c string) bool { return strings.EqualFold(c, column) }) {
			continue
		}
		if r.Check != "" {
			return a.ErrorAt(at, parse.CodeColumnOfCheck, "Check constraint '%s' uses column '%s', hence column cannot be dropped or renamed.", r.Name, column)
		}
		if goes && len(r.columns) > 1 {
			return a.Refuse(at, "to drop column %s of the UNIQUE key %s: drop the key first", column, r.Name)
		}
	}
	if a.inExpression(column) {
		return a.ErrorAt(at, parse.CodeColumnOfIndex, "Column '%s' has a functional index dependency and cannot be dropped or renamed.", column)
	}
	if goes {
		a.rules = slices.DeleteFunc(a.rules, func(r alteredRule) bool {
			return r.Check == "" && len(r.columns) == 1 && strings.EqualFold(r.columns[0], column)
		})
	}
	return nil
}

// putRules gives a definition the rules, whose columns may have got other places.
func (a *Altered) putRules(d *store.Definition) error {
	for _, r := range a.rules {
		rule := plan.Rule{Name: r.Name, Check: r.Check, Idle: r.Idle}
		for _, c := range r.columns {
			rule.Columns = append(rule.Columns, Ordinal(d.Columns, c))
		}
		d.Rules = append(d.Rules, rule)
	}
	return a.settleRules(a.table.Own(), d)
}
