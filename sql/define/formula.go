package define

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
)

// Columns that formulas compute: DEFAULT (expression), and generated columns.

// defaultTo has a column be an expression where no other value is given: the moment as CURRENT_TIMESTAMP is, where it
// says no more, else a formula, whose value is known where it is always the same.
func (x Reader) defaultTo(n *ast.ColumnDef, col *plan.Column, e ast.ExprNode) error {
	if kind := nowKind(e); kind == col.Type.Kind && digitsOf(e) == col.Type.Scale {
		return x.setOwn(n, col, e, plan.DefaultsToNow)
	}
	known, ok := bind.Settled(string(x.Text), e, col.Type)
	text, err := spelled(e)
	if err != nil {
		return x.Refuse(n.Name, "this DEFAULT of column %s: %s", col.Name, err)
	}
	col.Own &^= plan.DefaultsToNow
	col.Default, col.Formula = nil, &plan.Formula{Text: text, Kind: plan.ByDefault}
	if ok {
		col.Default = &known
	}
	return nil
}

// generate has a column be an expression in all rows.
func (x Reader) generate(n *ast.ColumnDef, col *plan.Column, o *ast.ColumnOption) error {
	text, err := spelled(o.Expr)
	if err != nil {
		return x.Refuse(n.Name, "this expression of column %s: %s", col.Name, err)
	}
	col.Formula = &plan.Formula{Text: text, Kind: plan.Virtual}
	if o.Stored {
		col.Formula.Kind = plan.Kept
	}
	for _, other := range n.Options {
		if what := besides[other.Tp]; what != "" {
			return x.ErrorAt(n.Name, parse.CodeUsage, "Incorrect usage of %s and generated column", what)
		}
	}
	return nil
}

// besides are the options that a generated column cannot have.
var besides = map[ast.ColumnOptionType]string{
	ast.ColumnOptionDefaultValue: "DEFAULT", ast.ColumnOptionAutoIncrement: "AUTO_INCREMENT", ast.ColumnOptionOnUpdate: "ON UPDATE",
}

// settleFormulas checks what columns are computed of, of all that there are.
func (x Reader) settleFormulas(at ast.Node, columns []plan.Column, key []int) error {
	for _, i := range key {
		if f := columns[i].Formula; f != nil && f.Kind == plan.Virtual {
			return x.ErrorAt(at, parse.CodeGeneratedAction, "'Defining a virtual generated column as primary key' is not supported for generated columns.")
		}
	}
	return x.Formulas(columns)
}

// valued says how SHOW CREATE TABLE spells a formula.
func formulaText(c plan.Column) string {
	switch c.Formula.Kind {
	case plan.Virtual:
		return " GENERATED ALWAYS AS (" + c.Formula.Text + ") VIRTUAL"
	case plan.Kept:
		return " GENERATED ALWAYS AS (" + c.Formula.Text + ") STORED"
	}
	return " DEFAULT (" + c.Formula.Text + ")"
}

// formulaExtra is what EXTRA says of one.
func formulaExtra(f *plan.Formula) string {
	switch f.Kind {
	case plan.Virtual:
		return "VIRTUAL GENERATED"
	case plan.Kept:
		return "STORED GENERATED"
	}
	return "DEFAULT_GENERATED"
}

// dependent refuses that a column goes, or gets another name, which others are computed of.
func (a *Altered) dependent(at *ast.ColumnName, column string) error {
	for _, c := range a.columns {
		if c.Formula == nil || strings.EqualFold(c.Name, column) || !mentions(c.Formula, column, a.Parse) {
			continue
		}
		if c.Generated() {
			return a.ErrorAt(at, parse.CodeGeneratedReads, "Column '%s' has a generated column dependency.", column)
		}
		return a.ErrorAt(at, parse.CodeDefaultReads, "Column '%s' of table '%s' has a default value expression dependency and cannot be dropped or renamed.", column, a.table.Own())
	}
	return nil
}

// mentions says whether a formula names a column.
func mentions(f *plan.Formula, column string, read func(string) (ast.StmtNode, error)) bool {
	n, err := read("SELECT " + f.Text)
	if err != nil {
		return true // nobody knows
	}
	m := &mentioned{column: ast.NewCIStr(column).L}
	n.Accept(m)
	return m.found
}

type mentioned struct {
	column string
	found  bool
}

// Enter is of ast.Visitor.
func (m *mentioned) Enter(n ast.Node) (ast.Node, bool) {
	c, ok := n.(*ast.ColumnName)
	m.found = m.found || ok && c.Name.L == m.column
	return n, m.found
}

// Leave is of ast.Visitor.
func (*mentioned) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// generatedAnew refuses that a virtual column becomes one that is kept, or the other way about, as MySQL does, whose
// tables have no values of virtual columns.
func (a *Altered) generatedAnew(at *ast.ColumnName, was, is plan.Column) error {
	virtual := func(c plan.Column) bool { return c.Formula != nil && c.Formula.Kind == plan.Virtual }
	if virtual(was) != virtual(is) {
		return a.ErrorAt(at, parse.CodeGeneratedAction, "'Changing the STORED status' is not supported for generated columns.")
	}
	return nil
}

// computed says whether a column of the altered table gets values by its formula in the rows that are there: a new
// one, and a generated one that is declared anew, or while other columns get new types.
func (a *Altered) computed(c *alteredColumn) bool {
	if !c.Computed() || c.from < 0 || !c.Generated() {
		return c.Computed() && c.from < 0
	}
	return c.anew || slices.ContainsFunc(a.columns, func(o alteredColumn) bool {
		return o.from >= 0 && o.anew && o.Type != a.table.Columns[o.from].Type || o.from < 0 && o.Computed()
	})
}

// Listed is the text of a formula, or of a condition, as MySQL lists it in tables: with backslashes before quotes.
func Listed(text string) string { return strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) }
