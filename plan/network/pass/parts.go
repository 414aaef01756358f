package pass

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/network"
)

// Parts has what JSON_EXTRACT finds in a column by a path of members be the column that the table has of
// it, where it has one. The network's nodes are not changed.
func Parts(n *network.Network) {
	has := func(t *plan.TableRef) bool {
		return slices.ContainsFunc(t.Table.Columns, func(c plan.Column) bool { return c.Part != nil })
	}
	if slices.ContainsFunc(n.Tables, has) {
		n.Root = partsIn(n.Root, map[network.Node]network.Node{})
	}
}

func partsIn(n network.Node, done map[network.Node]network.Node) network.Node {
	out, ok := done[n]
	if !ok {
		out = network.Change{
			Input: func(in network.Node) network.Node { return partsIn(in, done) },
			Expr:  func(e plan.Expr) plan.Expr { return plan.Replace(e, partOf) },
		}.Rebuild(n)
		done[n] = out
	}
	return out
}

// partOf gives the column that is the part which an expression reads of another one; nil: there is none.
func partOf(e plan.Expr) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok || c.Op != "JSON_EXTRACT" || len(c.Args) != 2 {
		return nil
	}
	of, isColumn := c.Args[0].(plan.ColumnRef)
	path, isConst := c.Args[1].(plan.Const)
	if !isColumn || !isConst || path.Value.Kind != plan.String || of.Of == nil {
		return nil
	}
	members, ok := json.Members(path.Value.Text)
	if !ok {
		return nil
	}
	columns := of.Of.Table.Columns
	part := plan.Part{Column: columns[of.Column].Name, Path: json.MemberPath(members)}
	at := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Part != nil && *c.Part == part })
	if at < 0 {
		return nil
	}
	of.Column = at
	return of
}
