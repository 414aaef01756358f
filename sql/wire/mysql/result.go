package mysql

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/sql/result"
)

// rowWriter appends a row as it goes over the wire.
type rowWriter func(dst []byte, r *result.Set, row int) []byte

// writeResult writes a result: OK, or columns and rows. Rows are made one by one as the
// buffer goes out, so that a slow client holds up nobody but itself.
func (c *conn) writeResult(r *result.Set, write rowWriter) error {
	if r.Rows == nil {
		return c.writeOK(r.Affected, r.Message)
	}
	if err := c.writePacket(mysql.AppendLengthEncodedInteger(nil, uint64(len(r.Columns)))); err != nil {
		return err
	}
	if err := c.writeFields(r.Columns); err != nil {
		return err
	}
	var row []byte
	for i := range r.Rows.Len {
		if i%1024 == 0 && c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		row = write(row[:0], r, i)
		if err := c.writePacket(row); err != nil {
			return err
		}
	}
	return c.writeEOF()
}

func (c *conn) writeFields(columns []plan.Output) error {
	for i := range columns {
		if err := c.writePacket(c.field(&columns[i]).Dump()); err != nil {
			return err
		}
	}
	return c.writeEOF()
}

// nullCell is NULL in a row of texts.
const nullCell = 0xfb

// textRow is a row of texts, as SQL prints the values.
func textRow(dst []byte, r *result.Set, row int) []byte {
	for i := range r.Columns {
		dst = appendText(dst, r, row, i)
	}
	return dst
}

func appendText(dst []byte, r *result.Set, row, column int) []byte {
	text, null := r.Text(row, column)
	if null {
		return append(dst, nullCell)
	}
	dst = mysql.AppendLengthEncodedInteger(dst, uint64(len(text)))
	return append(dst, text...)
}

// binaryRow is a row as prepared statements give it: a header, a bit for each NULL, and
// the values in the form of their types.
func binaryRow(dst []byte, r *result.Set, row int) []byte {
	dst = append(dst, 0)
	nulls := len(dst)
	dst = append(dst, make([]byte, (len(r.Columns)+2+7)/8)...)
	for i := range r.Columns {
		v := &r.Rows.Columns[i]
		if v.IsNull(row) {
			dst[nulls+(i+2)/8] |= 1 << ((i + 2) % 8)
			continue
		}
		dst = appendBinary(dst, r, row, i, v)
	}
	return dst
}

func appendBinary(dst []byte, r *result.Set, row, column int, v *plan.Vector) []byte {
	switch r.Columns[column].Type.Kind {
	case plan.Bool, plan.Int:
		if v.Ints != nil {
			return binary.LittleEndian.AppendUint64(dst, uint64(v.Ints[row]))
		}
	case plan.Double:
		if v.Floats != nil {
			return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v.Floats[row]))
		}
	case plan.Date:
		if v.Ints != nil {
			return appendDay(append(dst, 4), v.Ints[row])
		}
	case plan.DateTime:
		if v.Ints != nil {
			return appendMoment(dst, v.Ints[row], v.Type.Scale)
		}
	case plan.Time:
		if v.Ints != nil {
			return appendTime(dst, v.Ints[row], v.Type.Scale)
		}
	}
	return appendText(dst, r, row, column)
}

func appendDay(dst []byte, days int64) []byte {
	y, m, d := plan.Civil(days)
	return append(binary.LittleEndian.AppendUint16(dst, uint16(y)), byte(m), byte(d))
}

// appendMoment appends a length, the date and as much of the time as is not 0.
func appendMoment(dst []byte, ticks int64, scale int) []byte {
	day, rest := plan.SplitDay(ticks, scale)
	micros := rest * plan.Ticks(plan.MaxFraction-scale)
	switch {
	case micros == 0:
		return appendDay(append(dst, 4), day)
	case micros%1e6 == 0:
		return appendClock(appendDay(append(dst, 7), day), micros/1e6)
	}
	dst = appendClock(appendDay(append(dst, 11), day), micros/1e6)
	return binary.LittleEndian.AppendUint32(dst, uint32(micros%1e6))
}

// appendTime appends a length, the sign, the days and as much of the rest as is not 0.
func appendTime(dst []byte, ticks int64, scale int) []byte {
	micros, sign := ticks*plan.Ticks(plan.MaxFraction-scale), byte(0)
	if micros < 0 {
		micros, sign = -micros, 1
	}
	length := byte(12)
	switch {
	case micros == 0:
		return append(dst, 0)
	case micros%1e6 == 0:
		length = 8
	}
	seconds := micros / 1e6
	dst = binary.LittleEndian.AppendUint32(append(dst, length, sign), uint32(seconds/86400))
	if dst = appendClock(dst, seconds%86400); length == 8 {
		return dst
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(micros%1e6))
}

func appendClock(dst []byte, seconds int64) []byte {
	return append(dst, byte(seconds/3600), byte(seconds/60%60), byte(seconds%60))
}
