package cut

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// A row's number without partitions and without an order is its place among the rows. Where these
// are all rows of a stored table, that is a column of the table, and a rank without an order is 1:
// such a window stores nothing.

// ofEachRow gives the functions of a window as expressions of each row, if all are such.
func (c *cutter) ofEachRow(w *network.Window) (exprs []plan.Expr, ok bool) {
	for _, f := range w.Funcs {
		e := plan.Expr(plan.Literal(value.OfInt(1)))
		switch name := f.Func.Name; {
		case slices.ContainsFunc(f.Order, func(k network.Key) bool { return !constant(k.Expr) }):
			return nil, false
		case name == plan.Rank || name == plan.DenseRank:
		case name == plan.RowNumber && !slices.ContainsFunc(f.Partition, func(e plan.Expr) bool { return !constant(e) }):
			table, whole := c.wholeTable(w.In)
			if !whole {
				return nil, false
			}
			var err error
			if e, err = typing.Build(plan.Add, c.net.Ref(table, c.net.Tables[table].Table.NumberColumn()), e); err != nil {
				return nil, false
			}
		default:
			return nil, false
		}
		exprs = append(exprs, e)
	}
	return exprs, true
}

// stores reports whether the rows of a window have to be there for its functions.
func (c *cutter) stores(w *network.Window) bool {
	_, ok := c.ofEachRow(w)
	return !ok
}

// wholeTable gives the table of the network that a node has all rows of, in their order; false where
// it has others, or the rows have no numbers.
func (c *cutter) wholeTable(n network.Node) (table int, ok bool) {
	if c.readers[n] > 1 {
		return 0, false
	}
	switch n := n.(type) {
	case *network.Scan:
		return n.Table, c.net.Tables[n.Table].Table.NumberColumn() >= 0
	case *network.Project:
		return c.wholeTable(n.In)
	}
	return 0, false
}

func constant(e plan.Expr) bool {
	_, ok := e.(plan.Const)
	return ok
}
