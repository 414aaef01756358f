package inside

import (
	"cmp"
	"math"
	"testing"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// A number is compared with a JSON value as its key is with that one's, whatever that is.
func TestComparedNumbers(t *testing.T) {
	holds := map[plan.Op]func(int) bool{
		plan.Eq: func(c int) bool { return c == 0 }, plan.Ne: func(c int) bool { return c != 0 }, plan.Lt: func(c int) bool { return c < 0 },
		plan.Le: func(c int) bool { return c <= 0 }, plan.Gt: func(c int) bool { return c > 0 }, plan.Ge: func(c int) bool { return c >= 0 },
	}
	var numbers []plan.Value
	for _, n := range []int64{math.MinInt64, math.MinInt64 + 1, -10, -1, 0, 1, 2, 9, 10, 11, 99, 100, 1 << 53, 1<<53 + 1, math.MaxInt64} {
		numbers = append(numbers, value.OfInt(n))
	}
	for _, x := range []float64{-math.MaxFloat64, -1e300, -0.1, 0, 5e-324, 0.1, 0.30000000000000004, 1, 1.5, 2, 10, 1 << 53, 1e19, math.MaxFloat64} {
		numbers = append(numbers, value.OfFloat(x))
	}
	for _, with := range []string{"null", "0", "-0.0", "1", "1.0", "1.5", "-1", "10", "0.1", "0.3", "9007199254740993", "-9223372036854775808", "9223372036854775807", "18446744073709551615",
		"-9.3e18", "1e19", "-1e301", "1.7976931348623157e308", "5e-324", `""`, `"5"`, "[]", "{}", "true", "false"} {
		v, ok := json.Read(with)
		if !ok {
			t.Fatal(with)
		}
		key := json.Key(v)
		for _, number := range numbers {
			text, _ := function.JSONOf(value.Type{}, []plan.Value{number})
			of, _ := json.Read(text.Text)
			for op, is := range holds {
				e := comparedNumber(op, plan.Literal(number), key)
				got, err := plan.Eval(e, nil)
				if want := is(cmp.Compare(json.Key(of), key)); err != nil || got.True() != want {
					t.Errorf("%s %s %s: %v, want %v (%v)", text.Text, op, with, got, want, err)
				}
			}
		}
	}
}
