package network

import "gsdms/plan"

// A quotient has more digits than it shows (plan.Shown). A column of a query that is one shows them to who
// names it, and an operation takes the column that has them all.

// Inside gives the column with all digits of one that a query makes, ok is false where it shows them: the
// Project that makes it makes that one, too.
func (n *Network) Inside(in Node, c plan.ColumnRef) (all plan.ColumnRef, ok bool) {
	switch in := in.(type) {
	case *Sort:
		return n.Inside(in.In, c)
	case *Limit:
		return n.Inside(in.In, c)
	case *Project:
		if in.Table != c.Table {
			return all, false
		}
		e := in.Exprs[c.Column]
		full := plan.Full(e)
		if e.Type().Kind != plan.Decimal || full.Type().Kind != plan.Decimal || full.Type().Scale <= e.Type().Scale {
			return all, false
		}
		for i, known := range in.Exprs {
			if plan.Equal(known, full) {
				return n.Ref(in.Table, i), true
			}
		}
		in.Exprs = append(in.Exprs, full)
		return n.AddColumn(in.Table, full), true
	}
	return all, false
}

// AllInside puts the columns with all digits in place of those of a query that show fewer.
func (n *Network) AllInside(in Node, columns []plan.ColumnRef) {
	for i, c := range columns {
		if all, ok := n.Inside(in, c); ok {
			columns[i] = all
		}
	}
}

// Whole has the columns of a query that show fewer digits than they have show all of them.
func (n *Network) Whole(in Node) {
	switch in := in.(type) {
	case *Sort:
		n.Whole(in.In)
	case *Limit:
		n.Whole(in.In)
	case *Project:
		for i, e := range in.Exprs {
			if full := plan.Full(e); full.Type().Kind == plan.Decimal {
				in.Exprs[i], n.Tables[in.Table].Table.Columns[i].Type = full, full.Type()
			}
		}
	}
}

// Merges reports whether rows of a query in FROM are those that it reads, with other columns: where MySQL
// does without them, too, the digits that they do not show are not lost.
func Merges(in Node) bool {
	p, ok := in.(*Project)
	if !ok {
		return false
	}
	for in = p.In; ; {
		switch n := in.(type) {
		case *Filter:
			in = n.In
		case *Aggregate, *Window:
			return false
		default:
			return true
		}
	}
}
