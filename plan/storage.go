package plan

import (
	"math"
	"strings"
	"unicode/utf8"

	"gsdms/plan/json"
	"gsdms/plan/value"
)

// Storage is the physical form of a column or of an array: fixed-width
// little-endian numbers without a validity bitmap.
//
// An integer column holds unsigned numbers of Width bytes; the logical number is
// stored + Bias in two's complement. If Nullable, the stored number 0 is NULL, so
// NULL sorts first and a range of real values never contains it; Bias already
// accounts for that (smallest value v is stored as 1 with Bias v-1). A Width of 8
// compares unsigned like the others.
//
// A float column (Width 8) holds IEEE doubles; if Nullable, NULL is the quiet NaN
// with payload NullBits. Other NaNs and infinities are never stored.
type Storage struct {
	Width    int // bytes: 1, 2, 4 or 8
	Float    bool
	Nullable bool
	Bias     int64
}

// NullBits is the bit pattern of NULL in a nullable float column.
const NullBits uint64 = 0x7ff8_0000_0000_0001

// Load gives the number and whether it is NULL for a stored unsigned integer.
func (s Storage) Load(stored uint64) (n int64, null bool) {
	return int64(stored) + s.Bias, s.Nullable && stored == 0
}

// Null is what stands for NULL in a nullable column.
func (s Storage) Null() uint64 {
	if s.Float {
		return NullBits
	}
	return 0
}

// Store is the inverse of Load for a number that is not NULL.
func (s Storage) Store(n int64) uint64 { return uint64(n - s.Bias) }

// RankOf numbers doubles in their order: of a negative one all bits but the sign are turned. Of two zeros the
// negative one is less.
func RankOf(d float64) int64 {
	b := int64(math.Float64bits(d))
	return b ^ int64(uint64(b>>63)>>1)
}

// OfRank is the double of a rank.
func OfRank(rank int64) float64 {
	return math.Float64frombits(uint64(rank ^ int64(uint64(rank>>63)>>1)))
}

// RankStorage is the form in which zones and sets have doubles: as their ranks, with a code left for
// NULL, since no number has the least one.
func RankStorage(nullable bool) Storage {
	return Storage{Width: 8, Nullable: nullable, Bias: math.MinInt64}
}

// KeptText is a text as a column of the type keeps it: CHAR(n) has no blanks at the end, VARCHAR(n)
// none that are too many, JSON is
// written in one way, and members of a SET are in their order. What no such column takes stays as
// it is.
func KeptText(t Type, s string) string {
	if t.Listed() {
		if kept, ok := t.MemberOf(s); ok {
			return kept
		}
		return s
	}
	if t.Bytes() {
		return t.FilledBytes(s)
	}
	if t.Name == value.JSONName {
		if normal, ok := json.Normal(s); ok {
			return normal
		}
		return s
	}
	if strings.HasPrefix(t.Name, "CHAR(") {
		return strings.TrimRight(s, " ")
	}
	if t.Precision > 0 && len(s) > t.Precision {
		return withoutBlanks(s, t.Precision)
	}
	return s
}

// withoutBlanks cuts off the blanks at the end of a text that make it longer than n letters.
func withoutBlanks(s string, n int) string {
	for strings.HasSuffix(s, " ") && utf8.RuneCountInString(s) > n {
		s = s[:len(s)-1]
	}
	return s
}

// KeepsTexts reports whether a column of a type keeps every text as it comes, as long as it is not
// too long.
func KeepsTexts(t Type) bool {
	return t.Kind == String && !t.Listed() && !t.Bytes() && t.Name != value.JSONName && !strings.HasPrefix(t.Name, "CHAR(")
}
