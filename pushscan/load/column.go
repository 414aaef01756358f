package load

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"strings"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/value"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/scalar"
	"gsdms/pushscan/store"
)

// column fills one column of batches with checked values. One goroutine owns it.
type column struct {
	name    string
	kind    plan.Kind
	notNull bool
	lo, hi  int64 // Int, Decimal: the numbers that the declared type admits
	scale   int   // Decimal, DateTime, Time
	ticks   int64 // DateTime, Time: of a second
	length  int   // String: most characters
	typ     plan.Type
	keyed   bool   // Decimal: values are keys
	words   bool   // Int: true and false are 1 and 0, as in a column declared BOOL
	comma   bool   // Decimal, Double: a comma is the point
	checked bool   // String: every text is checked before it has a code
	bytes   bool   // String: values are bytes
	nan     bool   // Double: what is no number is NULL
	dates   string // Date, DateTime: how they are written; "": as MySQL writes them

	store.BatchColumn // of the batch being filled; the slices have the batch's capacity
	dict              dictionary
	bad               string // String: what is wrong with the text just added
}

// declaredBool is how the type of a column declared BOOL is spelled.
const declaredBool = "TINYINT(1)"

func newColumn(c plan.Column) *column {
	t := c.Type
	col := &column{name: c.Name, kind: t.Kind, notNull: !c.Nullable, lo: t.Min, hi: t.Max, scale: t.Scale, length: t.Precision, typ: t, keyed: t.Keyed()}
	if col.lo == 0 && col.hi == 0 {
		col.lo, col.hi = math.MinInt64, math.MaxInt64
	}
	col.bytes = t.Bytes()
	col.words = t.Kind == plan.Int && t.Name == declaredBool
	if t.Kind == plan.Decimal && t.Precision > 0 && t.Precision <= 18 {
		most := value.Pow10(t.Precision)
		col.lo, col.hi = max(col.lo, 1-most), min(col.hi, most-1)
	}
	if col.kind.Ticking() {
		col.ticks = value.Ticks(col.scale)
	}
	if col.kind != plan.String || col.length == 0 {
		col.length = malformed.MaxField
	}
	if col.coded() {
		col.dict = newDictionary()
	}
	return col
}

// coded reports whether values are codes of the batch's dictionary.
func (c *column) coded() bool { return c.kind == plan.String || c.keyed }

// begin makes room for a batch.
func (c *column) begin(rows int) {
	c.BatchColumn = store.BatchColumn{}
	switch {
	case c.kind == plan.Double:
		c.Floats = make([]float64, rows)
	case c.coded():
		c.Codes, c.bad = make([]uint32, rows), ""
		c.dict.reset()
	default:
		c.Ints = make([]int64, rows)
	}
}

// end hands the batch's first rows out.
func (c *column) end(rows int) store.BatchColumn {
	out := c.BatchColumn
	switch {
	case c.kind == plan.Double:
		out.Floats = out.Floats[:rows]
	case c.coded():
		out.Codes, out.Dict = out.Codes[:rows], c.dict.take()
	default:
		out.Ints = out.Ints[:rows]
	}
	if out.Nulls != nil {
		out.Nulls = out.Nulls[:rows]
	}
	c.BatchColumn = store.BatchColumn{}
	return out
}

// setNull makes a row NULL; it reports false if the column takes none.
func (c *column) setNull(row int) bool {
	if c.notNull {
		return false
	}
	if c.Nulls == nil {
		c.Nulls = make([]bool, max(len(c.Ints), len(c.Floats), len(c.Codes)))
	}
	c.Nulls[row] = true
	if c.coded() {
		c.Codes[row] = 0 // of any text, or of none
	}
	return true
}

// setText parses a value that is not NULL. Spaces around a number, a date or a
// boolean do not count. It reports false for a bad value: the batch is void then, and
// wanted says what was expected.
func (c *column) setText(row int, text []byte) (ok bool) {
	if c.kind == plan.String {
		return c.setString(row, text)
	}
	text = bytes.Trim(text, " ")
	if c.comma && (c.kind == plan.Decimal || c.kind == plan.Double) {
		text = bytes.Replace(text, []byte{','}, []byte{'.'}, 1)
	}
	if c.keyed {
		return c.setKey(row, text)
	}
	if c.kind == plan.Double {
		c.Floats[row], ok = scalar.Double(text)
		return ok
	}
	c.Ints[row], ok = c.parse(text)
	return ok
}

// unset takes back what a wrong record has set in a row.
func (c *column) unset(row int) {
	if c.Nulls != nil {
		c.Nulls[row] = false
	}
	c.bad = ""
}

