package compile_test

import (
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/value"
)

// fitting joins rows without an equality by a text of one and a pattern or a part of the other, and by
// another condition of both, if both is so.
func fitting(s *schema, kind plan.JoinKind, op plan.Op, both bool) *plan.Pipeline {
	b := newShaper(s)
	probe := plan.HashProbe{Kind: kind, Table: b.table(s.other, kind.Keeps())}
	fits := plan.Expr(plan.Call{Op: op, Args: []plan.Expr{b.col("f_mode"), b.call(plan.Concat, b.col("o_mode"), plan.Literal(value.OfString("%")))}, Of: plan.Type{Kind: plan.Bool}})
	if c := fits.(plan.Call); op == plan.LikeOf {
		c.Args = append(c.Args, plan.Literal(value.OfString(`\`)))
		fits = c
	} else {
		c.Args[1], c.Of = b.col("o_mode"), intType
		fits = plan.Call{Op: plan.Gt, Args: []plan.Expr{c, plan.Literal(value.OfInt(0))}, Of: plan.Type{Kind: plan.Bool}}
	}
	if both {
		fits = plan.Combine(plan.And, []plan.Expr{b.call(plan.Lt, "o_a", "f_qty"), fits})
	}
	if kind == plan.InnerJoin {
		b.n.Ops = append(b.n.Ops, probe)
		return b.where(fits).rows(b.col("f_id"), b.col("o_dec"))
	}
	probe.On = fits
	b.n.Ops = append(b.n.Ops, probe)
	if kind == plan.LeftJoin {
		return b.rows(b.col("f_id"), b.col("o_dec"))
	}
	return b.rows(b.col("f_id"))
}

// TestFits holds joins by LIKE and by parts of texts against a plain evaluation, and that rows which fit
// a text are found by it: no pair is tested for that. Few rows, for which no text is worth looking for,
// are tested pair by pair.
func TestFits(t *testing.T) {
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.LeftJoin, plan.SemiJoin, plan.AntiJoin} {
		for _, op := range []plan.Op{plan.LikeOf, "INSTR"} {
			for _, rows := range []int{0, 1, 300} {
				for _, both := range []bool{false, true} {
					s := newSchema(7, rows)
					n := fitting(s, kind, op, both)
					cache := index.NewCache(1 << 20)
					if outcome := checkNetwork(t, 7, s, n, cache); outcome != "equal" && outcome != "several" {
						t.Errorf("%v by %s of %d rows: %s", kind, op, rows, outcome)
					}
					q, err := compile.Query(t.Context(), n, cache)
					fatal(t, err)
					if text := q.Program.Describe(); rows == 300 && slices.ContainsFunc(q.Program.Body, isCarried) || rows == 300 && !both && hasPairs(q.Program) {
						t.Errorf("%v by %s of %d rows, with another condition %t: pairs are tested\n%s", kind, op, rows, both, text)
					}
				}
			}
		}
	}
}

// isCarried reports whether an instruction, or one for its pairs, computes what the program carries along.
func isCarried(in operators.Instr) bool {
	if probe, ok := in.(operators.Probe); ok {
		return slices.ContainsFunc(probe.On, isCarried)
	}
	c, ok := in.(operators.Compute)
	return ok && c.Op == operators.Carried
}

// hasPairs reports whether a program drops rows that it has joined, or tests pairs.
func hasPairs(p *operators.Program) bool {
	joined := false
	for _, in := range p.Body {
		switch in := in.(type) {
		case operators.Probe:
			joined = in.Kind.Shows()
			if in.Cond >= 0 {
				return true
			}
		case operators.Keep, operators.Test:
			if joined {
				return true
			}
		}
	}
	return false
}
