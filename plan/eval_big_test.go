package plan_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// edges are the numbers that arithmetic goes wrong at.
var edges = []int64{0, 1, -1, 2, -2, 3, 5, -5, 7, 9, 10, 99, 100, 1 << 31, -1 << 31, 1<<32 + 1, 3037000500, -3037000500,
	math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1, math.MaxInt64/2 + 1, 999999999999999999}

func randomInt(r *rand.Rand) int64 {
	if r.IntN(2) == 0 {
		return edges[r.IntN(len(edges))]
	}
	return r.Int64() >> r.IntN(64) * int64(1-2*r.IntN(2))
}

// number is an argument: n / 10^scale; scale -1 is an Int.
type number struct {
	n     int64
	scale int
}

func (x number) expr() plan.Expr {
	if x.scale < 0 {
		return plan.Literal(value.OfInt(x.n))
	}
	return plan.Literal(value.OfDecimal(x.n, x.scale))
}

func (x number) rat() *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(x.n), ten(max(0, x.scale)))
}

func ten(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// quoTrunc is a / b without what is behind the point.
func quoTrunc(a, b *big.Rat) *big.Int {
	q := new(big.Rat).Quo(a, b)
	return new(big.Int).Quo(q.Num(), q.Denom())
}

// round is r at a scale, half away from zero.
func round(r *big.Rat, scale int) *big.Rat {
	scaled := new(big.Rat).Mul(r, new(big.Rat).SetInt(ten(scale)))
	half := big.NewRat(int64(r.Sign()), 2)
	n := quoTrunc(scaled.Add(scaled, half), big.NewRat(1, 1))
	return new(big.Rat).SetFrac(n, ten(scale))
}

// inWords drops of a quotient what MySQL does not compute: the digits behind the last
// word of nine, of which there are as many as the operands and four more digits need.
func inWords(q *big.Rat, sx, sy int) *big.Rat {
	nines := func(n int) int { return (n + 8) / 9 * 9 }
	scale := nines(nines(sx) + nines(sy) + max(0, 4-(nines(sx)-sx)-(nines(sy)-sy)))
	n := quoTrunc(new(big.Rat).Mul(q, new(big.Rat).SetInt(ten(scale))), big.NewRat(1, 1))
	return new(big.Rat).SetFrac(n, ten(scale))
}

// reference gives what an operator gives in exact arithmetic, the scale it is shown
// with, and whether it is an Int; nil is NULL.
func reference(op plan.Op, x, y number) (r *big.Rat, scale int, whole bool) {
	a, b := x.rat(), y.rat()
	whole = x.scale < 0 && y.scale < 0
	sx, sy := max(0, x.scale), max(0, y.scale)
	zero := b.Sign() == 0
	switch op {
	case plan.Add:
		return new(big.Rat).Add(a, b), max(sx, sy), whole
	case plan.Sub:
		return new(big.Rat).Sub(a, b), max(sx, sy), whole
	case plan.Mul:
		return new(big.Rat).Mul(a, b), sx + sy, whole
	case plan.Div:
		if zero {
			return nil, 0, false
		}
		return round(inWords(new(big.Rat).Quo(a, b), sx, sy), sx+4), sx + 4, false
	case plan.IntDiv:
		if zero {
			return nil, 0, true
		}
		return new(big.Rat).SetInt(quoTrunc(a, b)), 0, true
	default:
		if zero {
			return nil, 0, whole
		}
		q := new(big.Rat).SetInt(quoTrunc(a, b))
		return new(big.Rat).Sub(a, q.Mul(q, b)), max(sx, sy), whole
	}
}

// TestArithmetic holds the operators on integers and decimals against math/big.
func TestArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ops := []plan.Op{plan.Add, plan.Sub, plan.Mul, plan.Div, plan.IntDiv, plan.Mod}
	for range 15000 {
		op := ops[r.IntN(len(ops))]
		x, y := number{randomInt(r), r.IntN(20) - 1}, number{randomInt(r), r.IntN(12) - 1}
		if r.IntN(2) == 0 {
			x.scale, y.scale = -1, -1
		}
		want := "NULL"
		exact, scale, whole := reference(op, x, y)
		if exact != nil {
			want = exact.FloatString(scale)
			if whole && !exact.Num().IsInt64() {
				want = "error 1690"
			}
		}
		if scale > value.MaxScale {
			continue
		}
		if got := evaluate(t, op, x.expr(), y.expr()); got != want {
			t.Fatalf("%v %s %v = %s, want %s", x, op, y, got, want)
		}
	}
}

