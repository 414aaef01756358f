package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
)

// uuidParts are the numbers that a UUID is written of: how many there are of each and the least of
// them, with the digits before them. The third says that it is one of random numbers, the fourth
// how it is laid out.
var uuidParts = []struct {
	before      string
	count, from int64
	digits      int64
}{
	{"", 1 << 16, 0, 4}, {"", 1 << 16, 0, 4}, {"-", 1 << 16, 0, 4}, {"-4", 1 << 12, 0, 3},
	{"-", 1 << 14, 1 << 15, 4}, {"-", 1 << 16, 0, 4}, {"", 1 << 16, 0, 4}, {"", 1 << 16, 0, 4},
}

// uuid binds UUID() beside a table, which is another one in every row: a text of numbers of RAND(),
// of which each draws its own.
func (b *binder) uuid(n *ast.FuncCallExpr, d Doers) (plan.Expr, error) {
	if e, ok := b.nestedExprs[n]; ok {
		return e, nil
	}
	k := b.Building()
	number := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	var parts []plan.Expr
	for _, p := range uuidParts {
		drawn, err := b.random(&ast.FuncCallExpr{FnName: ast.NewCIStr("rand")}, d)
		if err != nil {
			return nil, err
		}
		x := k.Build(plan.Add, k.Build("FLOOR", k.Build(plan.Mul, drawn, number(p.count))), number(p.from))
		parts = append(parts, plan.Literal(value.OfString(p.before)), k.Build("LPAD", k.Build("HEX", x), number(p.digits), plan.Literal(value.OfString("0"))))
	}
	e := k.Build("LOWER", k.Build("CONCAT", parts...))
	b.nestedExprs[n] = e
	return e, k.Err
}
