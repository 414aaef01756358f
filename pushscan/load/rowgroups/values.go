package rowgroups

import (
	"encoding/binary"
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

// uuidText spells a UUID of 16 bytes.
func uuidText(raw []byte) []byte {
	return fmt.Appendf(nil, "%x-%x-%x-%x-%x", raw[:4], raw[4:6], raw[6:8], raw[8:10], raw[10:])
}

// setTimes stores days, and ticks of seconds.
func setTimes(f *parquet.Field, t layout.Target) setter {
	digits := f.Digits
	switch {
	case f.Logical == parquet.Date:
		digits = schema.WholeDays
	case f.Physical == parquet.Int96:
		digits = value.MaxFraction
	}
	if digits == schema.WholeDays && t.Kind == plan.Date || digits == t.Scale && t.Kind != plan.Date {
		if f.Physical != parquet.Int96 {
			return nil
		}
	}
	convert, want := schema.Times(t, digits)
	return func(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
		n, ok := int64(0), true
		if f.Physical == parquet.Int96 {
			n, ok = microseconds(c.bytes(p, i))
		} else {
			n = p.Ints[i]
		}
		if ok {
			n, ok = convert(n)
		}
		if out.Ints[row] = n; !ok {
			return want
		}
		return ""
	}
}

// microseconds is the moment of 96 bits: the nanoseconds of a day and its Julian number; false
// where a fraction has more digits, or 64 bits do not hold it.
func microseconds(b []byte) (int64, bool) {
	const (
		julian = 2440588 // of 1970-01-01
		day    = 24 * 60 * 60 * int64(time.Second/time.Microsecond)
	)
	of, days := int64(binary.LittleEndian.Uint64(b)), int64(int32(binary.LittleEndian.Uint32(b[8:])))-julian
	n, micros := days*day, value.FloorDiv64(of, int64(time.Microsecond))
	sum := n + micros
	return sum, n/day == days && of%int64(time.Microsecond) == 0 && (micros >= 0) == (sum >= n)
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
