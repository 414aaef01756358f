package rowgroups

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/float16"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store/ingest"
)

// bigEndian is the number of bytes whose first has the sign.
func bigEndian(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

// big is a value's number, without its point.
func (c *reader) big(p *parquet.Piece, i int) *big.Int {
	switch {
	case c.field.Physical > parquet.Int64:
		return bigEndian(c.bytes(p, i))
	case wideWhole(c.field):
		return new(big.Int).SetUint64(uint64(p.Ints[i]))
	}
	return big.NewInt(p.Ints[i])
}

// half is a number of 16 bits.
func half(b []byte) float64 {
	return float64(float16.FromBits(binary.LittleEndian.Uint16(b)).Float32())
}

// exactPowers are those of ten that doubles are, as they are whole numbers up to exactWhole: so their quotient
// is the nearest double.
var exactPowers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

const exactWhole = 1 << 53

// setShortest stores the double that is spelled as one of 32 bits is, as JSON has it.
func setShortest(_ *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
	out.Floats[row], _ = strconv.ParseFloat(strconv.FormatFloat(p.Floats[i], 'e', -1, 32), 64)
	return ""
}

// uuidLetters is how many letters spell a UUID.
const uuidLetters = 36

// appendUUID spells a UUID of 16 bytes, in an order as theirs.
func appendUUID(to, raw []byte) []byte {
	to = hex.AppendEncode(to, raw[:4])
	for i := 4; i < 10; i += 2 {
		to = hex.AppendEncode(append(to, '-'), raw[i:i+2])
	}
	return hex.AppendEncode(append(to, '-'), raw[10:])
}

// digitsOf is how many digits of a second's fraction a field of times counts.
func digitsOf(f *parquet.Field) int {
	if f.Logical == parquet.Date {
		return schema.WholeDays
	}
	return f.Digits
}

// setTimes stores days, and ticks of seconds; nil: they are stored as they are, or rounded first.
func setTimes(f *parquet.Field, t layout.Target) setter {
	digits := digitsOf(f)
	switch {
	case f.Physical == parquet.Int96:
		return setMoments(t)
	case digits == schema.WholeDays && t.Kind == plan.Date, digits == t.Scale && t.Kind != plan.Date, schema.Rounds(t, digits):
		return nil
	}
	convert, want := schema.Times(t, digits)
	return func(_ *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
		n, _, ok := convert(p.Ints[i])
		if out.Ints[row] = n; !ok {
			return want
		}
		return ""
	}
}

// setMoments stores moments of 96 bits.
func setMoments(t layout.Target) setter {
	convert, want := schema.Times(t, value.MaxFraction)
	return func(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
		n, exact, ok := microseconds(c.bytes(p, i))
		if ok = ok && (exact || t.Kind != plan.Date && t.Scale == value.MaxFraction); ok {
			n, _, ok = convert(n)
		}
		if out.Ints[row] = n; !ok {
			return want
		}
		if !exact {
			out.Lost.Rounded++
		}
		return ""
	}
}

// microseconds is the moment of 96 bits: the nanoseconds of a day and its Julian number, and whether
// it is rounded; ok is false where 64 bits do not hold it.
func microseconds(b []byte) (n int64, exact, ok bool) {
	const (
		julian = 2440588 // of 1970-01-01
		day    = 24 * 60 * 60 * int64(time.Second/time.Microsecond)
	)
	of, days := int64(binary.LittleEndian.Uint64(b)), int64(int32(binary.LittleEndian.Uint32(b[8:])))-julian
	micros, exact := schema.Rounded(of, plan.DateTime)
	n = days * day
	return n + micros, exact, n/day == days && (micros >= 0) == (n+micros >= n)
}

// show is a value as an error has it.
func (c *reader) show(p *parquet.Piece, i int) string {
	f := c.field
	switch {
	case f.Logical == parquet.Decimal:
		return value.OfWide(c.big(p, i), f.Scale).String()
	case f.Logical == parquet.Date:
		return arrow.Date32(p.Ints[i]).FormattedString()
	case f.Logical == parquet.Time:
		return arrow.Time64(p.Ints[i]).FormattedString(arrowUnit(f))
	case f.Logical == parquet.Timestamp:
		return arrow.Timestamp(p.Ints[i]).ToTime(arrowUnit(f)).Format("2006-01-02 15:04:05.999999999Z07:00")
	case f.Logical == parquet.Float16:
		return fmt.Sprint(half(c.bytes(p, i)))
	case f.Physical == parquet.Int96:
		return fmt.Sprintf("%x", c.bytes(p, i))
	case wideWhole(f):
		return strconv.FormatUint(uint64(p.Ints[i]), 10)
	}
	return strconv.FormatInt(p.Ints[i], 10)
}
