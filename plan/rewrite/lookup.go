package rewrite

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// fewBranches is up to how many branches of an OR stay as they are.
const fewBranches = 8

// mostArguments is how many expressions the branches of an OR compare at most, to be looked up
// where it counts whether the OR is NULL or false.
const mostArguments = 3

// lookUps makes look-ups of the branches of ORs that compare the same expressions with constants:
// (a = 1 AND b = 2) OR (a = 3 AND b = 4) ... is one look-up of (a, b). sure says that NULL is as
// good as FALSE where the expression stands.
func lookUps(e plan.Expr, sure bool) plan.Expr {
	c, ok := e.(plan.Call)
	if !ok {
		return within(e, func(int) bool { return false })
	}
	switch c.Op {
	case plan.And:
		return within(c, func(int) bool { return sure })
	case plan.If:
		return within(c, func(i int) bool { return i == 0 })
	case plan.Or:
		return disjunction(c, sure)
	}
	return within(c, func(int) bool { return false })
}

// within makes look-ups in the parts of an expression.
func within(e plan.Expr, sure func(i int) bool) plan.Expr {
	i := -1
	e, _ = plan.MapChildren(e, func(a plan.Expr) (plan.Expr, error) {
		i++
		return lookUps(a, sure(i)), nil
	})
	return e
}

// disjunction makes look-ups of the branches of an OR.
func disjunction(c plan.Call, sure bool) plan.Expr {
	branches := plan.Disjuncts(c)
	if len(branches) <= fewBranches {
		return within(c, func(int) bool { return sure })
	}
	s := sorter{}
	var out []plan.Expr
	for _, b := range branches {
		if !s.take(b) {
			out = append(out, lookUps(b, sure))
		}
	}
	for _, g := range s.groups {
		out = append(out, g.made(s.exprs, sure)...)
	}
	return plan.Combine(plan.Or, out)
}

// sorter puts branches that compare the same expressions together.
type sorter struct {
	exprs  []plan.Expr // that are compared, each once
	groups []*branches
}

// branches compare the same expressions with constants.
type branches struct {
	exprs []int // ascending
	rows  [][]plan.Value
	from  []plan.Expr
}

// take notes a branch if it is a conjunction of equalities with constants.
func (s *sorter) take(e plan.Expr) bool {
	of, values, ok := typing.Equalities(e)
	if !ok {
		return false
	}
	exprs, row := make([]int, 0, len(of)), make([]plan.Value, 0, len(of))
	for k, x := range of {
		at := s.number(x)
		i, twice := slices.BinarySearch(exprs, at)
		if twice || at < 0 { // two values for one
			return false
		}
		exprs, row = slices.Insert(exprs, i, at), slices.Insert(row, i, values[k])
	}
	g := s.group(exprs)
	g.rows, g.from = append(g.rows, row), append(g.from, e)
	return true
}

// number gives the number of an expression; -1 if there are too many to compare each with each.
func (s *sorter) number(e plan.Expr) int {
	const most = 16
	for i, x := range s.exprs {
		if plan.Equal(x, e) {
			return i
		}
	}
	if len(s.exprs) == most {
		return -1
	}
	s.exprs = append(s.exprs, e)
	return len(s.exprs) - 1
}

// group gives the branches that compare some expressions.
func (s *sorter) group(exprs []int) *branches {
	for _, g := range s.groups {
		if slices.Equal(g.exprs, exprs) {
			return g
		}
	}
	g := &branches{exprs: exprs}
	s.groups = append(s.groups, g)
	return g
}

// made gives the branches, as one look-up where they are many.
func (g *branches) made(all []plan.Expr, sure bool) []plan.Expr {
	args, nullable := make([]plan.Expr, len(g.exprs)), 0
	for i, n := range g.exprs {
		if args[i] = all[n]; args[i].Nullable() {
			nullable++
		}
	}
	if len(g.rows) <= fewBranches || nullable > 0 && !sure && len(args) > mostArguments {
		return g.from
	}
	if len(args) == 1 {
		list := make([]plan.Value, len(g.rows))
		for i, r := range g.rows {
			list[i] = r[0]
		}
		return []plan.Expr{plan.In{X: args[0], List: list}}
	}
	found := set(args, g.rows)
	if nullable == 0 || sure {
		return []plan.Expr{found}
	}
	unsure := plan.Combine(plan.And, []plan.Expr{plan.NullOf(plan.Type{Kind: plan.Bool}), g.unknown(args)})
	return []plan.Expr{found, unsure}
}

// unknown says where the branches are NULL, if none is true: where some arguments are NULL, and
// what the others are equal to some row's.
func (g *branches) unknown(args []plan.Expr) plan.Expr {
	var out []plan.Expr
	for some := 1; some < 1<<len(args); some++ { // bits of the arguments that are NULL
		var conditions, rest []plan.Expr
		var kept []int
		for i, a := range args {
			if some>>i&1 == 0 {
				rest, kept = append(rest, a), append(kept, i)
				continue
			}
			conditions = append(conditions, plan.Call{Op: plan.IsNull, Args: []plan.Expr{a}, Of: plan.Type{Kind: plan.Bool}})
		}
		if slices.ContainsFunc(conditions, func(c plan.Expr) bool { return !c.(plan.Call).Args[0].Nullable() }) {
			continue
		}
		if len(rest) > 0 {
			conditions = append(conditions, set(rest, columns(g.rows, kept)))
		}
		out = append(out, plan.Combine(plan.And, conditions))
	}
	return plan.Combine(plan.Or, out)
}

// columns gives some values of each row.
func columns(rows [][]plan.Value, kept []int) [][]plan.Value {
	out := make([][]plan.Value, len(rows))
	for i, r := range rows {
		for _, k := range kept {
			out[i] = append(out[i], r[k])
		}
	}
	return out
}

// set is whether arguments are equal to one of some rows.
func set(args []plan.Expr, rows [][]plan.Value) plan.Expr {
	results := make([]plan.Value, len(rows))
	for i := range results {
		results[i] = value.OfBool(true)
	}
	m := plan.NewMapping(rows, results, value.OfBool(false))
	return plan.Call{Op: plan.Map, Args: args, Of: plan.Type{Kind: plan.Bool}, Mapping: m}
}
