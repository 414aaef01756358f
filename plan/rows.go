package plan

import "math/big"

// Vector is one column of rows that have left the engine: what a program gives and
// what the finish works on. Exactly one of Ints, Floats, Texts, Wide holds the
// values, one per row.
type Vector struct {
	Type   Type
	Ints   []int64     // numbers (Bool, Int, Decimal, Date, and String with Dict)
	Dict   *Dictionary // String in Ints: the dictionary of the codes
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
