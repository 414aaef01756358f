package value

import (
	"math/big"
	"math/bits"
)

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

// KeyNumbers makes the numbers of keys, many in one piece of memory.
type KeyNumbers struct {
	numbers []big.Int
	words   []big.Word
}

// Of is KeyNumber.
func (m *KeyNumbers) Of(key []byte) *big.Int {
	const atOnce, words = 256, 128 / bits.UintSize
	hi, lo, negative, ok := KeyWords(key)
	if !ok || words != 2 {
		return KeyNumber(key)
	}
	if len(m.numbers) == 0 {
		m.numbers, m.words = make([]big.Int, atOnce), make([]big.Word, words*atOnce)
	}
	n, of := &m.numbers[0], m.words[:words:words]
	m.numbers, m.words = m.numbers[1:], m.words[words:]
	of[0], of[1] = big.Word(lo), big.Word(hi)
	if n.SetBits(of); negative {
		n.Neg(n)
	}
	return n
}

// KeyWords gives the number of a key, without its sign, as two words; false of one that has more.
func KeyWords(key []byte) (hi, lo uint64, negative, ok bool) {
	negative = key[0] < 0x80
	turn := byte(0)
	if negative {
		turn = 0xff
	}
	for _, b := range key[1:] {
		hi, lo = hi<<8|lo>>56, lo<<8|uint64(b^turn)
	}
	return hi, lo, negative, len(key) <= 1+16
}

// Keyed reports whether values of a column of the type come as keys: decimals of more digits
// than 64 bits surely hold.
func (t Type) Keyed() bool { return t.Kind == Decimal && t.Precision > SureDigits }

// SureDigits is how many digits any number of 64 bits can have.
const SureDigits = 18

// Fits reports whether a number has no more digits than the type, of any number of them.
func (t Type) Fits(n *big.Int) bool {
	const bitsOfMillionDigits = 3321928 // 1e6 times the logarithm of 10, less than a bit below it
	if n.BitLen() <= t.Precision*bitsOfMillionDigits/1e6 {
		return true // below a power of 2 that is below the power of 10
	}
	return n.CmpAbs(BigPow10(t.Precision).MathBigInt()) < 0
}

// OfCode is the value of a type that an entry of a dictionary stands for.
func OfCode(t Type, entry []byte) Value {
	switch t.Kind {
	case String:
		return OfString(string(entry))
	case Decimal:
		return OfWide(KeyNumber(entry), t.Scale)
	case Unsigned:
		_, n, _, _ := KeyWords(entry)
		return OfUnsigned(n)
	}
	_, n, negative, _ := KeyWords(entry)
	if negative {
		n = -n
	}
	return OfNumber(t, int64(n))
}

// KeyOf gives the key that a number has among those of a type; false for one that has
// digits which the type's scale has no room for, or is of another kind.
func KeyOf(v Value, t Type) (key string, ok bool) {
	switch {
	case v.Kind != t.Kind:
		return "", false
	case v.Kind == Decimal:
		d := Rescale(v.Dec, t.Scale)
		return NumberKey(Signed(d).MathBigInt()), CompareDecimals(d, v.Dec) == 0
	case v.Kind == Unsigned:
		return NumberKey(new(big.Int).SetUint64(UnsignedOf(v.Int))), true
	}
	return NumberKey(big.NewInt(v.Int)), v.Kind != String && v.Kind != Double
}
