package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// What the rows of a result show, and nothing else asks for, need not be read for the others. Where
// rows are still in a file, the program gives the numbers of those that are left, whose columns are
// read behind it.

// rowsOfLate is how many rows of the table there are for each that is left, at least, where columns
// are read for these alone: to pick rows out costs more than to give all.
const rowsOfLate = 16

// emitsFew reports whether the rows that are emitted are expected to be few of those that the
// program looks at, which it needs a column for.
func (c *compiler) emitsFew(out *operators.Emit) bool {
	if len(c.Prog.Columns) == 0 {
		return false
	}
	rows := c.Prog.Emits(c.Prog.Table.Rows)
	if c.Prog.Limit >= 0 {
		rows = min(rows, float64(c.Prog.Limit-c.Prog.Offset))
	}
	if out.Top != nil && out.Top.Within == nil {
		rows = min(rows, float64(out.Top.Rows))
	}
	return rows*rowsOfLate <= float64(c.Prog.Table.Rows)
}

// readsLate reports whether an expression is a column that is still to be read, and that nothing
// else of the program reads.
func (c *compiler) readsLate(e plan.Expr) bool {
	ordinal := c.streamed(e)
	d, ok := c.Prog.Table.Data.(plan.Deferred)
	if ordinal < 0 || !ok || !d.Lacks(ordinal) {
		return false
	}
	return !slices.ContainsFunc(c.Prog.Columns, func(read operators.Column) bool { return read.Ordinal == ordinal })
}

// late compiles such a column: the number of the row that it is read for.
func (c *compiler) late(e plan.Expr) operators.EmitColumn {
	ref, of := c.UnsortedColumn(e)
	return operators.EmitColumn{Reg: c.RowNumber(), Type: plan.Type{Kind: plan.Int}, Unsorted: of, Late: &operators.Late{Ordinal: ref.Column, Type: e.Type()}}
}

// ofFew compiles a column of rows of which few are left, where it need not be known for the others.
func (c *compiler) ofFew(e plan.Expr) (out operators.EmitColumn, ok bool, err error) {
	if c.readsLate(e) {
		return c.late(e), true, nil
	}
	t, ok, err := c.ComputedText(e)
	return operators.EmitColumn{Reg: t.Reg, Type: e.Type(), Unsorted: t.Of}, ok, err
}
