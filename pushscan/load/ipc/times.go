package ipc

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/pushscan/load/arrows"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store/ingest"
)

// timeSetter stores days, and ticks of seconds, and counts those that it rounds; nil for an array of something else.
func timeSetter(arr arrow.Array, t layout.Target, c *ingest.Column) func(to, from int) string {
	at, digits := timesOf(arr)
	if at == nil {
		return nil
	}
	convert, want := schema.Times(t, digits)
	return func(to, from int) string {
		n, exact, ok := convert(at(from))
		if c.Ints[to] = n; !ok {
			return want
		}
		if !exact {
			c.Lost.Rounded++
		}
		return ""
	}
}

// timesOf gives the values of an array of dates, timestamps or times, and how many digits of a
// second's fraction they count. Timestamps with a zone are in UTC, as those without are here.
func timesOf(arr arrow.Array) (at func(i int) int64, digits int) {
	switch a := arr.(type) {
	case *array.Date32:
		return func(i int) int64 { return int64(a.Value(i)) }, schema.WholeDays
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
