package schema

import (
	"fmt"
	"math"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/layout"
)

// Rescale changes the scale of a decimal, exactly.
func Rescale(n int64, from, to int) (int64, bool) {
	for ; from < to; from++ {
		if n > math.MaxInt64/10 || n < math.MinInt64/10 {
			return 0, false
		}
		n *= 10
	}
	for ; from > to; from-- {
		if n%10 != 0 {
			return 0, false
		}
		n /= 10
	}
	return n, true
}

// WholeDays are the digits of what counts days instead of fractions of seconds.
const WholeDays = -1

// Times gives what makes a column's days or ticks of days, or of fractions of seconds with so
// many digits; false where that is not exact, and then what was wanted.
func Times(t layout.Target, digits int) (convert func(n int64) (int64, bool), want string) {
	want = fmt.Sprintf("a time with at most %d digits of a second's fraction", t.Scale)
	if t.Kind == plan.Date {
		want = "a date, without a time of day other than midnight UTC"
	}
	return func(n int64) (int64, bool) {
		switch {
		case digits == WholeDays && t.Kind == plan.Date:
			return n, true
		case digits == WholeDays:
			return product(n, value.DayTicks(t.Scale))
		case t.Kind == plan.Date:
			day := 24 * 60 * 60 * value.Pow10(digits)
			return value.FloorDiv64(n, day), n%day == 0
		}
		return Rescale(n, digits, t.Scale)
	}, want
}

// product multiplies; false past 64 bits.
func product(a, b int64) (int64, bool) {
	n := a * b
	return n, a == 0 || n/a == b
}
