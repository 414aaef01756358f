package made

import (
	"math/bits"
	"strconv"

	"gsdms/plan"
	"gsdms/plan/value"
)

// basedNumber gives the whole number that CONV, or HEX, writes in a base which is constant, where it
// need not be read of a text first.
func basedNumber(e plan.Call) (x plan.Expr, base int, ok bool) {
	text, cast := e.Args[0].(plan.Cast)
	from, known := e.Args[1].(plan.Const)
	to, constant := e.Args[2].(plan.Const)
	if !cast || !known || !constant || from.Value.Int != 10 || to.Value.IsNull() {
		return nil, 0, false
	}
	base = int(to.Value.Int)
	kind := text.X.Type().Kind
	return text.X, base, (kind == plan.Int || kind == plan.Unsigned) && max(base, -base) >= 2 && max(base, -base) <= 36
}

// based appends the text of a whole number in a base, of which a negative one gives numbers with
// signs, and any other the bits of negative ones.
func (m *maker) based(x plan.Expr, base int) bool {
	v, dense := m.computed(x)
	number := func(v *plan.Vector, row int) uint64 { return uint64(v.Ints[row]) }
	if x.Type().Kind == plan.Unsigned {
		number = func(v *plan.Vector, row int) uint64 { return value.UnsignedOf(v.Ints[row]) }
	}
	write := func(to []byte, v *plan.Vector, row int) []byte {
		begin := len(to)
		if base < 0 {
			to = strconv.AppendInt(to, int64(number(v, row)), -base)
		} else {
			to = strconv.AppendUint(to, number(v, row), base)
		}
		for i, c := range to[begin:] {
			if c >= 'a' {
				to[begin+i] = c - 'a' + 'A'
			}
		}
		return to
	}
	m.out = append(m.out, fragment{column: v, dense: dense, write: write, most: mostDigits(base)})
	return v != nil
}

// mostDigits is how many bytes a number takes at most in a base, which is negative for numbers with a sign.
func mostDigits(base int) int {
	return 2 + 64/(bits.Len(uint(max(base, -base)))-1)
}
