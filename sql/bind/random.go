package bind

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// RAND() is another number in every row, and another one in every run of a statement. It is a
// function of the row's numbers in the tables of FROM and of a number that the statement draws when
// it is bound, so that it is the same wherever a plan computes it, and however often.

// random binds RAND() without a seed; one that is bound again, as an alias in GROUP BY, stays what it
// is.
func (b *binder) random(n *ast.FuncCallExpr, d Doers) (plan.Expr, error) {
	if e, ok := b.nestedExprs[n]; ok {
		return e, nil
	}
	if b.scope != &b.from {
		return nil, b.Errorf(parse.CodeNotSupported, "RAND() and UUID() are not supported in FROM: rows have no numbers there; RAND of a column is")
	}
	drawn, err := d.Do(n.FnName.L, nil)
	if err != nil || len(b.from.tables) == 0 {
		return valueLiteral(drawn), err
	}
	numbers, err := b.rowNumbers()
	if err != nil {
		return nil, err
	}
	x := plan.Expr(plan.Literal(value.OfInt(int64(drawn.Float * scalar.MixPrime))))
	for _, number := range numbers {
		if b.grouped && (b.clause == inSelect || b.clause == inHaving || b.clause == inOrder) { // of each group
			if number, err = b.shown(typing.NewAgg(plan.Min, number)); err != nil {
				return nil, err
			}
		}
		if x, err = scalar.Mixed(x, number); err != nil {
			return nil, err
		}
	}
	e, err := typing.Build(plan.Rand, x)
	b.nestedExprs[n] = e
	return e, err
}

// seeded binds RAND with a seed.
func (b *binder) seeded(n *ast.FuncCallExpr) (plan.Expr, error) {
	args, err := b.Exprs(n.Args)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 && len(b.from.tables) > 0 {
		if _, constant := args[0].(plan.Const); constant {
			return nil, b.Errorf(parse.CodeNotSupported, "RAND of a constant is not supported beside a table: it would be another number in every row, and rows have no order; RAND of a column is")
		}
	}
	return b.Call(n, args)
}

// rowNumbers gives numbers that together no other row has: those of the stored tables of FROM, or of
// the rows of its only one.
func (b *binder) rowNumbers() (out []plan.Expr, err error) {
	for _, at := range b.from.tables {
		t := b.net.Tables[at].Table
		if number := t.NumberColumn(); number >= 0 {
			out = append(out, b.net.Ref(at, number))
			continue
		}
		if len(b.from.tables) > 1 {
			return nil, b.Errorf(parse.CodeNotSupported, "RAND() or UUID() beside several tables is not supported where one of them, as %s, is a query: its rows have no numbers; RAND of a column is", b.net.Tables[at].Alias)
		}
		w, err := b.windowCall(plan.RowNumber, nil, windowSpec{})
		if err != nil {
			return nil, err
		}
		numbered := &network.Window{In: b.from.node, Funcs: []network.WindowFunc{w.WindowFunc}}
		if numbered.Table, err = b.Made("numbers", []plan.Expr{w}); err != nil {
			return nil, err
		}
		b.from.node = numbered
		out = append(out, b.net.Ref(numbered.Table, 0))
	}
	return out, nil
}

// numbersRows reports whether a column is there for a RAND() alone.
func (b *binder) numbersRows(c plan.ColumnRef) bool {
	for _, e := range b.nestedExprs {
		if call, ok := e.(plan.Call); ok && call.Op == plan.Rand && slices.Contains(network.ColumnsIn(e), c) {
			return true
		}
	}
	return false
}
