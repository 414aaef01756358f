package truth

import (
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// drawColumn makes a column of one table, wide or narrow, at any place in 64 bits.
func drawColumn(t *rapid.T) *plan.Column {
	kind := rapid.SampledFrom([]plan.Kind{plan.Int, plan.Int, plan.Decimal, plan.Date, plan.String, plan.Bool}).Draw(t, "kind")
	c := &plan.Column{Name: "c", Type: plan.Type{Kind: kind}}
	switch kind {
	case plan.String:
		texts := []string{"", "a", "ab", "abc", "abd", "ac", "b", "bé", "cx", "zz"}
		offsets := []uint32{0}
		for _, s := range texts {
			offsets = append(offsets, offsets[len(offsets)-1]+uint32(len(s)))
		}
		c.Dict = plan.NewDictionary(offsets, []byte(strings.Join(texts, "")))
		c.Min, c.Max = 0, int64(len(texts))-1
	case plan.Bool:
		c.Max = 1
	case plan.Date:
		c.Min = rapid.Int64Range(-20000, 20000).Draw(t, "min")
		c.Max = c.Min + rapid.SampledFrom([]int64{0, 50, 30000}).Draw(t, "days")
	default:
		if kind == plan.Decimal {
			c.Type.Precision, c.Type.Scale = 18, rapid.IntRange(0, 3).Draw(t, "scale")
		}
		c.Min = rapid.SampledFrom([]int64{-100, 0, 7, -1 << 40, math.MinInt64}).Draw(t, "min")
		c.Max = c.Min + rapid.SampledFrom([]int64{0, 20, 200, 1 << 41}).Draw(t, "width")
	}
	return c
}

// drawConstant makes a constant that a column of the type is compared with.
func drawConstant(t *rapid.T, c *plan.Column) plan.Expr {
	switch rapid.IntRange(0, 9).Draw(t, "constant") {
	case 0:
		return plan.NullOf(c.Type)
	case 1, 2:
		switch c.Type.Kind {
		case plan.Int, plan.Decimal:
			return plan.Literal(value.OfDecimal(rapid.Int64Range(-5000, 5000).Draw(t, "decimal"), rapid.IntRange(0, 4).Draw(t, "scale")))
		case plan.String:
			return plan.Literal(value.OfString(rapid.SampledFrom([]string{"A", "aa", "abb", "bz", "é", "zzz"}).Draw(t, "text")))
		}
	case 3:
		if c.Type.Kind == plan.Int || c.Type.Kind == plan.Decimal {
			return plan.Literal(value.OfFloat(float64(rapid.Int64Range(-500, 500).Draw(t, "float")) / 4))
		}
	}
	n := rapid.Int64Range(c.Min, c.Max).Draw(t, "number")
	return plan.Const{Value: ColumnValue(c, n), Of: plan.Type{Kind: c.Type.Kind, Precision: c.Type.Precision, Scale: c.Type.Scale}}
}

// drawMonotone wraps the column into functions that rise or fall.
func drawMonotone(t *rapid.T, c *plan.Column, ref plan.Expr) plan.Expr {
	five := plan.Literal(value.OfInt(5))
	if c.Type.Kind == plan.Date {
		return built(t, rapid.SampledFrom([]plan.Op{plan.Year, plan.Month}).Draw(t, "part"), ref)
	}
	if c.Type.Kind != plan.Int && c.Type.Kind != plan.Decimal {
		return ref
	}
	switch rapid.IntRange(0, 7).Draw(t, "function") {
	case 0:
		return built(t, plan.Neg, ref)
	case 1:
		return built(t, plan.Sub, five, ref)
	case 2:
		return built(t, plan.Add, ref, five)
	case 3:
		return built(t, plan.Mul, plan.Literal(value.OfInt(-3)), ref)
	case 4:
		return built(t, plan.Floor, ref)
	case 5:
		return plan.Cast{X: ref, To: plan.Type{Kind: plan.Double}}
	case 6:
		return built(t, plan.Mod, ref, five)
	}
	return built(t, plan.Round, ref)
}

func built(t *rapid.T, op plan.Op, args ...plan.Expr) plan.Expr {
	e, err := typing.Build(op, args...)
	if err != nil {
		t.Fatalf("build %s of %v: %v", op, args, err)
	}
	return e
}

func drawPredicate(t *rapid.T, c *plan.Column, ref plan.Expr, depth int) plan.Expr {
	if depth > 0 && rapid.Bool().Draw(t, "connective") {
		op := rapid.SampledFrom([]plan.Op{plan.And, plan.Or, plan.Xor, plan.Not}).Draw(t, "op")
		a := drawPredicate(t, c, ref, depth-1)
		if op == plan.Not {
			return built(t, op, a)
		}
		return built(t, op, a, drawPredicate(t, c, ref, depth-1))
	}
	k := drawConstant(t, c)
	switch rapid.IntRange(0, 5).Draw(t, "test") {
	case 0:
		return built(t, plan.IsNull, ref)
	case 1:
		e, err := typing.BuildIn(ref, []plan.Expr{k, drawConstant(t, c)})
		if err == nil {
			return e
		}
	case 2:
		if c.Type.Kind == plan.String {
			pattern := rapid.SampledFrom([]string{"a%", "ab%", "%b%", "_", "abc", "%", "b%", "zz%", `a\%`, "é%"}).Draw(t, "pattern")
			return plan.Like{X: ref, Pattern: pattern, Escape: '\\'}
		}
	case 3:
		return compareOrTrue(t, drawMonotone(t, c, ref), k)
	}
	return compareOrTrue(t, ref, k)
}

// compareOrTrue compares two expressions in either order; TRUE if they have no order.
func compareOrTrue(t *rapid.T, x, y plan.Expr) plan.Expr {
	op := rapid.SampledFrom([]plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq}).Draw(t, "comparison")
	if rapid.Bool().Draw(t, "mirrored") {
		x, y = y, x
	}
	e, err := typing.Build(op, x, y)
	if err != nil {
		return plan.Literal(value.OfBool(true))
	}
	return e
}

