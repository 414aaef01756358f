package columns

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
	"gsdms/pushscan/store/ingest"
)

// Column fills one column of batches with checked values. One goroutine owns it.
type Column struct {
	Name      string
	Kind      plan.Kind
	Keyed     bool // Decimal: values are keys
	NotNull   bool
	Low, High int64 // Int, Decimal: the numbers that the declared type admits
	Scale     int   // Decimal, DateTime, Time
	Ticks     int64 // DateTime, Time: of a second

	// How a file writes values: set before the first batch.
	Comma     bool   // Decimal, Double: a comma is the point
	Thousands bool   // numbers: where a comma is the point, points may be between thousands
	Void      Void   // Double: what is NULL
	Dates     string // Date, DateTime: how they are written; "": as MySQL writes them
	Checked   bool   // String: every text is checked before it has a code

	ingest.Column // of the batch being filled; the slices have the batch's capacity

	typ    plan.Type
	length int  // String: most characters
	words  bool // Int: true and false are 1 and 0, as in a column declared BOOL
	bytes  bool // String: values are bytes
	dict   Dictionary
	bad    string // String: what is wrong with the text just added
}

// Void says which doubles of a file are NULL, since no column holds them.
type Void uint8

// The kinds of such doubles.
const (
	NaN Void = 1 << iota
	Infinite
)

// declaredBool is how the type of a column declared BOOL is spelled.
const declaredBool = "TINYINT(1)"

// New makes what fills a column of a table.
func New(c plan.Column) *Column {
	t := c.Type
	col := &Column{Name: c.Name, Kind: t.Kind, NotNull: !c.Nullable, Low: t.Min, High: t.Max, Scale: t.Scale, length: t.Precision, typ: t, Keyed: t.Keyed()}
	if col.Low == 0 && col.High == 0 {
		col.Low, col.High = math.MinInt64, math.MaxInt64
	}
	col.bytes = t.Bytes()
	col.words = t.Kind == plan.Int && t.Name == declaredBool
	if t.Kind == plan.Decimal && t.Precision > 0 && t.Precision <= 18 {
		most := value.Pow10(t.Precision)
		col.Low, col.High = max(col.Low, 1-most), min(col.High, most-1)
	}
	if col.Kind.Ticking() {
		col.Ticks = value.Ticks(col.Scale)
	}
	if col.Kind != plan.String || col.length == 0 {
		col.length = malformed.MaxField
	}
	if col.coded() {
		col.dict = NewDictionary()
	}
	return col
}

// HoldsEmpty reports whether an empty field is an empty text, and not NULL: an empty text is no JSON.
func (c *Column) HoldsEmpty() bool { return c.Kind == plan.String && c.typ.Name != value.JSONName }

// coded reports whether values are codes of the batch's dictionary.
func (c *Column) coded() bool { return c.Kind == plan.String || c.Keyed }

// Begin makes room for a batch.
func (c *Column) Begin(rows int) {
	c.Column = ingest.Column{}
	switch {
	case c.Kind == plan.Double:
		c.Floats = make([]float64, rows)
	case c.coded():
		c.Codes, c.bad = make([]uint32, rows), ""
		c.dict.Reset()
	default:
		c.Ints = make([]int64, rows)
	}
}

// Repeat gives so many rows what the first one has.
func (c *Column) Repeat(rows int) {
	repeat(c.Ints, rows)
	repeat(c.Floats, rows)
	repeat(c.Codes, rows)
	repeat(c.Nulls, rows)
}

// repeat gives the first elements, so many, what the first one is, where there are any.
func repeat[T any](of []T, n int) {
	if len(of) == 0 {
		return
	}
	for i := range of[:n] {
		of[i] = of[0]
	}
}

// End hands the batch's first rows out.
func (c *Column) End(rows int) ingest.Column {
	out := c.Column
	switch {
	case c.Kind == plan.Double:
		out.Floats = out.Floats[:rows]
	case c.coded():
		out.Codes, out.Dict = out.Codes[:rows], c.dict.Take()
	default:
		out.Ints = out.Ints[:rows]
	}
	if out.Nulls != nil {
		out.Nulls = out.Nulls[:rows]
	}
	c.Column = ingest.Column{}
	return out
}

