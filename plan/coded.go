package plan

import (
	"math/big"

	"gsdms/plan/value"
)

// Coded reports whether the column's numbers are codes of a dictionary: of texts, or of
// numbers that 64 bits do not hold.
func (c *Column) Coded() bool { return c.Type.Kind == String || c.Dict != nil }

// Wide reports whether the column's numbers are codes of numbers.
func (c *Column) Wide() bool { return c.Dict != nil && c.Type.Kind != String }

// manyNumbers is from how many different numbers on a choice among them is made row by row, and added up by their digits:
// to evaluate one for two million takes 1 s of processor time, as does putting their codes together.
const manyNumbers = 1 << 14

// WideOfMany reports whether the column's numbers are codes of so many that what is made of each takes long.
func (c *Column) WideOfMany() bool { return c.Wide() && c.Dict.Len() >= manyNumbers }

// Key gives the key that a decimal has, as a text.
func Key(e Expr) Expr {
	return Call{Op: KeyOf, Args: []Expr{e, Literal(value.OfInt(int64(e.Type().Scale)))}, Of: Type{Kind: String}}
}

// Key gives the key of a number that is not NULL.
func (v *Vector) Key(row int) string {
	if v.Wide != nil {
		return value.NumberKey(v.Wide[row])
	}
	key, _ := value.KeyOf(v.Value(row), v.Type)
	return key
}

// Plain gives the rows with numbers in place of codes of numbers: as programs leave them,
// for operators that know of codes of texts only.
func (r *Rows) Plain() *Rows {
	out := r
	for i := range r.Columns {
		v := &r.Columns[i]
		if v.Dict == nil || v.Type.Kind == String {
			continue
		}
		if out == r {
			out = &Rows{Len: r.Len, Columns: append([]Vector(nil), r.Columns...)}
		}
		out.Columns[i] = v.plain(r.Len)
	}
	return out
}

func (v *Vector) plain(rows int) Vector {
	if v.Type.Kind == Decimal {
		return v.wide(rows)
	}
	out := Vector{Type: v.Type, Nulls: v.Nulls, Ints: make([]int64, rows)}
	for row, code := range v.Ints[:rows] {
		if !v.IsNull(row) {
			out.Ints[row] = value.OfCode(v.Type, v.Dict.Bytes(int(code))).Int
		}
	}
	return out
}

// wide is plain of decimals. Rows with one code share its number.
func (v *Vector) wide(rows int) Vector {
	out := Vector{Type: v.Type, Nulls: v.Nulls, Wide: make([]*big.Int, rows)}
	zero, made := new(big.Int), new(value.KeyNumbers)
	var known []*big.Int // by code; nil: few rows have any
	if v.Dict.Len() <= 4*rows {
		known = make([]*big.Int, v.Dict.Len())
	}
	for row, code := range v.Ints[:rows] {
		switch {
		case v.IsNull(row):
			out.Wide[row] = zero
		case known == nil:
			out.Wide[row] = made.Of(v.Dict.Bytes(int(code)))
		default:
			if known[code] == nil {
				known[code] = made.Of(v.Dict.Bytes(int(code)))
			}
			out.Wide[row] = known[code]
		}
	}
	return out
}

// Texts is how many texts the dictionary of a column of texts has, 0 where there is none.
func (c *Column) Texts() int {
	if c.Type.Kind != String || c.Dict == nil {
		return 0
	}
	return c.Dict.Len()
}
