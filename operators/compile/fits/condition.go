package fits

import (
	"math"

	"gsdms/operators/compile/exprs"
	"gsdms/plan"
)

// Condition says that a text of rows joined already and the rows of a table fit each other.
type Condition struct {
	Of   plan.Expr
	Text plan.ColumnRef
}

// IsText reports whether a column is that of the text.
func (f Condition) IsText(table, column int) bool {
	return table == f.Text.Table && column == f.Text.Column
}

// Is reports whether a condition is a LIKE, or asks whether a text is part of another.
func Is(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	return ok && (call.Op == plan.LikeOf || isPartOf(call))
}

// isPartOf reports whether a condition is INSTR(text, part) > 0.
func isPartOf(e plan.Call) bool {
	if e.Op != plan.Gt && e.Op != plan.Ne {
		return false
	}
	at, isCall := e.Args[0].(plan.Call)
	zero, isConst := e.Args[1].(plan.Const)
	return isCall && isConst && at.Op == "INSTR" && zero.Value.Kind == plan.Int && zero.Value.Int == 0
}

// own are the columns of a table that a condition is of.
func (f Condition) own() (columns []int) {
	for _, p := range exprs.Places(f.Of, nil) {
		if !f.IsText(p.Table, p.Column) {
			columns = append(columns, p.Column)
		}
	}
	return columns
}

// Different is how many different values these columns have at most in a row, as far as their
// dictionaries tell.
func (f Condition) Different(t *plan.Table) int {
	n := 1
	for _, column := range f.own() {
		dict := t.Columns[column].Dict
		if dict == nil || dict.Len() >= mostKnown/n {
			return math.MaxInt
		}
		n *= dict.Len() + 1
	}
	return n
}
