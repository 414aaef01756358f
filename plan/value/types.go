package value

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kind is the family of a value: what it is, never how it is stored.
type Kind uint8

// The kinds. Inside the engine every kind but Double is an int64, its "number":
// Bool 0 or 1, Int itself, Unsigned (a whole number from 0 to 2^64-1) less 2^63,
// Decimal the value scaled by 10^Scale, Date the days
// since 1970-01-01, DateTime the seconds since then and Time a span of seconds, both
// scaled by 10^Scale, String the code in a sorted dictionary known when the
// query is compiled. Double is a float64.
const (
	Null Kind = iota // the type of the literal NULL
	Bool
	Int
	Unsigned
	Decimal
	Double
	Date
	DateTime
	Time
	String
)

// Type is the logical type of a column or an expression.
type Type struct {
	Kind      Kind
	Precision int    // Decimal: digits in all (up to 65 for a result); String: declared length, 0 for none
	Scale     int    // Decimal: digits after the point; DateTime, Time: digits of a second's fraction
	Guard     int    // Decimal, a sum: how many of Scale it does not show
	Name      string // as SQL spells the declared type (TINYINT, BIGINT UNSIGNED, CHAR(9)); "" for an expression
	Min, Max  int64  // Int and Decimal columns: the numbers that the declared type admits
}

// JSONName is how the type JSON is spelled.
const JSONName = "JSON"

// CaselessName is the name of the type of texts that compare without regard to case. No column that
// is stored has it: it is for what describes tables, where clients write names and words as they like.
const CaselessName = "TEXT COLLATE utf8mb4_general_ci"

// Caseless reports whether texts compare without regard to case.
func (t Type) Caseless() bool { return t.Kind == String && t.Name == CaselessName }

// YearName is the name of the type YEAR, whose numbers are 0 and 1901 to 2155.
const YearName = "YEAR"

// LastYear is the last one that a YEAR is.
const LastYear = 2155

// mostBits is how many bits a BIT has whose numbers are those of a BIGINT.
const mostBits = 63

// BitType is BIT(n): the whole numbers of n bits, which a text of bytes spells.
func BitType(n int) Type {
	if n > mostBits {
		return UnsignedType()
	}
	return Type{Kind: Int, Name: fmt.Sprintf("BIT(%d)", n), Max: 1<<n - 1}
}

// Bits reports whether it is the type BIT(n).
func (t Type) Bits() bool { return t.Kind == Int && strings.HasPrefix(t.Name, "BIT(") }

// FullYear gives the year that a number means, of which 1 to 99 are 1970 to 2069; false for
// one that no YEAR is.
func FullYear(n int64) (year int64, ok bool) {
	if n >= 1 && n <= 99 {
		return int64(YearOfTwoDigits(int(n))), true
	}
	return n, n == 0 || n >= 1901 && n <= LastYear
}

// FloatName is the name of the type FLOAT, whose values are those of 32 bits and show six digits.
const FloatName = "FLOAT"

// DoubleName is the name of the type DOUBLE.
const DoubleName = "DOUBLE"

// UnsignedSuffix is how the name of a type ends that has no negative numbers.
const UnsignedSuffix = " UNSIGNED"

// SinglePrecision is up to how many bits FLOAT(bits) is a FLOAT; of more it is a DOUBLE.
const SinglePrecision = 24

// Single reports whether values of the type are those of 32 bits.
func (t Type) Single() bool { return t.Kind == Double && strings.HasPrefix(t.Name, FloatName) }

// FixedType is FLOAT(digits,after) or DOUBLE(digits,after): its values are rounded to digits after
// the point, and shown with them.
func FixedType(name string, digits, after int) Type {
	return Type{Kind: Double, Name: fmt.Sprintf("%s(%d,%d)", name, digits, after)}
}

// Fixed gives the digits of a FixedType: in all, and after the point.
func (t Type) Fixed() (digits, after int, ok bool) {
	if t.Kind != Double {
		return 0, 0, false
	}
	_, list, ok := strings.Cut(t.Name, "(")
	if !ok {
		return 0, 0, false
	}
	list, _, _ = strings.Cut(list, ")")
	before, behind, _ := strings.Cut(list, ",")
	digits, wrong := strconv.Atoi(before)
	after, also := strconv.Atoi(behind)
	return digits, after, wrong == nil && also == nil
}