// probes gives the numbers of a column to try: all, or those around the edges of the
// sets and of the domain.
func probes(c *plan.Column, v Verdict) []int64 {
	var out []int64
	if uint64(c.Max)-uint64(c.Min) < 5000 {
		for n := c.Min; n < c.Max; n++ {
			out = append(out, n)
		}
		return append(out, c.Max)
	}
	for _, s := range []sets.Ranges{v.Yes.In, v.No.In, sets.Span(c.Min, c.Max)} {
		for _, r := range s {
			out = append(out, r.Lo, r.Hi, max(r.Lo, c.Min+1)-1, min(r.Hi, c.Max-1)+1)
		}
	}
	return out
}

// TestVerdictsAgreeWithEval holds the sets where a predicate is true and false against
// its evaluation value by value.
func TestVerdictsAgreeWithEval(t *testing.T) {
	var known, asked int
	const times = 10 // as many predicates as rapid takes by itself
	for range times {
		rapid.Check(t, func(t *rapid.T) { checkPredicate(t, &known, &asked) })
	}
	if known*10 < asked*7 {
		t.Errorf("only %d of %d predicates became sets", known, asked)
	}
}

func checkPredicate(t *rapid.T, known, asked *int) {

	c := drawColumn(t)
	table := &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{*c}}}
	e := drawPredicate(t, c, plan.ColumnRef{Of: table}, 2)
	p := NewProber(context.Background(), c)
	v, ok := p.Truth(e)
	*asked++
	if !ok {
		return
	}
	*known++
	for _, n := range probes(c, v) {
		checkVerdict(t, e, ColumnValue(c, n), v.Yes.In.Has(n), v.No.In.Has(n), n)
	}
	checkVerdict(t, e, plan.Value{}, v.Yes.Null, v.No.Null, 0)
}

func checkVerdict(t *rapid.T, e plan.Expr, x plan.Value, yes, no bool, n int64) {
	v, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return x, nil })
	if err != nil {
		t.Fatalf("%s of %s (%d): %v", e, x, n, err)
	}
	if yes != v.True() || no != (!v.IsNull() && !v.True()) {
		t.Fatalf("%s of %s (%d) is %s; yes %v, no %v", e, x, n, v, yes, no)
	}
}
