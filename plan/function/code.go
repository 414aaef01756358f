package function

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"gsdms/plan/value"
)

// Unhex computes UNHEX.
func Unhex(_ value.Type, a []value.Value) (value.Value, error) {
	s := a[0].Text
	if len(s)%2 == 1 {
		s = "0" + s
	}
	b, err := hex.DecodeString(s)
	if err != nil {
		return value.Value{}, nil
	}
	return value.OfString(string(b)), nil
}

// Hex writes the bytes of a text in base 16.
func Hex(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) }

// MD5 is the hash of a text in base 16.
func MD5(s string) string {
	sum := md5.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

// SHA1 is the hash of a text in base 16.
func SHA1(s string) string {
	sum := sha1.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

// SHA2 gives the hash of as many bits as the second argument says (0: 256).
func SHA2(_ value.Type, a []value.Value) (value.Value, error) {
	b := []byte(a[0].Text)
	var sum []byte
	switch a[1].Int {
	case 224:
		h := sha256.Sum224(b)
		sum = h[:]
	case 0, 256:
		h := sha256.Sum256(b)
		sum = h[:]
	case 384:
		h := sha512.Sum384(b)
		sum = h[:]
	case 512:
		h := sha512.Sum512(b)
		sum = h[:]
	default:
		return value.Value{}, nil
	}
	return value.OfString(hex.EncodeToString(sum)), nil
}

// CRC32 computes CRC32.
func CRC32(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfInt(int64(crc32.ChecksumIEEE([]byte(a[0].Text)))), nil
}

// ToBase64 breaks lines after 76 characters, as MySQL does.
func ToBase64(s string) string {
	const line = 76
	coded := base64.StdEncoding.EncodeToString([]byte(s))
	var b strings.Builder
	for len(coded) > line {
		b.WriteString(coded[:line] + "\n")
		coded = coded[line:]
	}
	return b.String() + coded
}

// FromBase64 computes FROM_BASE64.
func FromBase64(_ value.Type, a []value.Value) (value.Value, error) {
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(a[0].Text), ""))
	if err != nil {
		return value.Value{}, nil
	}
	return value.OfString(string(b)), nil
}

// Conv writes a number of one base in another. A negative base to convert from reads numbers of 64 bits
// with a sign, one to convert to writes such.
func Conv(_ value.Type, a []value.Value) (value.Value, error) {
	from, to := a[1].Int, a[2].Int
	if a[0].Text == "" || absInt(from) < 2 || absInt(from) > 36 || absInt(to) < 2 || absInt(to) > 36 {
		return value.Value{}, nil
	}
	n := readBase(a[0].Text, from)
	if to < 0 {
		return value.OfString(strings.ToUpper(strconv.FormatInt(int64(n), int(-to)))), nil
	}
	return value.OfString(strings.ToUpper(strconv.FormatUint(n, int(to)))), nil
}

func absInt(n int64) int64 {
	if n < 0 {
		return -max(n, -math.MaxInt64)
	}
	return n
}

// readBase reads the number that a text begins with, of one sign and digits of a base, as 64 bits. One
// that has more is the nearest one: with a sign where the base is negative, and without else, where those
// below zero begin again at the other end. MySQL looks at the first digit of these: below zero and with
// one of the ten it is 0, and with a letter the largest number.
func readBase(s string, base int64) uint64 {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	n, fits := digitsOf(s, uint64(absInt(base)))
	switch {
	case base < 0 && negative && n > 1<<63:
		return 1 << 63
	case base < 0 && !negative && n > math.MaxInt64:
		return math.MaxInt64
	case !fits && negative && value.DigitsEnd(s, 0) > 0:
		return 0
	case negative && fits:
		return -n
	}
	return n
}

// digitsOf reads the digits at the beginning of a text; the largest number where they do not fit.
func digitsOf(s string, base uint64) (n uint64, fits bool) {
	for _, c := range []byte(strings.ToLower(s)) {
		d := strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyz", c)
		if d < 0 || uint64(d) >= base {
			break
		}
		high, low := bits.Mul64(n, base)
		sum, carry := bits.Add64(low, uint64(d), 0)
		if high+carry > 0 {
			return math.MaxUint64, false
		}
		n = sum
	}
	return n, true
}

// Ord gives the number of the first character: its bytes, the first one highest.
func Ord(_ value.Type, a []value.Value) (value.Value, error) {
	_, size := utf8.DecodeRuneInString(a[0].Text)
	n := int64(0)
	for _, c := range []byte(a[0].Text[:size]) {
		n = n<<8 | int64(c)
	}
	return value.OfInt(n), nil
}

// NoChar stands for NULL among the arguments of CHAR, which leaves it out.
const NoChar = math.MinInt64

// Char computes CHAR.
func Char(_ value.Type, a []value.Value) (value.Value, error) {
	var out []byte
	for _, v := range a {
		if v.Int == NoChar {
			continue
		}
		b := new(big.Int).SetUint64(uint64(uint32(v.Int))).Bytes()
		if len(b) == 0 {
			b = []byte{0}
		}
		out = append(out, b...)
	}
	if !utf8.Valid(out) {
		return value.Value{}, nil
	}
	return value.OfString(string(out)), nil
}

// HexOf is HEX of a double: of the nearest whole number, of a half the one further from 0, and of one
// that 64 bits do not hold all bits.
func HexOf(_ value.Type, a []value.Value) (value.Value, error) {
	f, bits := math.Round(a[0].Float), uint64(math.MaxUint64)
	switch {
	case f < 0 && f > math.MinInt64:
		bits = uint64(int64(f))
	case f >= 0 && f < math.MaxUint64:
		bits = uint64(f)
	}
	return value.OfString(strings.ToUpper(strconv.FormatUint(bits, 16))), nil
}
