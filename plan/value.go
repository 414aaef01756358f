package plan

import "github.com/cockroachdb/apd/v3"

// Value is one SQL value outside of the engine's vectors: a literal, a row of a
// small INSERT, a cell of a result. The zero Value is NULL.
type Value struct {
	Kind  Kind
	Int   int64        // Bool, Int, Date (days since 1970-01-01)
	Float float64      // Double
	Text  string       // String
	Dec   *apd.Decimal // Decimal, exact, its exponent is minus the scale
}

// IsNull reports whether the value is NULL.
func (v Value) IsNull() bool { return v.Kind == Null }