// AppendDouble appends the text of a double with the digits behind the point that the type shows, if
// it says how many: zeros behind those that tell it from others.
func (t Type) AppendDouble(dst []byte, f float64) []byte {
	_, after, fixed := t.Fixed()
	if !fixed {
		return append(dst, FormatFloat(f)...)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, f+0, 'f', -1, 64)
	point := bytes.IndexByte(dst[start:], '.')
	if point < 0 {
		if point = len(dst) - start; after > 0 {
			dst = append(dst, '.')
		}
	}
	missing := after - max(0, len(dst)-start-point-1)
	if missing < 0 {
		return strconv.AppendFloat(dst[:start], f+0, 'f', after, 64)
	}
	return append(dst, strings.Repeat("0", missing)...)
}

// FitDouble gives the value of a type that a finite double becomes: rounded to its digits, and to 32
// bits; false where it is out of range.
func FitDouble(t Type, f float64) (fit float64, ok bool) {
	if digits, after, fixed := t.Fixed(); fixed {
		unit, whole := math.Pow10(after), math.Floor(f) // MySQL rounds what is above that, ties to even
		f = whole + math.RoundToEven((f-whole)*unit)/unit
		if math.Abs(f) > (math.Pow10(digits)-1)/unit {
			return f, false
		}
	}
	if f < 0 && strings.HasSuffix(t.Name, UnsignedSuffix) {
		return f, false
	}
	if !t.Single() {
		return f, true
	}
	if math.Abs(f) > math.MaxFloat32 {
		return f, false
	}
	return float64(float32(f)), true
}

// ShownDouble is a double with the digits that a value of the type shows.
func (t Type) ShownDouble(f float64) float64 {
	switch _, after, fixed := t.Fixed(); {
	case fixed:
		shown, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', after, 64), 64) // of a number that is one
		return shown
	case t.Single():
		return ShownFloat(f)
	}
	return f
}

// ShownFloat is a FLOAT with the six digits that it shows.
func ShownFloat(f float64) float64 {
	shown, err := strconv.ParseFloat(strconv.FormatFloat(f, 'e', 5, 64), 64)
	if err != nil {
		return f // no digits: it is none that a column holds
	}
	return shown
}

// Bounded reports whether the type admits less than all numbers of 64 bits.
func (t Type) Bounded() bool {
	return t.Min < t.Max && (t.Min > math.MinInt64 || t.Max < math.MaxInt64)
}

// Float reports whether values of the type are held as float64.
func (t Type) Float() bool { return t.Kind == Double }

// Temporal reports whether values of the kind are dates or times.
func (k Kind) Temporal() bool { return k == Date || k.Ticking() }

// Ticking reports whether numbers of the kind count fractions of seconds.
func (k Kind) Ticking() bool { return k == DateTime || k == Time }

// Scaled reports whether numbers of the kind mean nothing without the type's scale.
func (k Kind) Scaled() bool { return k == Decimal || k.Ticking() }

// String spells the type as SQL does.
func (t Type) String() string {
	if t.Name != "" {
		return t.Name
	}
	switch t.Kind {
	case Decimal:
		return fmt.Sprintf("DECIMAL(%d,%d)", t.Precision, t.Scale)
	case Null:
		return "NULL"
	case Bool:
		return "BOOL"
	case Int:
		return "BIGINT"
	case Unsigned:
		return UnsignedName
	case Double:
		return "DOUBLE"
	case Date:
		return "DATE"
	case DateTime:
		return "DATETIME" + t.fraction()
	case Time:
		return "TIME" + t.fraction()
	default:
		return "VARCHAR"
	}
}

// Lower spells the type in small letters, but for the members of a listed one.
func (t Type) Lower() string {
	if word, members, ok := strings.Cut(t.String(), "("); ok && t.Listed() {
		return strings.ToLower(word) + "(" + members
	}
	return strings.ToLower(t.String())
}

// fraction spells the digits of a second's fraction, unless there are none.
func (t Type) fraction() string {
	if t.Scale == 0 {
		return ""
	}
	return fmt.Sprintf("(%d)", t.Scale)
}

// DecimalType makes the type of precision digits, scale of them after the point,
// within MySQL's limits.
func DecimalType(precision, scale int) Type {
	scale = min(scale, MaxScale)
	return Type{Kind: Decimal, Precision: max(1, scale, min(precision, MaxPrecision)), Scale: scale}
}
