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

// drawMoments makes a column of moments of up to some years, some of them at the ends of the calendar.
func drawMoments(t *rapid.T) *plan.Column {
	scale := rapid.SampledFrom([]int{0, 0, 3, 6}).Draw(t, "scale")
	c := &plan.Column{Name: "c", Type: plan.Type{Kind: plan.DateTime, Scale: scale}}
	lo, hi := value.TickBounds(plan.DateTime, scale)
	day := value.DayTicks(scale)
	days := rapid.SampledFrom([]int64{0, 1, 40, 400, 4000}).Draw(t, "days")
	c.Min = rapid.SampledFrom([]int64{-day * 300, 0, 18000 * day, lo, hi - days*day}).Draw(t, "min") + rapid.Int64Range(0, day-1).Draw(t, "time")
	c.Min = max(lo, min(c.Min, hi))
	c.Max = min(hi, c.Min+days*day+rapid.Int64Range(0, day-1).Draw(t, "more"))
	return c
}

// drawPart is something that is made of moments.
func drawPart(t *rapid.T, c *plan.Column, ref plan.Expr) plan.Expr {
	number := func(from, to int64) plan.Expr {
		return plan.Literal(value.OfInt(rapid.Int64Range(from, to).Draw(t, "number")))
	}
	part := func(ops ...plan.Op) plan.Expr { return built(t, rapid.SampledFrom(ops).Draw(t, "function"), ref) }
	switch rapid.IntRange(0, 9).Draw(t, "part") {
	case 0:
		return part(plan.Year, plan.Month, plan.Day, "QUARTER", "DAYOFWEEK", "DAYOFYEAR", "HOUR", "MICROSECOND", plan.YearWeek)
	case 1:
		return part("DATE", "LAST_DAY", "TIME", "TO_DAYS")
	case 2:
		return built(t, "DATE_FORMAT", ref, plan.Literal(value.OfString(rapid.SampledFrom([]string{"%Y-%m", "%m-%d", "%Y", "%Y-%m-%d %H", "%Y-%m-%d %H:%i:%s", "%Y %d", "%W"}).Draw(t, "format"))))
	case 3:
		return built(t, rapid.SampledFrom([]plan.Op{"UNIX_TIMESTAMP", "TO_SECONDS"}).Draw(t, "count"), ref)
	case 4, 5:
		unit := rapid.SampledFrom([]string{"MONTH", "YEAR", "DAY", "HOUR", "MICROSECOND"}).Draw(t, "unit")
		n := number(-40, 40)
		if rapid.Bool().Draw(t, "computed") {
			n = built(t, plan.Day, ref)
		}
		e, err := typing.DateAdd(ref, n, unit, rapid.Bool().Draw(t, "sub"))
		if err != nil {
			t.Fatal(err)
		}
		return e
	case 6:
		return built(t, plan.If, compareOrTrue(t, built(t, plan.Month, ref), number(1, 12)), built(t, plan.Day, ref), number(0, 31))
	case 7:
		return built(t, plan.Sub, number(0, 1000), built(t, plan.Year, ref))
	case 8:
		return built(t, plan.Mod, built(t, "TO_DAYS", ref), number(0, 9))
	}
	return ref
}

// drawTest is a predicate of moments, often one that is true of some.
func drawTest(t *rapid.T, c *plan.Column, ref plan.Expr, depth int) plan.Expr {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "connective") == 0 {
		op := rapid.SampledFrom([]plan.Op{plan.And, plan.Or, plan.Xor, plan.Not, plan.If}).Draw(t, "op")
		args := []plan.Expr{drawTest(t, c, ref, depth-1)}
		for len(args) < map[plan.Op]int{plan.Not: 1, plan.If: 3}[op] || op != plan.Not && len(args) < 2 {
			args = append(args, drawTest(t, c, ref, depth-1))
		}
		return built(t, op, args...)
	}
	x := drawPart(t, c, ref)
	some := func() plan.Expr { // what x is of some moment, or NULL
		n := rapid.Int64Range(c.Min, c.Max).Draw(t, "moment")
		v, err := plan.Eval(x, func(plan.Expr) (plan.Value, error) { return ColumnValue(c, n), nil })
		if err != nil {
			t.Fatal(err)
		}
		return plan.Const{Value: v, Of: plan.Plain(x.Type())}
	}
	switch rapid.IntRange(0, 3).Draw(t, "test") {
	case 0:
		e, err := typing.BuildIn(x, []plan.Expr{some(), some(), some()})
		if err == nil {
			return e
		}
	case 1:
		return built(t, plan.IsNull, x)
	case 2:
		if text, ok := some().(plan.Const); ok && text.Value.Kind == plan.String {
			pattern := text.Value.Text[:rapid.IntRange(0, len(text.Value.Text)).Draw(t, "letters")]
			return plan.NewLike(x, pattern+rapid.SampledFrom([]string{"%", "%", "", "_", "%0"}).Draw(t, "more"), '\\')
		}
	}
	return compareOrTrue(t, x, some())
}