// setKey gives a decimal of any number of digits its code.
func (c *column) setKey(row int, text []byte) bool {
	d, ok := value.ParseDecimal(string(text))
	if !ok {
		return false
	}
	key, exact := value.KeyOf(plan.Value{Kind: plan.Decimal, Dec: d}, c.typ)
	if !exact || !c.typ.Fits(value.KeyNumber([]byte(key))) {
		return false
	}
	c.Codes[row], _ = c.dict.code([]byte(key))
	return true
}

// parse reads a value of a kind that Ints holds.
func (c *column) parse(text []byte) (int64, bool) {
	if c.dates != "" {
		v, ok := function.ReadDate(c.typ, string(text), c.dates)
		return v.Int, ok && (c.kind == plan.Date || v.Int >= c.lo && v.Int <= c.hi)
	}
	switch c.kind {
	case plan.Int:
		if n, ok := scalar.Bool(text); ok && c.words {
			return n, true
		}
		return scalar.Int(text, c.lo, c.hi)
	case plan.Unsigned:
		return scalar.Unsigned(text)
	case plan.Decimal:
		return scalar.Decimal(text, c.scale, c.lo, c.hi)
	case plan.Date:
		return scalar.Date(text)
	case plan.DateTime:
		n, ok := scalar.DateTime(text, c.scale)
		return n, ok && n >= c.lo && n <= c.hi
	case plan.Time:
		return scalar.Time(text, c.scale)
	case plan.Bool:
		return scalar.Bool(text)
	}
	return 0, false
}

// setString gives a text its code. Only a text that the batch has not seen before needs
// a check; once one was wrong, so is the batch.
func (c *column) setString(row int, text []byte) bool {
	if c.bytes {
		text = []byte(bytesText(text))
	}
	if c.checked {
		if c.bad = malformed.Text(text, c.length); c.bad != "" {
			return false
		}
	}
	code, added := c.dict.code(text)
	c.Codes[row] = code
	if added && c.bad == "" {
		c.bad = malformed.Text(text, c.length)
	}
	return c.bad == ""
}

// bytesText is the text that stands for the bytes of a field: those that it shows in hexadecimal, as
// they are written, else its own.
func bytesText(field []byte) string {
	if digits, ok := bytes.CutPrefix(field, []byte("0x")); ok {
		if raw, err := hex.DecodeString(string(digits)); err == nil {
			return value.TextOfBytes(string(raw))
		}
	}
	return value.TextOfBytes(string(field))
}

// wanted says what the column takes, after setText refused a value.
func (c *column) wanted() string {
	switch c.kind {
	case plan.Int:
		text := fmt.Sprintf("an integer from %d to %d", c.lo, c.hi)
		if c.words {
			text += ", true, false, yes or no"
		}
		return text
	case plan.Unsigned:
		return "an integer from 0 to 18446744073709551615"
	case plan.Decimal:
		if c.keyed {
			return "a value of " + c.typ.String() + ", without rounding"
		}
		return fmt.Sprintf("a decimal from %s to %s, without rounding",
			decimalText(c.lo, c.scale), decimalText(c.hi, c.scale))
	case plan.Date:
		if c.dates != "" {
			return "a date like " + c.dates
		}
		return "a date, YYYY-MM-DD"
	case plan.DateTime:
		if c.dates != "" {
			return "a date and time like " + c.dates
		}
		if c.lo > math.MinInt64 {
			return "a date and time from 1970-01-01 00:00:01 to 2038-01-19 03:14:07" + c.fraction()
		}
		return "a date and time, YYYY-MM-DD hh:mm:ss" + c.fraction()
	case plan.Time:
		return "a time, hh:mm:ss" + c.fraction()
	case plan.Bool:
		return "0, 1, true, false, yes or no"
	case plan.Double:
		return "a finite number"
	}
	return c.bad
}

// fraction says how many digits of a fraction a time has.
func (c *column) fraction() string {
	if c.scale == 0 {
		return " without a fraction"
	}
	return fmt.Sprintf(" with up to %d digits of a fraction", c.scale)
}

// decimalText spells a scaled number.
func decimalText(n int64, scale int) string {
	sign, text := "", fmt.Sprint(n)
	if n < 0 {
		sign, text = "-", text[1:]
	}
	return sign + pointed(text, scale)
}

// pointed puts the point into digits.
func pointed(text string, scale int) string {
	if scale == 0 {
		return text
	}
	if len(text) <= scale {
		text = strings.Repeat("0", scale+1-len(text)) + text
	}
	return text[:len(text)-scale] + "." + text[len(text)-scale:]
}
