package truth

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// someDoubles are constants that lie near each other, and at the ends.
var someDoubles = []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 2.5, math.Nextafter(2.5, 3), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, 1<<53 + 2}

// drawNumber is a constant of any kind that doubles are compared with.
func drawNumber(t *rapid.T) plan.Expr {
	switch rapid.IntRange(0, 9).Draw(t, "constant") {
	case 0:
		return plan.NullOf(plan.Type{Kind: plan.Double})
	case 1, 2:
		return plan.Literal(value.OfInt(rapid.SampledFrom([]int64{-3, 0, 1, 2, 1<<53 + 1, math.MaxInt64}).Draw(t, "int")))
	case 3, 4:
		return plan.Literal(value.OfDecimal(rapid.SampledFrom([]int64{0, 10, 250, 2501, 100000000000000001}).Draw(t, "digits"), 2))
	}
	return plan.Literal(value.OfFloat(rapid.SampledFrom(someDoubles).Draw(t, "double")))
}

func drawRanked(t *rapid.T, ref plan.Expr, depth int) plan.Expr {
	if depth > 0 && rapid.Bool().Draw(t, "connective") {
		op := rapid.SampledFrom([]plan.Op{plan.And, plan.Or, plan.Xor, plan.Not}).Draw(t, "op")
		a := drawRanked(t, ref, depth-1)
		if op == plan.Not {
			return built(t, op, a)
		}
		return built(t, op, a, drawRanked(t, ref, depth-1))
	}
	switch rapid.IntRange(0, 5).Draw(t, "test") {
	case 0:
		return built(t, plan.IsNull, ref)
	case 1, 2:
		e, err := typing.BuildIn(ref, []plan.Expr{drawNumber(t), drawNumber(t), drawNumber(t)})
		if err != nil {
			t.Fatal(err)
		}
		return e
	case 3:
		return compareOrTrue(t, built(t, plan.Neg, ref), drawNumber(t))
	}
	return compareOrTrue(t, ref, drawNumber(t))
}

// The ranks for which a predicate over doubles is true and false are those of the doubles for which
// it is, of both zeros too.
func TestRankVerdictsAgreeWithEval(t *testing.T) {
	var known, asked int
	c := &plan.Column{Name: "c", Type: plan.Type{Kind: plan.Double}, Storage: plan.Storage{Width: 8, Float: true, Nullable: true}}
	ref := plan.ColumnRef{Of: &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{*c}}}}
	for range 10 {
		rapid.Check(t, func(t *rapid.T) {
			e := drawRanked(t, ref, 2)
			v, ok := NewRankProber(t.Context(), c).Truth(e)
			asked++
			if !ok {
				return
			}
			known++
			lo, hi := Ranks()
			ranks := []int64{}
			for _, f := range someDoubles {
				ranks = append(ranks, plan.RankOf(f+0))
			}
			for _, s := range []sets.Ranges{v.Yes.In, v.No.In} {
				for _, r := range s {
					ranks = append(ranks, r.Lo, r.Hi, max(r.Lo, lo+1)-1, min(r.Hi, hi-1)+1)
				}
			}
			for _, n := range ranks {
				if n == plan.RankOf(math.Copysign(0, -1)) {
					continue // no column has it
				}
				checkVerdict(t, e, value.OfFloat(plan.OfRank(n)), v.Yes.In.Has(n), v.No.In.Has(n), n)
			}
			checkVerdict(t, e, plan.Value{}, v.Yes.Null, v.No.Null, 0)
		})
	}
	if known*10 < asked*7 {
		t.Errorf("only %d of %d predicates became sets", known, asked)
	}
	if _, ok := NewProber(t.Context(), c).Truth(plan.Call{Op: plan.Lt, Args: []plan.Expr{ref, plan.Literal(value.OfFloat(2))}, Of: plan.Type{Kind: plan.Bool}}); ok {
		t.Error("doubles have numbers where nobody asks for ranks")
	}
}
