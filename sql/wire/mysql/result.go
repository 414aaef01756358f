package mysql

import (
	"context"
	"encoding/binary"
	"math"
	"time"

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
			t := time.Unix(v.Ints[row]*24*60*60, 0).UTC()
			dst = append(dst, 4)
			dst = binary.LittleEndian.AppendUint16(dst, uint16(t.Year()))
			return append(dst, byte(t.Month()), byte(t.Day()))
		}
	}
	return appendText(dst, r, row, column)
}
