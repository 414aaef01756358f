package pass

import (
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Listed makes CONCAT_WS of what is NULL in no row the CONCAT that it is then, CONCAT(a, '-', b): a list
// that leaves NULLs out does not show what it is made of. The network's nodes are not changed.
func Listed(n *network.Network) {
	some, is := false, listed(n)
	network.VisitExprs(n.Root, true, func(e plan.Expr) {
		plan.Visit(e, func(x plan.Expr) bool {
			some = some || is(x) != nil
			return !some
		})
	})
	if some {
		done := map[network.Node]network.Node{}
		n.Root = listedIn(n, n.Root, done)
	}
}

func listedIn(net *network.Network, n network.Node, done map[network.Node]network.Node) network.Node {
	out, ok := done[n]
	if !ok {
		out = network.Change{
			Input: func(in network.Node) network.Node { return listedIn(net, in, done) },
			Expr:  func(e plan.Expr) plan.Expr { return plan.Replace(e, listed(net)) },
		}.Rebuild(n)
		done[n] = out
	}
	return out
}

// listed gives what takes the place of CONCAT_WS; nil of other expressions.
func listed(n *network.Network) func(plan.Expr) plan.Expr {
	return func(e plan.Expr) plan.Expr {
		list, separator := listOf(e)
		if len(list) < 2 {
			return nil
		}
		out := plan.Call{Op: plan.Concat, Of: e.Type()}
		for i, x := range list {
			if isAbsent(n, x) {
				return nil
			}
			if i > 0 {
				out.Args = append(out.Args, separator)
			}
			out.Args = append(out.Args, x)
		}
		return out
	}
}

// listOf gives the texts of a CONCAT_WS with a constant separator, as its typing writes it: the separator
// stands before each, and the first one is cut off.
func listOf(e plan.Expr) (list []plan.Expr, separator plan.Expr) {
	cut, ok := e.(plan.Call)
	if !ok || cut.Op != "SUBSTRING" || len(cut.Args) != 2 {
		return nil, nil
	}
	all, ok := cut.Args[0].(plan.Call)
	from, constant := cut.Args[1].(plan.Const)
	if !ok || !constant || all.Op != plan.Concat {
		return nil, nil
	}
	for _, a := range all.Args {
		before, x := listedPart(a)
		if x == nil || separator != nil && !plan.Equal(before, separator) {
			return nil, nil
		}
		list, separator = append(list, x), before
	}
	if from.Value.Int != int64(utf8.RuneCountInString(separator.(plan.Const).Value.Text))+1 {
		return nil, nil
	}
	return list, separator
}

// listedPart gives a text and the constant that stands before it, where the text is not NULL.
func listedPart(e plan.Expr) (before, x plan.Expr) {
	c, _ := e.(plan.Call)
	var known plan.Expr // that part is nothing where this is NULL
	if c.Op == plan.If {
		null, _ := c.Args[0].(plan.Call)
		nothing, _ := c.Args[1].(plan.Const)
		if null.Op != plan.IsNull || nothing.Value.Kind != plan.String || nothing.Value.Text != "" {
			return nil, nil
		}
		known = null.Args[0]
		c, _ = c.Args[2].(plan.Call)
	}
	if c.Op != plan.Concat || len(c.Args) != 2 || known != nil && !plan.Equal(known, c.Args[1]) {
		return nil, nil
	}
	separator, constant := c.Args[0].(plan.Const)
	if !constant || separator.Value.Kind != plan.String {
		return nil, nil
	}
	return separator, c.Args[1]
}

// isAbsent reports whether a column, or the text of one, may be NULL, by the rows that there are, or an
// expression is another one that may be.
func isAbsent(n *network.Network, e plan.Expr) bool {
	if !e.Nullable() {
		return false
	}
	if c, ok := e.(plan.Cast); ok && c.To.Kind == plan.String {
		e = c.X
	}
	c, ok := e.(plan.ColumnRef)
	if !ok {
		return e.Nullable()
	}
	t := n.Tables[c.Table]
	return t.Table.Data == nil || t.Outer || t.Table.Columns[c.Column].Ref != nil || t.Table.Columns[c.Column].Storage.Nullable
}
