package scalar

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"unsafe"
)

// mostExact is how many digits a number has at most whose digits 64 bits hold.
const mostExact = 19

// tens are the powers of ten that a double is exactly.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// PlainDouble reads -digits.digits of up to 19 digits at pos, which end before data does, as the
// nearest double. ok is false for what is written otherwise.
func PlainDouble(data []byte, pos int) (v float64, end int, ok bool) {
	negative := data[pos] == '-'
	if negative {
		pos++
	}
	n, end := manyDigits(data, pos, 0)
	count, fraction := end-pos, 0
	if data[end] == '.' {
		point := end + 1
		n, end = manyDigits(data, point, n)
		fraction = end - point
	}
	if count += fraction; count == 0 || count > mostExact {
		return 0, end, false
	}
	switch {
	case n < 1<<53:
		v = float64(n) / tens[fraction] // both are exact, and the quotient is rounded once
	case fraction == 0:
		v = float64(n)
	default:
		v = quotient(n, fraction)
	}
	if negative {
		v = 0 - v // one zero
	}
	return v, end, true
}

// manyDigits appends the digits at pos to n; it may have wrapped after more than 19.
func manyDigits(data []byte, pos int, n uint64) (uint64, int) {
	for pos+8 <= len(data) {
		eight, ok := eightDigits(binary.LittleEndian.Uint64(data[pos:]))
		if !ok {
			break
		}
		n, pos = n*100_000_000+eight, pos+8
	}
	for {
		d := data[pos] - '0'
		if d > 9 {
			return n, pos
		}
		n, pos = n*10+uint64(d), pos+1
	}
}

// eightDigits reads eight digits, the first one in the lowest byte: pairs of digits become
// numbers, then pairs of these.
func eightDigits(w uint64) (uint64, bool) {
	const high = 0xf0f0f0f0f0f0f0f0
	if w&high != 0x3030303030303030 || (w+0x0606060606060606)&high != 0x3030303030303030 {
		return 0, false
	}
	w -= 0x3030303030303030
	w = w*10 + w>>8
	const pairs = 0x000000ff000000ff
	return (w&pairs*(100+1_000_000<<32) + w>>16&pairs*(1+10_000<<32)) >> 32 & math.MaxUint32, true
}

// quotient is n / 10^power, rounded once; n is not 0.
func quotient(n uint64, power int) float64 {
	by := uint64(1)
	for range power {
		by *= 10
	}
	up, down := bits.LeadingZeros64(n), bits.LeadingZeros64(by)
	n, by = n<<up, by<<down
	q, rest := bits.Div64(n>>1, n<<63, by) // n·2^63 / by, of 63 or 64 bits
	if rest != 0 {
		q |= 1 // no half of what a double leaves of it
	}
	return float64(q) * math.Float64frombits(uint64(1023+down-up-63)<<52)
}

// Double reads a finite number in decimal notation, with or without exponent. -0
// becomes 0: SQL knows one zero.
func Double(text []byte) (float64, bool) {
	for _, c := range text {
		if c-'0' > 9 && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false // also nan, inf, 0x1p3 and 1_000
		}
	}
	v, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(text), len(text)), 64)
	return v + 0, err == nil
}
