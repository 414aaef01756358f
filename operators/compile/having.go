package compile

import (
	"math"

	"gsdms/operators"
	"gsdms/operators/compile/wanted"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// groupTests gives what the filters next behind groups ask of one fold each, as far as that is an
// interval of its numbers.
func (c *compiler) groupTests(g *operators.Groups, behind []plan.Operator) (out []operators.GroupTest) {
	between, behind := wanted.Projects(behind)
	for _, op := range behind {
		f, ok := op.(plan.Filter)
		if !ok {
			break
		}
		for _, e := range plan.Conjuncts(f.Pred) {
			if t, ok := c.groupTest(g, e, between); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// groupTest is a condition of a fold, which takes the place of a column for it.
func (c *compiler) groupTest(g *operators.Groups, e plan.Expr, between []plan.Project) (t operators.GroupTest, ok bool) {
	of := &plan.TableRef{Table: &plan.Table{Columns: []plan.Column{{Min: -farthest, Max: farthest}}}}
	at, one := -1, true
	over := plan.Replace(e, func(x plan.Expr) plan.Expr {
		s, is := x.(plan.Slot)
		if !is {
			return nil
		}
		k, known := wanted.KeyBefore(plan.SortKey{Slot: s.Index}, between)
		one = one && known && (at < 0 || at == k.Slot)
		at = k.Slot
		return plan.ColumnRef{Of: of}
	})
	t.Fold = at - len(g.Keys)
	if !one || t.Fold < 0 || !numbered(g.Aggs[t.Fold]) {
		return t, false
	}
	of.Table.Columns[0].Type = g.Aggs[t.Fold].Type
	verdict, ok := truth.NewProber(c.ctx, &of.Table.Columns[0]).Truth(over)
	in := verdict.Yes.In
	if !ok || verdict.Yes.Null || len(in) == 0 {
		return t, false
	}
	if t.Lo, t.Hi = in[0].Lo, in[len(in)-1].Hi; t.Lo == -farthest {
		t.Lo = math.MinInt64
	}
	if t.Hi == farthest {
		t.Hi = math.MaxInt64
	}
	return t, true
}

// farthest is what the numbers of a fold are taken to be within, though some may not: an interval
// that goes so far goes on.
const farthest = 1 << 61

// numbered reports whether the result of a fold is a number of 64 bits that is no code.
func numbered(f operators.Fold) bool {
	switch f.Func {
	case operators.CountRows, operators.CountValues, operators.Sum64, operators.MinInt, operators.MaxInt:
	default:
		return false
	}
	switch f.Type.Kind {
	case plan.Int, plan.Decimal, plan.Date, plan.DateTime:
		return f.Dict == nil
	}
	return false
}
