package separate

import (
	"gsdms/plan"
	"gsdms/plan/network"
)

// Texts that no dictionary knows are told apart by one that is made of all of them. Where a join goes by
// such texts of both sides and one side is small, most rows of the other meet none of it: these are left
// out first, by a number that equal texts share, and only the texts of the rows that stay are made.

// meetingPart is how many rows the larger side has at least for each of the smaller.
const meetingPart = 8

// mayMeet gives the sides of a join, of which the larger has only rows that may meet one of the smaller,
// by an equality among conditions that is of a text which the lifter has made of the larger. Rows that
// do not pass other conditions, as far as they are known, need not be there.
func (l *lifter) mayMeet(n *network.Join, conditions, known []plan.Expr) (left, right network.Node) {
	many, few := l.s.net.MostRows(n.Left), l.s.net.MostRows(n.Right)
	for _, e := range conditions {
		x, y, ok := l.met(n, e)
		switch {
		case !ok:
		case few <= many/meetingPart && (n.Kind == plan.InnerJoin || n.Kind == plan.SemiJoin) && l.isMade(x):
			return l.s.meeting(meetingRows{n.Left, l.unhidden(x)}, meetingRows{n.Right, l.unhidden(y)}, known), n.Right
		case many <= few/meetingPart && l.isMade(y):
			return n.Left, l.s.meeting(meetingRows{n.Right, l.unhidden(y)}, meetingRows{n.Left, l.unhidden(x)}, known)
		}
	}
	return n.Left, n.Right
}

func (l *lifter) isMade(e plan.Expr) bool {
	_, ok := l.hidden(e)
	return ok
}

// met gives the texts of the left and the right side that a condition of a join holds against each other;
// ok is false for another condition.
func (l *lifter) met(n *network.Join, e plan.Expr) (x, y plan.Expr, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Eq || c.Args[0].Type().Kind != plan.String {
		return nil, nil, false
	}
	x, y = c.Args[0], c.Args[1]
	if network.Within(l.unhidden(x), n.Right) {
		x, y = y, x
	}
	return x, y, network.Within(l.unhidden(x), n.Left) && network.Within(l.unhidden(y), n.Right)
}

// meetingRows is the rows of one side of a join, and the text that it goes by.
type meetingRows struct {
	in   network.Node
	text plan.Expr
}

// meeting gives the rows of one side whose text may be that of a row of the other.
func (s *separator) meeting(one, other meetingRows, known []plan.Expr) network.Node {
	s.shared[one.in], s.shared[other.in] = true, true
	hashed := func(of meetingRows) (network.Node, plan.ColumnRef) {
		e := plan.Call{Op: plan.HashOf, Args: []plan.Expr{of.text}, Of: plan.Type{Kind: plan.Int}}
		column := s.net.AddColumn(s.net.AddTable("computed"), e)
		return s.place(of.in, network.Hidden{Expr: e, Column: column}, known), column
	}
	left, x := hashed(one)
	right, y := hashed(other)
	on := plan.Call{Op: plan.Eq, Args: []plan.Expr{x, y}, Of: plan.Type{Kind: plan.Bool}}
	return &network.Join{Kind: plan.SemiJoin, Left: left, Right: right, On: on}
}

// inPlaceOf gives a node with another join in the place of that below its conditions.
func inPlaceOf(in network.Node, by *network.Join) network.Node {
	if f, ok := in.(*network.Filter); ok {
		return &network.Filter{In: inPlaceOf(f.In, by), Pred: f.Pred}
	}
	return by
}

// known gives conditions and those of the filters right below them.
func known(in network.Node, conditions []plan.Expr) []plan.Expr {
	if f, ok := in.(*network.Filter); ok {
		return known(f.In, with(conditions, f.Pred))
	}
	return conditions
}

// isShared reports whether another step reads a node, or one of the conditions below it.
func (s *separator) isShared(n network.Node) bool {
	f, ok := n.(*network.Filter)
	return s.shared[n] || ok && s.isShared(f.In)
}
