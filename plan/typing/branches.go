package typing

import (
	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/value"
)

// fewBranches is up to how many branches a CASE is a chain of IFs.
const fewBranches = 16

// Equalities takes a conjunction apart of expressions that are equal to constants, if all of it is
// that and none of the expressions can fail, whatever the others are equal to.
func Equalities(e plan.Expr) (exprs []plan.Expr, row []plan.Value, ok bool) {
	for _, p := range plan.Conjuncts(e) {
		x, v, ok := equality(p)
		if !ok || !cannotFail(x) {
			return nil, nil, false
		}
		exprs, row = append(exprs, x), append(row, v)
	}
	return exprs, row, true
}

// equality gives what is equal to which constant, if a Map can look it up.
func equality(e plan.Expr) (x plan.Expr, v plan.Value, ok bool) {
	c, ok := e.(plan.Call)
	if !ok || c.Op != plan.Eq {
		return nil, v, false
	}
	for i, a := range c.Args {
		k, isConst := a.(plan.Const)
		x := c.Args[1-i]
		if isConst && !k.Value.IsNull() && k.Value.Kind == x.Type().Kind && k.Value.Kind != plan.Double {
			return x, k.Value, true
		}
	}
	return nil, v, false
}

// cannotFail reports whether an expression is a column, or a part of a date that is one.
func cannotFail(e plan.Expr) bool {
	if c, ok := e.(plan.Call); ok && (c.Op == plan.Year || c.Op == plan.Month || c.Op == plan.Day) {
		e = c.Args[0]
	}
	_, ok := e.(plan.ColumnRef)
	return ok
}

// cases are the branches of a CASE: conditions, and one result more than these.
type cases struct {
	conditions, results []plan.Expr
	of                  plan.Type
}

// expr gives the first result whose condition is true, the last one if none is. Of many branches
// it is a look-up where these compare the same with constants, else a tree.
func (k cases) expr() plan.Expr {
	if len(k.conditions) <= fewBranches {
		return k.list()
	}
	args, rows, ok := k.equalities()
	if !ok {
		_, out := k.tree(0, len(k.conditions), false)
		return out
	}
	results := make([]plan.Value, len(k.results))
	for i, r := range k.results {
		c, constant := r.(plan.Const)
		if !constant {
			return k.numbered(args, rows)
		}
		results[i] = c.Value
	}
	last := len(rows)
	return plan.Call{Op: plan.Map, Args: args, Of: k.of, Mapping: plan.NewMapping(rows, results[:last], results[last])}
}

// list is the branches as a chain.
func (k cases) list() plan.Expr {
	out := k.results[len(k.conditions)]
	for i := len(k.conditions) - 1; i >= 0; i-- {
		out = k.choice(k.conditions[i], k.results[i], out)
	}
	return out
}

func (k cases) choice(cond, a, b plan.Expr) plan.Expr {
	return plan.Call{Op: plan.If, Args: []plan.Expr{cond, a, b}, Of: k.of}
}

// tree is the branches from lo to before hi as a tree, and whether one of their conditions is true:
// sure says that one is. So the way to a branch is short, and no condition is written twice.
func (k cases) tree(lo, hi int, sure bool) (any, out plan.Expr) {
	if hi-lo == 1 {
		if sure {
			return k.conditions[lo], k.results[lo]
		}
		return k.conditions[lo], k.choice(k.conditions[lo], k.results[lo], k.results[len(k.conditions)])
	}
	middle := (lo + hi) / 2
	first, yes := k.tree(lo, middle, true)
	second, no := k.tree(middle, hi, sure)
	return call.Either(first, second), k.choice(first, yes, no)
}

// equalities gives what all conditions compare with constants, and the constants of each.
func (k cases) equalities() (args []plan.Expr, rows [][]plan.Value, ok bool) {
	for i, c := range k.conditions {
		exprs, row, ok := Equalities(c)
		if x, v, is := equality(c); is && !ok { // of all branches, the first computes it anyway
			exprs, row, ok = []plan.Expr{x}, []plan.Value{v}, true
		}
		if i == 0 {
			args = exprs
		}
		if !ok || len(exprs) != len(args) {
			return nil, nil, false
		}
		for n, x := range exprs {
			if !plan.Equal(x, args[n]) {
				return nil, nil, false
			}
		}
		rows = append(rows, row)
	}
	return args, rows, true
}

// numbered finds the number of the branch, and among the results by bisection.
func (k cases) numbered(args []plan.Expr, rows [][]plan.Value) plan.Expr {
	numbers := make([]plan.Value, len(rows))
	for i := range rows {
		numbers[i] = value.OfInt(int64(i))
	}
	at := plan.Call{Op: plan.Map, Args: args, Of: plan.Type{Kind: plan.Int}, Mapping: plan.NewMapping(rows, numbers, value.OfInt(int64(len(rows))))}
	return k.bisected(at, 0, len(k.results))
}

func (k cases) bisected(at plan.Expr, lo, hi int) plan.Expr {
	if hi-lo == 1 {
		return k.results[lo]
	}
	middle := (lo + hi) / 2
	return k.choice(call.Less(at, call.Num(int64(middle))), k.bisected(at, lo, middle), k.bisected(at, middle, hi))
}
