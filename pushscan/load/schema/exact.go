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
// many digits. Where a column has the most digits that there are, those behind them are rounded, and
// exact is false; ok is false where the column has no such value, which is what was wanted then.
func Times(t layout.Target, digits int) (convert func(n int64) (to int64, exact, ok bool), want string) {
	want = fmt.Sprintf("a time with at most %d digits of a second's fraction", t.Scale)
	if t.Kind == plan.Date {
		want = "a date, without a time of day other than midnight UTC"
	}
	if Rounds(t, digits) {
		return func(n int64) (int64, bool, bool) {
			to, exact := Rounded(n, t.Kind)
			return to, exact, true
		}, want
	}
	return func(n int64) (int64, bool, bool) {
		to, ok := exactTime(n, t, digits)
		return to, ok, ok
	}, want
}

// exactTime makes a time that of a column; false where that has none.
func exactTime(n int64, t layout.Target, digits int) (int64, bool) {
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
}

// nanoDigits are the digits of a fraction that counts billionths of a second, which is the only one
// that has more than a column.
const nanoDigits = 9

// Rounds reports whether times with so many digits of a fraction are rounded for a column: where it
// has the most that there are.
func Rounds(t layout.Target, digits int) bool {
	return digits == nanoDigits && t.Scale == value.MaxFraction && t.Kind.Ticking()
}

// Rounded gives the microseconds that are nearest to nanoseconds, and whether they are all of these. A
// half goes up, as of a fraction in MySQL's literals: of a moment to the later one, of a TIME away from
// zero.
func Rounded(n int64, kind plan.Kind) (to int64, exact bool) {
	const by = 1000
	to = n / by
	rest := n - to*by
	if rest == 0 {
		return to, true
	}
	if rest < 0 {
		to, rest = to-1, rest+by
	}
	if 2*rest > by || 2*rest == by && (kind != plan.Time || n > 0) {
		to++
	}
	return to, false
}

// Round makes nanoseconds microseconds, and counts those that it rounds.
func Round(n []int64, kind plan.Kind) (rounded int) {
	const by = 1000
	for i, ticks := range n {
		to := ticks / by
		if to*by != ticks {
			to, _ = Rounded(ticks, kind)
			rounded++
		}
		n[i] = to
	}
	return rounded
}

// product multiplies; false past 64 bits.
func product(a, b int64) (int64, bool) {
	n := a * b
	return n, a == 0 || n/a == b
}
