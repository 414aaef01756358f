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

// based gives the text of a whole number in a base, of which a negative one gives numbers with
// signs, and any other the bits of negative ones.
func (m *maker) based(x plan.Expr, base int) (p piece, ok bool) {
	number := func(v *plan.Vector, row int) uint64 { return uint64(v.Ints[row]) }
	if x.Type().Kind == plan.Unsigned {
		number = func(v *plan.Vector, row int) uint64 { return value.UnsignedOf(v.Ints[row]) }
	}
	write := func(to []byte, v *plan.Vector, row int) []byte { return appendBased(to, number(v, row), base) }
	if base == 16 {
		write = func(to []byte, v *plan.Vector, row int) []byte { return appendHex(to, number(v, row)) }
	}
	return numbered(m.computed(x), mostDigits(base), write)
}

// appendBased appends a number in a base, as a number with a sign where that is negative.
func appendBased(to []byte, n uint64, base int) []byte {
	begin := len(to)
	if base < 0 {
		to = strconv.AppendInt(to, int64(n), -base)
	} else {
		to = strconv.AppendUint(to, n, base)
	}
	for i, c := range to[begin:] {
		if c >= 'a' {
			to[begin+i] = c - 'a' + 'A'
		}
	}
	return to
}

// appendHex appends a number in base 16.
func appendHex(to []byte, n uint64) []byte {
	digits := (bits.Len64(n|1) + 3) / 4
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		to = append(to, "0123456789ABCDEF"[n>>shift&15])
	}
	return to
}

// mostDigits is how many bytes a number takes at most in a base, which is negative for numbers with a sign.
func mostDigits(base int) int {
	return 2 + 64/(bits.Len(uint(max(base, -base)))-1)
}