// SetNull makes a row NULL; it reports false if the column takes none.
func (c *Column) SetNull(row int) bool {
	if c.NotNull {
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

// SetText parses a value that is not NULL. Spaces around a number, a date or a
// boolean do not count. It reports false for a bad value: the batch is void then, and
// wanted says what was expected.
func (c *Column) SetText(row int, text []byte) (ok bool) {
	if c.Kind == plan.String {
		return c.setString(row, text)
	}
	text = bytes.Trim(text, " ")
	if c.Comma && (c.Kind == plan.Decimal || c.Kind == plan.Double) {
		text = scalar.Pointed(text, c.Thousands)
	} else if c.Thousands && (c.Kind == plan.Int || c.Kind == plan.Unsigned) && bytes.IndexByte(text, ',') < 0 {
		text = scalar.Pointed(text, true)
	}
	if c.Keyed {
		return c.setKey(row, text)
	}
	if c.Kind == plan.Double {
		c.Floats[row], ok = scalar.Double(text)
		return ok
	}
	if c.Ints[row], ok = c.parse(text); ok && (c.Kind == plan.Int || c.Kind == plan.Unsigned) && len(text) > 1 && text[0] == '0' {
		c.Lost.Zeros++
	}
	return ok
}

// MomentForm is how the values of a DATE or DATETIME are written where days are written so: a moment
// may have a time behind its day, or has one that day says.
func MomentForm(t plan.Type, day string) string {
	switch {
	case t.Kind != plan.DateTime || strings.Contains(day, "%p"):
		return day
	case t.Scale == 0:
		return day + " %H:%i:%s"
	}
	return day + " %H:%i:%s.%f"
}

// Unset takes back what a wrong record has set in a row.
func (c *Column) Unset(row int) {
	if c.Nulls != nil {
		c.Nulls[row] = false
	}
	c.bad = ""
}

// setKey gives a decimal of any number of digits its code.
func (c *Column) setKey(row int, text []byte) bool {
	d, ok := value.ParseDecimal(string(text))
	if !ok {
		return false
	}
	key, exact := value.KeyOf(plan.Value{Kind: plan.Decimal, Dec: d}, c.typ)
	if !exact || !c.typ.Fits(value.KeyNumber([]byte(key))) {
		return false
	}
	c.Codes[row], _ = c.dict.Code([]byte(key))
	return true
}

// parse reads a value of a kind that Ints holds.
func (c *Column) parse(text []byte) (int64, bool) {
	if c.Dates != "" {
		v, ok := function.ReadDate(c.typ, string(text), c.Dates)
		return v.Int, ok && (c.Kind == plan.Date || v.Int >= c.Low && v.Int <= c.High)
	}
	switch c.Kind {
	case plan.Int:
		if n, ok := scalar.Bool(text); ok && c.words {
			return n, true
		}
		return scalar.Int(text, c.Low, c.High)
	case plan.Unsigned:
		return scalar.Unsigned(text)
	case plan.Decimal:
		return scalar.Decimal(text, c.Scale, c.Low, c.High)
	case plan.Date:
		return scalar.Date(text)
	case plan.DateTime:
		n, ok := scalar.DateTime(text, c.Scale)
		return n, ok && n >= c.Low && n <= c.High
	case plan.Time:
		return scalar.Time(text, c.Scale)
	case plan.Bool:
		return scalar.Bool(text)
	}
	return 0, false
}

// setString gives a text its code. Only a text that the batch has not seen before needs
// a check; once one was wrong, so is the batch.
func (c *Column) setString(row int, text []byte) bool {
	if c.bytes {
		text = []byte(bytesText(text))
	}
	if c.Checked {
		if c.bad = malformed.Text(text, c.length); c.bad != "" {
			return false
		}
	}
	code, added := c.dict.Code(text)
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

// Wanted says what the column takes, after setText refused a value.
func (c *Column) Wanted() string {
	switch c.Kind {
	case plan.Int:
		text := fmt.Sprintf("an integer from %d to %d", c.Low, c.High)
		if c.words {
			text += ", true, false, yes or no"
		}
		return text
	case plan.Unsigned:
		return "an integer from 0 to 18446744073709551615"
	case plan.Decimal:
		if c.Keyed {
			return "a value of " + c.typ.String() + ", without rounding"
		}
		return fmt.Sprintf("a decimal from %s to %s, without rounding",
			decimalText(c.Low, c.Scale), decimalText(c.High, c.Scale))
	case plan.Date:
		if c.Dates != "" {
			return "a date like " + c.Dates
		}
		return "a date, YYYY-MM-DD"
	case plan.DateTime:
		if c.Dates != "" {
			return "a date and time like " + c.Dates
		}
		if c.Low > math.MinInt64 {
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
func (c *Column) fraction() string {
	if c.Scale == 0 {
		return " without a fraction"
	}
	return fmt.Sprintf(" with up to %d digits of a fraction", c.Scale)
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
