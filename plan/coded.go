package plan

import "math/big"

// Numbers that 64 bits do not hold are codes in a dictionary, as texts are: of keys, whose
// order as bytes is that of the numbers.

// NumberKey is the key of a number: its length, or for one below 0 what is left of it, and
// its bytes, those of one below 0 turned over.
func NumberKey(n *big.Int) string {
	const zero = 0x80
	bytes := n.Bytes()
	key := append(make([]byte, 0, len(bytes)+1), zero+byte(len(bytes)))
	if n.Sign() < 0 {
		key[0] = zero - byte(len(bytes))
		for i := range bytes {
			bytes[i] = ^bytes[i]
		}
	}
	return string(append(key, bytes...))
}

// KeyNumber is the inverse of NumberKey.
func KeyNumber(key []byte) *big.Int {
	if key[0] >= 0x80 {
		return new(big.Int).SetBytes(key[1:])
	}
	turned := make([]byte, len(key)-1)
	for i, b := range key[1:] {
		turned[i] = ^b
	}
	n := new(big.Int).SetBytes(turned)
	return n.Neg(n)
}

// Keyed reports whether values of a column of the type come as keys: decimals of more digits
// than 64 bits surely hold.
func (t Type) Keyed() bool { return t.Kind == Decimal && t.Precision > SureDigits }

// SureDigits is how many digits any number of 64 bits can have.
const SureDigits = 18

// Fits reports whether a number has no more digits than the type, of any number of them.
func (t Type) Fits(n *big.Int) bool {
	return n.CmpAbs(bigPow10(t.Precision).MathBigInt()) < 0
}

// Coded reports whether the column's numbers are codes of a dictionary: of texts, or of
// numbers that 64 bits do not hold.
func (c *Column) Coded() bool { return c.Type.Kind == String || c.Dict != nil }

// Wide reports whether the column's numbers are codes of numbers.
func (c *Column) Wide() bool { return c.Dict != nil && c.Type.Kind != String }

// CodedValue is the value of a type that an entry of a dictionary stands for.
func CodedValue(t Type, entry []byte) Value {
	switch t.Kind {
	case String:
		return StringValue(string(entry))
	case Decimal:
		return WideValue(KeyNumber(entry), t.Scale)
	case Unsigned:
		return UnsignedValue(KeyNumber(entry).Uint64())
	}
	return NumberValue(t, KeyNumber(entry).Int64())
}

// KeyOf gives the key that a number has among those of a type; false for one that has
// digits which the type's scale has no room for, or is of another kind.
func KeyOf(v Value, t Type) (key string, ok bool) {
	switch {
	case v.Kind != t.Kind:
		return "", false
	case v.Kind == Decimal:
		d := rescale(v.Dec, t.Scale)
		return NumberKey(signed(d).MathBigInt()), compareDecimals(d, v.Dec) == 0
	case v.Kind == Unsigned:
		return NumberKey(new(big.Int).SetUint64(UnsignedOf(v.Int))), true
	}
	return NumberKey(big.NewInt(v.Int)), v.Kind != String && v.Kind != Double
}

// Key gives the key of a number that is not NULL.
func (v *Vector) Key(row int) string {
	if v.Wide != nil {
		return NumberKey(v.Wide[row])
	}
	key, _ := KeyOf(v.Value(row), v.Type)
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
			*n = CodedValue(v.Type, v.Dict.Bytes(int(code)))
		}
		if out.Wide == nil {
			out.Ints[row] = n.Int
		} else {
			out.Wide[row] = signed(n.Dec).MathBigInt()
		}
	}
	return out
}
