package separate

import (
	"maps"
	"slices"

	"gsdms/plan"
	"gsdms/plan/network"
)

// Members has what is read of a JSON value that the query makes, by a path that is a constant, be the part
// itself: JSON_EXTRACT(j, '$.a') is x where j is JSON_OBJECT('a', x), a column that the step gets which
// makes j, and so j is not made where nobody else reads it. The network's nodes are not changed.
func Members(n *network.Network) {
	makes := false
	network.VisitExprs(n.Root, true, func(e plan.Expr) {
		plan.Visit(e, func(x plan.Expr) bool {
			makes = makes || makesJSON(x)
			return !makes
		})
	})
	if makes {
		m := &members{net: n, done: map[network.Node]network.Node{}, makers: map[network.Column]*network.Project{}}
		n.Root = m.node(n.Root)
	}
}

// members is the state of one Members.
type members struct {
	net    *network.Network
	done   map[network.Node]network.Node
	makers map[network.Column]*network.Project // new nodes, which get columns, by the JSON values that they make or pass on
}

func (m *members) node(n network.Node) network.Node {
	if out, ok := m.done[n]; ok {
		return out
	}
	out := network.Change{Input: m.node, Expr: m.read}.Rebuild(n)
	switch out := out.(type) {
	case *network.Project:
		for i, e := range out.Exprs {
			if r, ok := e.(plan.ColumnRef); makesJSON(e) || ok && m.makers[network.ColumnOf(r)] != nil {
				m.makers[network.At(out.Table, i)] = out
			}
		}
	case *network.Distinct: // by all columns that there are
		of := network.Visible(out)
		maps.DeleteFunc(m.makers, func(c network.Column, _ *network.Project) bool { return slices.Contains(of, c.Table) })
	}
	m.done[n] = out
	return out
}

// refuses reports whether some text is an error for a part of an expression.
func refuses(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		found = found || ok && c.Refuses()
		return !found
	})
	return found
}

// read gives an expression that reads no part of a JSON value that is made.
func (m *members) read(e plan.Expr) plan.Expr {
	e, _ = plan.MapChildren(e, func(x plan.Expr) (plan.Expr, error) { return m.read(x), nil })
	if c, ok := e.(plan.Call); ok {
		e = m.part(c)
	}
	if plain := withoutJSON(e); plain != nil {
		return plain
	}
	return e
}

// part gives what a call reads of a JSON value in its place, or has it read the part alone.
func (m *members) part(c plan.Call) plan.Expr {
	if len(c.Args) == 0 {
		return c
	}
	found := m.found(c, c.Args[0])
	switch {
	case found == nil:
		return c
	case c.Op == "JSON_VALUE":
		c.Args = []plan.Expr{found, whole}
		return c
	}
	return found
}

// found gives what a call finds in a JSON value, nil where the value has to be made for that. Where rows
// of a join have no partner, neither is there a value.
func (m *members) found(c plan.Call, in plan.Expr) plan.Expr {
	if r, ok := in.(plan.ColumnRef); ok && !r.Nullable() {
		maker := m.makers[network.ColumnOf(r)]
		if maker == nil {
			return nil
		}
		found := m.found(c, maker.Exprs[r.Column])
		if found == nil {
			return nil
		}
		return m.above(maker, found)
	}
	if refuses(in) || !network.Repeats(in) {
		return nil
	}
	return partOf(c, in)
}

// above gives a part of a JSON value to those who read the step that makes it.
func (m *members) above(maker *network.Project, e plan.Expr) plan.Expr {
	if c, ok := e.(plan.Call); ok && (makesJSON(c) || c.Op == plan.JsonOf) {
		out, _ := plan.MapChildren(c, func(x plan.Expr) (plan.Expr, error) { return m.above(maker, x), nil })
		return out
	}
	if !network.HasColumns(e) {
		return e
	}
	at := slices.IndexFunc(maker.Exprs, func(x plan.Expr) bool { return plan.Equal(x, e) })
	if at >= 0 {
		return m.net.Ref(maker.Table, at)
	}
	maker.Exprs = append(maker.Exprs, e)
	column := m.net.AddColumn(maker.Table, e)
	m.net.Tables[maker.Table].Table.Columns[column.Column].Nullable = plan.MayBeNull(e)
	return column
}
