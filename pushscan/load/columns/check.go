package columns

import (
	"fmt"
	"math"
	"unsafe"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store/ingest"
)

// The first and the last day of the calendar: 0001-01-01 and 9999-12-31.
const (
	firstDay = -719162
	lastDay  = 2932896
)

// Settle makes doubles NULL that are to be, counts them, and checks the values of a file.
func (c *Column) Settle(b *ingest.Column, rows int) *malformed.Error {
	if c.Void != 0 && c.Kind == plan.Double {
		for row, v := range b.Floats[:rows] {
			if v-v != 0 && (b.Nulls == nil || !b.Nulls[row]) && c.Void.has(v) {
				if b.Nulls == nil {
					b.Nulls = make([]bool, rows)
				}
				b.Floats[row], b.Nulls[row] = 0, true
				b.Lost.Endless++
			}
		}
	}
	bad := c.Check(*b, rows)
	if bad != nil && c.Kind == plan.Double && bad.Value != "NULL" {
		text := "inf"
		if bad.Value == "NaN" {
			text = bad.Value
		}
		bad.Want += "; gsdms load --null " + text + " makes it NULL"
	}
	return bad
}

// has reports whether a double that is not finite is NULL.
func (v Void) has(f float64) bool {
	if math.IsNaN(f) {
		return v&NaN != 0
	}
	return v&Infinite != 0
}

// Check looks at values that were not parsed here. The error's row counts from 1 in
// the batch.
func (c *Column) Check(b ingest.Column, rows int) *malformed.Error {
	bad := c.BadTexts(b.Dict)
	if bad == nil && c.allGood(b, rows) {
		return nil
	}
	for row := range rows {
		if b.Nulls != nil && b.Nulls[row] {
			if c.NotNull {
				return &malformed.Error{Row: int64(row + 1), Column: c.Name, Value: "NULL", Want: "a value: the column is NOT NULL"}
			}
			continue
		}
		if shown, want := c.checkValue(b, row, bad); want != "" {
			return &malformed.Error{Row: int64(row + 1), Column: c.Name, Value: shown, Want: want}
		}
	}
	return nil
}

// BadTexts gives what is wrong with which texts; nil: nothing.
func (c *Column) BadTexts(dict []string) map[uint32]string {
	var bad map[uint32]string
	if c.Keyed {
		return c.badKeys(dict)
	}
	for code, text := range dict {
		if c.bytes {
			text = value.TextOfBytes(text)
			dict[code] = text
		}
		if want := malformed.Text(unsafe.Slice(unsafe.StringData(text), len(text)), c.length); want != "" {
			if bad == nil {
				bad = map[uint32]string{}
			}
			bad[uint32(code)] = want
		}
	}
	return bad
}

// badKeys is badTexts of keys.
func (c *Column) badKeys(dict []string) map[uint32]string {
	bad := map[uint32]string{}
	for code, key := range dict {
		if len(key) > 0 && !c.typ.Fits(value.KeyNumber([]byte(key))) {
			bad[uint32(code)] = c.Wanted()
		}
	}
	return bad
}

// checkValue gives a bad value and what was expected.
func (c *Column) checkValue(b ingest.Column, row int, bad map[uint32]string) (shown, want string) {
	switch {
	case c.Keyed:
		key := []byte(b.Dict[b.Codes[row]])
		if len(key) == 0 {
			return "nothing", c.Wanted()
		}
		if want := bad[b.Codes[row]]; want != "" {
			return value.OfCode(c.typ, key).String(), want
		}
		return "", ""
	case c.Kind == plan.String:
		if want := bad[b.Codes[row]]; want != "" {
			return malformed.Quote([]byte(b.Dict[b.Codes[row]])), want
		}
		return "", ""
	case c.Kind == plan.Double:
		if v := b.Floats[row]; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v), c.Wanted()
		}
		return "", ""
	}
	lo, hi := c.bounds()
	n := b.Ints[row]
	switch {
	case n >= lo && n <= hi:
		return "", ""
	case c.Kind == plan.Date:
		return fmt.Sprintf("day %d after 1970-01-01", n), "a date from 0001-01-01 to 9999-12-31"
	case c.Kind.Ticking():
		return fmt.Sprintf("%d ticks of 1e-%d s", n, c.Scale), c.Wanted()
	}
	return fmt.Sprintf("%q", decimalText(n, c.Scale)), c.Wanted()
}

// allGood reports whether all values are good, as most are; where it says no, some may be wrong.
func (c *Column) allGood(b ingest.Column, rows int) bool {
	if c.NotNull && b.Nulls != nil || c.Keyed {
		return false
	}
	switch c.Kind {
	case plan.String:
		return true
	case plan.Double:
		sum := 0.0
		for _, v := range b.Floats[:rows] {
			sum += v - v // what is not finite makes it no number
		}
		return sum == 0
	}
	lo, hi := c.bounds()
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for _, n := range b.Ints[:rows] {
		least, most = min(least, n), max(most, n)
	}
	return least >= lo && most <= hi || rows == 0
}

// bounds are the least and the greatest number that the column takes.
func (c *Column) bounds() (lo, hi int64) {
	lo, hi = c.Low, c.High
	if c.Kind == plan.Bool {
		lo, hi = 0, 1
	} else if c.Kind == plan.Date {
		lo, hi = firstDay, lastDay
	} else if c.Kind == plan.DateTime {
		lo, hi = max(lo, firstDay*value.DayTicks(c.Scale)), min(hi, (lastDay+1)*value.DayTicks(c.Scale)-1)
	} else if c.Kind == plan.Time {
		lo, hi = value.TickBounds(c.Kind, c.Scale)
	}
	return lo, hi
}
