package plan

import (
	"math/big"

	"gsdms/plan/value"
)

// Vector is one column of rows that have left the engine: what a program gives and
// what the tail works on. Exactly one of Ints, Floats, Texts, Wide holds the
// values, one per row.
type Vector struct {
	Type   Type
	Ints   []int64     // numbers of any kind but Double, or codes
	Dict   *Dictionary // Ints are its codes: of texts, or as a program leaves them of numbers past 64 bits
	Floats []float64
	Texts  []string
	Wide   []*big.Int // Decimal past 64 bits, scaled like Ints
	Nulls  []bool     // nil: no NULL
}

// Rows is a set of rows by columns, all of the same length.
type Rows struct {
	Len     int
	Columns []Vector
}

// Slice gives the rows from lo to hi, whose columns are those of r.
func (r *Rows) Slice(lo, hi int) *Rows {
	if lo == 0 && hi == r.Len {
		return r
	}
	out := &Rows{Len: hi - lo, Columns: make([]Vector, len(r.Columns))}
	for i := range r.Columns {
		v := r.Columns[i]
		v.Ints, v.Floats, v.Texts = part(v.Ints, lo, hi), part(v.Floats, lo, hi), part(v.Texts, lo, hi)
		v.Wide, v.Nulls = part(v.Wide, lo, hi), part(v.Nulls, lo, hi)
		out.Columns[i] = v
	}
	return out
}

// part is a part of a slice, nil of one that is nil.
func part[T any](s []T, lo, hi int) []T {
	if s == nil {
		return nil
	}
	return s[lo:hi:hi]
}

// IsNull reports whether a row is NULL.
func (v *Vector) IsNull(row int) bool {
	return v.Type.Kind == Null || v.Nulls != nil && v.Nulls[row]
}

// Value gives one value of the vector; texts of a dictionary are copied.
func (v *Vector) Value(row int) Value {
	if v.IsNull(row) {
		return Value{}
	}
	switch {
	case v.Floats != nil:
		return value.OfFloat(v.Floats[row])
	case v.Texts != nil:
		return value.OfString(v.Texts[row])
	case v.Wide != nil:
		return value.OfWide(v.Wide[row], v.Type.Scale)
	case v.Dict != nil:
		return value.OfCode(v.Type, v.Dict.Bytes(int(v.Ints[row])))
	default:
		return value.OfNumber(v.Type, v.Ints[row])
	}
}

// Bytes is the memory that the columns take, texts of rows among it, without dictionaries.
func (r *Rows) Bytes() (sum int64) {
	for i := range r.Columns {
		v := &r.Columns[i]
		sum += 8*int64(len(v.Ints)+len(v.Floats)) + 16*int64(len(v.Texts)) + wideBytes*int64(len(v.Wide)) + int64(len(v.Nulls)) + v.TextBytes()
	}
	return sum
}

// TextBytes is what the texts of rows take, each as if it were the only one in its memory;
// texts of a dictionary are not among them.
func (v *Vector) TextBytes() (sum int64) {
	for _, text := range v.Texts {
		sum += int64(len(text))
	}
	return sum
}

// wideBytes is what a big number of two words takes.
const wideBytes = 8 + 24 + 32