func evaluate(t *testing.T, op plan.Op, args ...plan.Expr) string {
	t.Helper()
	e, err := typing.Build(op, args...)
	if err != nil {
		t.Fatal(err)
	}
	v, err := plan.Eval(e, nil)
	var known interface{ SQLCode() int }
	if errors.As(err, &known) {
		return fmt.Sprint("error ", known.SQLCode())
	} else if err != nil {
		t.Fatal(err)
	}
	return v.String()
}

// TestRounding holds ROUND, FLOOR, CEIL, TRUNCATE, casts and comparisons of decimals
// against math/big.
func TestRounding(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 8000 {
		x, y := number{randomInt(r), r.IntN(19)}, number{randomInt(r), r.IntN(19)}
		digits := r.IntN(x.scale + 1)
		a := x.rat()
		whole := new(big.Rat).SetInt(quoTrunc(a, big.NewRat(1, 1)))
		floor, ceil := new(big.Rat).Set(whole), new(big.Rat).Set(whole)
		if c := a.Cmp(whole); c < 0 {
			floor.Sub(floor, big.NewRat(1, 1))
		} else if c > 0 {
			ceil.Add(ceil, big.NewRat(1, 1))
		}
		cut := new(big.Rat).SetFrac(quoTrunc(a, new(big.Rat).SetFrac(big.NewInt(1), ten(digits))), ten(digits))
		n := plan.Literal(value.OfInt(int64(digits)))
		checks := []struct{ got, want string }{
			{evaluate(t, plan.Floor, x.expr()), floor.FloatString(0)},
			{evaluate(t, plan.Ceil, x.expr()), ceil.FloatString(0)},
			{evaluate(t, plan.Round, x.expr(), n), round(a, digits).FloatString(digits)},
			{evaluate(t, "TRUNCATE", x.expr(), n), cut.FloatString(digits)},
			{evaluate(t, plan.Lt, x.expr(), y.expr()), fmt.Sprint(bit(a.Cmp(y.rat()) < 0))},
			{evaluate(t, plan.Eq, x.expr(), y.expr()), fmt.Sprint(bit(a.Cmp(y.rat()) == 0))},
			{castText(t, x.expr(), plan.Type{Kind: plan.Int}), round(a, 0).FloatString(0)},
			{castText(t, x.expr(), value.DecimalType(40, digits)), round(a, digits).FloatString(digits)},
		}
		for i, c := range checks {
			if c.got != c.want {
				t.Fatalf("check %d of %d / 10^%d to %d digits: got %s, want %s", i, x.n, x.scale, digits, c.got, c.want)
			}
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func castText(t *testing.T, x plan.Expr, to plan.Type) string {
	t.Helper()
	e, err := coerce.To(x, to)
	if err != nil {
		return err.Error()
	}
	v, err := plan.Eval(e, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v.String()
}

// TestDates holds the calendar against package time: the days of all months' ends, and
// random ones.
func TestDates(t *testing.T) {
	for month := range 12 * 10000 {
		day := value.Days(0, month+1, 1) - int64(month%2) + int64(month%7/6*28)
		if day < value.MinDate {
			continue
		}
		y, m, d := value.Civil(day)
		when := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
		if when.Unix() != day*86400 || value.Days(y, m, d) != day {
			t.Fatalf("day %d is %d-%d-%d, which is day %d", day, y, m, d, value.Days(y, m, d))
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		day, months := int64(r.IntN(2000000)-500000), int64(r.IntN(4801)-2400)
		from := time.Unix(day*86400, 0).UTC()
		first := time.Date(from.Year(), from.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
		last := first.AddDate(0, 1, -1).Day()
		want := first.AddDate(0, 0, min(from.Day(), last)-1)
		if got := value.AddMonthsTo(day, months); got*86400 != want.Unix() {
			t.Fatalf("%s and %d months is %s, want %s", from, months, value.FormatDate(got), want)
		}
		weekday := fmt.Sprint(int(from.Weekday()) + 1)
		date := plan.Literal(value.OfDate(day))
		if got := evaluate(t, "DAYOFWEEK", date); got != weekday {
			t.Fatalf("%s: weekday %s, want %s", from, got, weekday)
		}
		if got := evaluate(t, "DAYOFYEAR", date); got != fmt.Sprint(from.YearDay()) {
			t.Fatalf("%s: day of year %s, want %d", from, got, from.YearDay())
		}
	}
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"1994-01-02": "1994-01-02", "1994-1-2": "1994-01-02", "19940102": "1994-01-02", "1994/01/02": "1994-01-02",
		"2000-02-29": "2000-02-29", "9999-12-31": "9999-12-31",
		"1900-02-29": "", "1994-13-01": "", "1994-00-01": "", "1994-01-32": "", "1994-01-00": "", "94-01-02": "",
		"1994-01": "", "1994-01-": "", "1994--01": "", "": "", "1994-01-02x": "", "199401022": "", "1994010": "", "x": "",
		"1994-001-02": "", " 1994-01-02": "", "1994-01-02 00:00:00": "",
	} {
		days, ok := value.ParseDate(text)
		if ok != (want != "") || ok && value.FormatDate(days) != want {
			t.Errorf("ParseDate(%q) = %s, %v; want %q", text, value.FormatDate(days), ok, want)
		}
	}
}

// likeReference matches by trying everything.
func likeReference(s, p []rune, escape rune) bool {
	if len(p) == 0 {
		return len(s) == 0
	}
	switch {
	case p[0] == escape && len(p) > 1:
		return len(s) > 0 && s[0] == p[1] && likeReference(s[1:], p[2:], escape)
	case p[0] == '%':
		return likeReference(s, p[1:], escape) || len(s) > 0 && likeReference(s[1:], p, escape)
	}
	return len(s) > 0 && (p[0] == '_' || s[0] == p[0]) && likeReference(s[1:], p[1:], escape)
}

func TestLike(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	letters, wild := []rune("abä"), []rune("abä%%_|")
	pick := func(from []rune, n int) []rune {
		out := make([]rune, r.IntN(n))
		for i := range out {
			out[i] = from[r.IntN(len(from))]
		}
		return out
	}
	matched := 0
	for range 20000 {
		s, p := pick(letters, 8), pick(wild, 7)
		e, err := typing.BuildLike(plan.Literal(value.OfString(string(s))), string(p), '|')
		if err != nil {
			t.Fatal(err)
		}
		v, err := plan.Eval(e, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := likeReference(s, p, '|')
		if v.True() != want {
			t.Fatalf("%q LIKE %q = %v", string(s), string(p), v.True())
		}
		matched += bit(want)
	}
	if matched < 2000 {
		t.Fatalf("only %d of 20000 patterns matched", matched)
	}
}

// Long texts and long patterns do not take long together: this one, of parts that nearly
// match everywhere, took hours when it was tried from every place.
func TestLongLike(t *testing.T) {
	text := strings.Repeat("a", 1<<20)
	for pattern, want := range map[string]bool{
		"%" + strings.Repeat("a", 1<<18) + "b%":     false,
		"%" + strings.Repeat("a_", 2000) + "b%":     false,
		strings.Repeat("%aa_a", 1000) + "%":         true,
		strings.Repeat("_", 1<<20):                  true,
		"%" + strings.Repeat("_", 1<<20) + "a":      false,
		"a%" + strings.Repeat("a", 1<<20-2) + "_":   true,
		"aaa%" + strings.Repeat("a", 1<<20-2) + "%": false,
	} {
		e, err := typing.BuildLike(plan.Literal(value.OfString(text)), pattern, '\\')
		if err != nil {
			t.Fatal(err)
		}
		if v, err := plan.Eval(e, nil); err != nil || v.True() != want {
			t.Errorf("a text of 2^20 a LIKE a pattern of %d characters = %v, %v", len(pattern), v, err)
		}
	}
	if _, err := typing.BuildLike(plan.Literal(value.OfString(text)), "%_"+strings.Repeat("a", 1<<14)+"%", '\\'); err == nil {
		t.Error("a part too long to search for is taken")
	}
}

// TestIn: a NULL in the list makes a miss NULL, never a hit.
func TestIn(t *testing.T) {
	for _, c := range []struct {
		x    string
		list []string
		want string
	}{
		{"1", []string{"1", "2"}, "1"}, {"3", []string{"1", "2"}, "0"}, {"3", []string{"1", "NULL"}, "NULL"},
		{"1", []string{"NULL", "1"}, "1"}, {"NULL", []string{"1"}, "NULL"}, {"1.5", []string{"1", "1.50"}, "1"},
		{"'a'", []string{"'A'", "'b'"}, "0"}, {"d'1994-01-01'", []string{"'1994-1-1'"}, "1"}, {"1", []string{"'1'"}, "1"},
		{"NULL", []string{"NULL"}, "NULL"}, {"1e0", []string{"1"}, "1"},
	} {
		var list []plan.Expr
		for _, s := range c.list {
			list = append(list, lit(t, s))
		}
		e, err := typing.BuildIn(lit(t, c.x), list)
		if err != nil {
			t.Fatal(err)
		}
		v, err := plan.Eval(e, nil)
		if err != nil || v.String() != c.want {
			t.Errorf("%s IN %v = %s, %v; want %s", c.x, c.list, v, err, c.want)
		}
	}
}

// TestCasts holds CAST against what MySQL 8 gives.
func TestCasts(t *testing.T) {
	dec := value.DecimalType
	for _, c := range []struct {
		x    string
		to   plan.Type
		want string
	}{
		{"2.5", plan.Type{Kind: plan.Int}, "3"}, {"-2.5", plan.Type{Kind: plan.Int}, "-3"}, {"2.5e0", plan.Type{Kind: plan.Int}, "2"}, {"3.5e0", plan.Type{Kind: plan.Int}, "4"}, {"2.5e0", dec(5, 0), "3"},
		{"'12abc'", plan.Type{Kind: plan.Int}, "12"}, {"'abc'", plan.Type{Kind: plan.Int}, "0"}, {"'-7.9'", plan.Type{Kind: plan.Int}, "-7"},
		{"d'1994-01-02'", plan.Type{Kind: plan.Int}, "19940102"}, {"19940102", plan.Type{Kind: plan.Date}, "1994-01-02"},
		{"19941302", plan.Type{Kind: plan.Date}, "NULL"}, {"'x'", plan.Type{Kind: plan.Date}, "NULL"},
		{"'1e2x'", plan.Type{Kind: plan.Double}, "100"}, {"'.5'", plan.Type{Kind: plan.Double}, "0.5"}, {"'1e'", plan.Type{Kind: plan.Double}, "1"},
		{"0.1", plan.Type{Kind: plan.Double}, "0.1"}, {"1.005", dec(10, 2), "1.01"}, {"'1.005'", dec(10, 2), "1.01"},
		{"1e300", dec(65, 0), "DECIMAL(65,0) value is out of range in '1e300'"},
		{"123", dec(2, 0), "DECIMAL(2,0) value is out of range in '123'"},
		{"1e19", plan.Type{Kind: plan.Int}, "BIGINT value is out of range in '1e19'"},
		{"1.50", plan.Type{Kind: plan.String}, "1.50"}, {"TRUE", plan.Type{Kind: plan.String}, "1"}, {"1e20", plan.Type{Kind: plan.String}, "1e20"},
		{"NULL", plan.Type{Kind: plan.Int}, "NULL"}, {"200", plan.Type{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}, "TINYINT value is out of range in '200'"},
		{"1e-20", plan.Type{Kind: plan.String}, "1e-20"}, {"1e15", plan.Type{Kind: plan.String}, "1e15"}, {"1e14", plan.Type{Kind: plan.String}, "100000000000000"},
	} {
		if got := castText(t, lit(t, c.x), c.to); got != c.want {
			t.Errorf("CAST(%s AS %s) = %s, want %s", c.x, c.to, got, c.want)
		}
	}
}
