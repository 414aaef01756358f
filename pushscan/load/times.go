package load

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/arrows"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/store"
)

// timeSetter stores days, and ticks of seconds, exactly; nil for an array of something else.
func timeSetter(arr arrow.Array, t layout.Target, c *store.BatchColumn) func(to, from int) string {
	at, digits := timesOf(arr)
	if at == nil {
		return nil
	}
	convert, want := timesTo(t, digits)
	return func(to, from int) string {
		n, ok := convert(at(from))
		if c.Ints[to] = n; !ok {
			return want
		}
		return ""
	}
}

// timesTo gives what makes a column's days or ticks of days, or of fractions of seconds with so
// many digits; false where that is not exact.
func timesTo(t layout.Target, digits int) (convert func(n int64) (int64, bool), want string) {
	want = fmt.Sprintf("a time with at most %d digits of a second's fraction", t.Scale)
	if t.Kind == plan.Date {
		want = "a date, without a time of day other than midnight UTC"
	}
	return func(n int64) (int64, bool) {
		switch {
		case digits == wholeDays && t.Kind == plan.Date:
			return n, true
		case digits == wholeDays:
			return product(n, value.DayTicks(t.Scale))
		case t.Kind == plan.Date:
			days, rest := floorOf(n, 24*60*60*value.Pow10(digits))
			return days, rest == 0
		}
		return rescale(n, digits, t.Scale)
	}, want
}

// wholeDays is what timesOf gives for values that count days instead of fractions of seconds.
const wholeDays = -1

// timesOf gives the values of an array of dates, timestamps or times, and how many digits of a
// second's fraction they count. Timestamps with a zone are in UTC, as those without are here.
func timesOf(arr arrow.Array) (at func(i int) int64, digits int) {
	switch a := arr.(type) {
	case *array.Date32:
		return func(i int) int64 { return int64(a.Value(i)) }, wholeDays
	case *array.Date64:
		return func(i int) int64 { return int64(a.Value(i)) }, arrows.UnitDigits(arrow.Millisecond)
	case *array.Timestamp:
		return func(i int) int64 { return int64(a.Value(i)) }, arrows.UnitDigits(a.DataType().(*arrow.TimestampType).Unit)
	case *array.Time32:
		return func(i int) int64 { return int64(a.Value(i)) }, arrows.UnitDigits(a.DataType().(*arrow.Time32Type).Unit)
	case *array.Time64:
		return func(i int) int64 { return int64(a.Value(i)) }, arrows.UnitDigits(a.DataType().(*arrow.Time64Type).Unit)
	}
	return nil, 0
}

// product multiplies; false past 64 bits.
func product(a, b int64) (int64, bool) {
	n := a * b
	return n, a == 0 || n/a == b
}

// floorOf divides toward the past.
func floorOf(n, by int64) (q, rest int64) {
	q, rest = n/by, n%by
	if rest < 0 {
		q, rest = q-1, rest+by
	}
	return q, rest
}