// The sets of moments for which predicates of parts of them are true and false have these moments and no
// others: at their ends, and anywhere.
func TestStepsAgreeWithEval(t *testing.T) {
	var known, asked int
	const times = 20
	for range times {
		rapid.Check(t, func(t *rapid.T) {
			c := drawMoments(t)
			of := &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{*c}}}
			e := drawTest(t, c, plan.ColumnRef{Of: of}, 2)
			asked++
			v, ok := NewProber(t.Context(), c).InSteps(MostSteps).Truth(e)
			if !ok {
				return
			}
			known++
			for _, n := range append(probes(c, v), somewhere(t, c)...) {
				checkVerdict(t, e, ColumnValue(c, n), v.Yes.In.Has(n), v.No.In.Has(n), n)
			}
			checkVerdict(t, e, plan.Value{}, v.Yes.Null, v.No.Null, 0)
		})
	}
	if known*10 < asked*7 {
		t.Errorf("only %d of %d predicates became sets", known, asked)
	}
}

// somewhere gives moments of a column, with the first and the last of their days.
func somewhere(t *rapid.T, c *plan.Column) (out []int64) {
	day := value.DayTicks(c.Type.Scale)
	for range 10 {
		n := rapid.Int64Range(c.Min, c.Max).Draw(t, "n")
		first := n - ((n%day)+day)%day
		for _, n := range []int64{n, first, first + day - 1} {
			if sets.Span(c.Min, c.Max).Has(n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// A predicate is asked of no more steps than it may be.
func TestStepsAreBounded(t *testing.T) {
	day := value.DayTicks(0)
	c := &plan.Column{Name: "c", Type: plan.Type{Kind: plan.DateTime}, Min: 5, Max: 100*day - 1}
	of := &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{*c}}}
	month, err := typing.Build(plan.Month, plan.ColumnRef{Of: of})
	if err != nil {
		t.Fatal(err)
	}
	e, err := typing.Build(plan.Eq, month, plan.Literal(value.OfInt(2)))
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int]bool{0: false, 99: false, 100: true} {
		v, ok := NewProber(t.Context(), c).InSteps(most).Truth(e)
		if ok != want || ok && !v.Yes.In.Covers(sets.Span(31*day, 59*day-1)) {
			t.Errorf("of %d steps: %v, %v", most, ok, v)
		}
	}
}

// drawWide makes a column of whole numbers that lie farther apart than a signed number tells.
func drawWide(t *rapid.T) *plan.Column {
	ends := []int64{math.MinInt64, math.MinInt64 + 7, -4999999999999999999, -1, 0, 1, 4999999999999999999, math.MaxInt64 - 7, math.MaxInt64}
	lo, hi := rapid.SampledFrom(ends).Draw(t, "min"), rapid.SampledFrom(ends).Draw(t, "max")
	return &plan.Column{Name: "c", Type: plan.Type{Kind: plan.Int}, Min: min(lo, hi), Max: max(lo, hi)}
}

// drawWideTest compares what is nearly the same for many numbers with the numbers, or asks for its last digit.
func drawWideTest(t *rapid.T, ref plan.Expr) plan.Expr {
	number := func(label string, of ...int64) plan.Expr {
		return plan.Literal(value.OfInt(rapid.SampledFrom(of).Draw(t, label)))
	}
	edge := number("edge", math.MinInt64, math.MinInt64+1, -3, 0, 3, math.MaxInt64-1, math.MaxInt64)
	part := built(t, plan.IntDiv, ref, number("by", 1<<62, -1<<62, 5000000000000000000, 1<<50))
	if rapid.Bool().Draw(t, "bounded") {
		part = built(t, rapid.SampledFrom([]plan.Op{plan.Greatest, plan.Least}).Draw(t, "bound"), ref, edge)
	}
	if rapid.Bool().Draw(t, "compared") {
		return compareOrTrue(t, part, ref)
	}
	return compareOrTrue(t, built(t, plan.Mod, part, number("of", 2, 3, 10)), number("rest", -1, 0, 1, 7))
}

// Steps may be wider than a signed number tells, and begin or end with the last numbers that there are.
func TestWideStepsAgreeWithEval(t *testing.T) {
	known, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		asked++
		c := drawWide(t)
		of := &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{*c}}}
		e := drawWideTest(t, plan.ColumnRef{Of: of})
		v, ok := NewProber(t.Context(), c).InSteps(MostSteps).Truth(e)
		if !ok {
			return
		}
		known++
		ns := probes(c, v)
		for range 10 {
			ns = append(ns, rapid.Int64Range(c.Min, c.Max).Draw(t, "n"))
		}
		for _, n := range ns {
			checkVerdict(t, e, ColumnValue(c, n), v.Yes.In.Has(n), v.No.In.Has(n), n)
		}
	})
	if known*10 < asked {
		t.Errorf("only %d of %d predicates became sets", known, asked)
	}
}
