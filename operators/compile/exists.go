package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/plan"
)

// takeOwn moves the conjuncts of a probe's condition, and of an inner one the filters
// behind it, that are about the joined table alone into the index: rows that do not pass
// are nobody's partners. op is number i of the pipeline's operators.
func (c *compiler) takeOwn(op plan.HashProbe, i int) (plan.HashProbe, error) {
	var own, others []plan.Expr
	var on []plan.Expr
	if op.On != nil {
		on = plan.Conjuncts(op.On)
	}
	for _, e := range on {
		if exprs.IsAbout(op.Table, e) {
			own = append(own, e)
		} else {
			others = append(others, e)
		}
	}
	var later [][2]int
	if op.Kind == plan.InnerJoin {
		later = c.laterAbout(op.Table, i)
	}
	for _, at := range later {
		own = append(own, plan.Conjuncts(c.net.Ops[at[0]].(plan.Filter).Pred)[at[1]])
	}
	if len(own) == 0 {
		return op, nil
	}
	where := plan.Combine(plan.And, own)
	rows, err := c.passingOf(op.Table, where)
	asked := len(others) == 0 && !op.Kind.Shows() && c.isLinkable(op)
	if rows == nil || !asked && !c.worthAnIndex(op, rows) {
		return op, err
	}
	t := &c.tables[op.Table]
	t.where, t.passing = exprs.PredicateKey(where)+t.where, rows
	op.On = plan.Combine(plan.And, others)
	for _, at := range later {
		c.taken[at] = true
	}
	return op, nil
}

// laterAbout gives the conjuncts of filters behind operator number i, by the numbers of
// operator and conjunct, that are about a table alone.
func (c *compiler) laterAbout(table, i int) (out [][2]int) {
	for at := i + 1; at < len(c.net.Ops); at++ {
		f, ok := c.net.Ops[at].(plan.Filter)
		if _, isProbe := restrict.JoinedBy(c.net.Ops[at]); !ok && !isProbe {
			break
		}
		if !ok {
			continue
		}
		for k, e := range plan.Conjuncts(f.Pred) {
			if exprs.IsAbout(table, e) {
				out = append(out, [2]int{at, k})
			}
		}
	}
	return out
}

// worthAnIndex reports whether to build an index of the rows that pass a predicate
// rather than to use one of all rows, that other queries share: if they are few, the index
// may be direct and is cheap, or it is of what is computed, which hardly any other query asks
// for.
func (c *compiler) worthAnIndex(op plan.HashProbe, rows *operators.BitSet) bool {
	const few = 4
	t := c.tables[op.Table].Ref.Table
	if len(op.Keys) == 0 || index.Members(rows) <= t.Rows/few {
		return true
	}
	for _, m := range op.Match {
		if _, stored := m.(plan.ColumnRef); !stored {
			return true
		}
	}
	return len(op.Keys) == 1 && c.Where.IsDense(exprs.Place{Table: op.Table, Column: op.Match[0].(plan.ColumnRef).Column})
}
