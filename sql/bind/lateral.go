package bind

import "github.com/pingcap/tidb/pkg/parser/ast"

// besideAll gives a join by a comma of a table with joins that have a lateral query among them as those joins of both,
// whose rows are the same: so the query may read all tables in front of it.
func besideAll(n *ast.Join) *ast.Join {
	right, ok := n.Right.(*ast.Join)
	if !ok || n.On != nil || n.Using != nil || n.NaturalJoin || n.Tp != ast.CrossJoin || n.StraightJoin || !lateralBehind(right) {
		return n
	}
	first, out := *n, *right
	first.Right, out.Left = right.Left, &first
	return &out
}

// lateralBehind reports whether joins have a lateral query on the right of one of them, and no names or sides that
// another table in front would change.
func lateralBehind(n *ast.Join) bool {
	if n.Right == nil || n.Using != nil || n.NaturalJoin || n.Tp != ast.CrossJoin && n.Tp != ast.LeftJoin {
		return false
	}
	if s, ok := n.Right.(*ast.TableSource); ok && s.Lateral {
		return true
	}
	left, ok := n.Left.(*ast.Join)
	return ok && lateralBehind(left)
}
