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
	out := Vector{Type: v.Type, Nulls: v.Nulls}
	known := make([]Value, v.Dict.Len())
	if v.Type.Kind == Decimal {
		out.Wide = make([]*big.Int, rows)
	} else {
		out.Ints = make([]int64, rows)
	}
	zero := new(big.Int)
	for row, code := range v.Ints[:rows] {
		if v.IsNull(row) {
			if out.Wide != nil {
				out.Wide[row] = zero
			}
			continue
		}
		n := &known[code]
		if n.Kind == Null {
			*n = value.OfCode(v.Type, v.Dict.Bytes(int(code)))
		}
		if out.Wide == nil {
			out.Ints[row] = n.Int
		} else {
			out.Wide[row] = value.Signed(n.Dec).MathBigInt()
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
