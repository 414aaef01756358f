package formula

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/network"
	"gsdms/sql/bind"
	"gsdms/sql/parse"
)

// Around is what formulas are bound in.
type Around struct {
	Catalog plan.Catalog
	Parse   func(text string) (ast.StmtNode, error)

	// Refuses says whether what values lose while they are computed is an error, by the number of its warning.
	Refuses func(code int) bool
	Hear    func([]fault.Warning) // is told what is lost otherwise
}

// Formulas are those of a table, bound for a statement.
type Formulas struct {
	around  Around
	columns []plan.Column
	all     []computed // each behind those that it reads
}

// computed is a column that is computed.
type computed struct {
	column int
	expr   plan.Expr
	reads  []int // ordinals
	draws  []draw
}

// Bind binds the formulas of a table's columns. None may be part of what it reads.
func Bind(columns []plan.Column, around Around) (*Formulas, error) {
	f := &Formulas{around: around, columns: columns}
	byColumn := make([]*computed, len(columns))
	for i := range columns {
		if !columns[i].Computed() {
			continue
		}
		n, text, err := Parsed(columns[i].Formula.Text, around.Parse)
		if err != nil {
			return nil, err
		}
		e, draws, err := bound(text, n, columns, around)
		if err != nil {
			return nil, err
		}
		byColumn[i] = &computed{column: i, expr: e, reads: readsOf(e, len(columns)), draws: draws}
	}
	state := make([]uint8, len(columns))
	for i := range byColumn {
		if err := f.order(byColumn, state, i); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// bound binds a formula; an error has its place in the formula, and not in the statement.
// Behind the columns are what it draws for each row.
func bound(text string, n ast.ExprNode, columns []plan.Column, around Around) (plan.Expr, []draw, error) {
	d := &drawing{columns: slices.Clone(columns)}
	drawn, _ := n.Accept(d)
	e, err := bind.Formula(text, drawn.(ast.ExprNode), d.columns, around.Catalog)
	if err != nil {
		known := parse.AsError("", err)
		return nil, nil, parse.ErrorAt("", -1, known.Code, "%s, in %s", known.Message, strings.TrimPrefix(text, "SELECT "))
	}
	return e, d.draws, nil
}

// Parsed is the expression of a formula, with the text that it has its places in.
func Parsed(formula string, read func(text string) (ast.StmtNode, error)) (ast.ExprNode, string, error) {
	text := "SELECT " + formula
	n, err := read(text)
	if err != nil {
		return nil, text, err
	}
	return n.(*ast.SelectStmt).Fields.Fields[0].Expr, text, nil
}

// readsOf are the columns of a table of so many that an expression reads.
func readsOf(e plan.Expr, columns int) (out []int) {
	for _, r := range network.ColumnsIn(e) {
		if r.Column < columns && !slices.Contains(out, r.Column) {
			out = append(out, r.Column)
		}
	}
	return out
}

// order adds a column behind those that it reads.
func (f *Formulas) order(byColumn []*computed, state []uint8, i int) error {
	const unseen, open, done = 0, 1, 2
	if i >= len(byColumn) || byColumn[i] == nil || state[i] == done {
		return nil
	}
	if state[i] == open {
		return parse.ErrorAt("", -1, parse.CodeGeneratedLater, "Generated column can refer only to generated columns defined prior to it.")
	}
	state[i] = open
	for _, read := range byColumn[i].reads {
		if err := f.order(byColumn, state, read); err != nil {
			return err
		}
	}
	state[i] = done
	f.all = append(f.all, *byColumn[i])
	return nil
}

// Following are the generated columns whose values depend on some columns, or are among them, in the order in which
// they are computed.
func (f *Formulas) Following(columns []int) (out []int) {
	changed := slices.Clone(columns)
	for _, c := range f.all {
		is := slices.Contains(columns, c.column)
		if f.columns[c.column].Generated() && (is || slices.ContainsFunc(c.reads, func(i int) bool { return slices.Contains(changed, i) })) {
			changed, out = append(changed, c.column), append(out, c.column)
		}
	}
	return out
}

// Reads are the columns of the table that some columns are computed of, those among these apart.
func (f *Formulas) Reads(columns []int) (out []int) {
	for _, c := range f.all {
		if !slices.Contains(columns, c.column) {
			continue
		}
		for _, i := range c.reads {
			if !slices.Contains(columns, i) && !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
	}
	return out
}
