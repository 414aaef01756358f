package rowgroups

import (
	encoded "encoding/json"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan/json"
	"gsdms/plan/value"
	"gsdms/pushscan/load/parquet"
)

// appendJSON appends a value of a piece as JSON has it: days and times are strings as MySQL makes them of
// these, bytes the text that they are, decimals doubles, and what is no number null. ok is false of a
// text that is none.
func (c *reader) appendJSON(to []byte, of *parquet.Piece, i int) (out []byte, ok bool) {
	f := c.field
	switch {
	case f.Physical == parquet.Boolean:
		return strconv.AppendBool(to, of.Ints[i] != 0), true
	case f.Logical == parquet.Date, f.Logical == parquet.Time, f.Logical == parquet.Timestamp, f.Physical == parquet.Int96:
		return append(c.appendTime(append(to, '"'), of, i), '"'), true
	case f.Logical == parquet.Float16:
		return appendFloat(to, half(c.bytes(of, i)), 32), true
	case f.Logical == parquet.Decimal, wideWhole(f):
		return json.Append(to, encoded.Number(c.show(of, i))), true
	case f.Physical <= parquet.Int64:
		return strconv.AppendInt(to, of.Ints[i], 10), true
	case f.Physical == parquet.Float:
		return appendFloat(to, of.Floats[i], 32), true
	case f.Physical == parquet.Double:
		return appendFloat(to, of.Floats[i], 64), true
	case f.Logical == parquet.UUID:
		return json.AppendQuoted(to, string(appendUUID(nil, c.bytes(of, i)))), true
	}
	b := c.bytes(of, i)
	text := unsafe.String(unsafe.SliceData(b), len(b))
	if f.Logical != parquet.Text {
		text = value.TextOfBytes(text)
	}
	return json.AppendQuoted(to, text), utf8.ValidString(text)
}

// moments is how JSON has them.
const moments = "2006-01-02 15:04:05.000000"

// appendTime appends a day, a time or a moment.
func (c *reader) appendTime(to []byte, of *parquet.Piece, i int) []byte {
	switch f := c.field; {
	case f.Physical == parquet.Int96:
		n, _, _ := microseconds(c.bytes(of, i))
		return time.UnixMicro(n).UTC().AppendFormat(to, moments)
	case f.Logical == parquet.Date:
		return time.Unix(of.Ints[i]*24*60*60, 0).UTC().AppendFormat(to, time.DateOnly)
	case f.Logical == parquet.Time:
		return arrow.Time64(of.Ints[i]).ToTime(arrowUnit(f)).Round(time.Microsecond).AppendFormat(to, "15:04:05.000000")
	default:
		return arrow.Timestamp(of.Ints[i]).ToTime(arrowUnit(f)).Round(time.Microsecond).AppendFormat(to, moments)
	}
}

// appendFloat appends a number with the digits that tell it from others of so many bits.
func appendFloat(to []byte, f float64, bits int) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(to, "null"...)
	}
	return json.Append(to, encoded.Number(strconv.FormatFloat(f+0, 'e', -1, bits)))
}
