package mysql

import (
	"context"
	"encoding/binary"
	"math"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/sql/result"
)

// rowWriter appends a row as it goes over the wire.
type rowWriter func(dst []byte, columns []plan.Output, rows *plan.Rows, row int) []byte

// writeResult writes a result: OK, or columns and rows, and closes it. Rows are made one by
// one as the buffer goes out, so that a slow client holds up nobody but itself. What ends
// the rows early goes to the client in their place: failed says so.
func (c *conn) writeResult(r *result.Set, write rowWriter) (failed bool, _ error) {
	if r.Rows == nil {
		return false, c.writeOK(r.Affected, r.Message)
	}
	if err := c.writePacket(mysql.AppendLengthEncodedInteger(nil, uint64(len(r.Columns)))); err != nil {
		return false, err
	}
	if err := c.writeFields(r.Columns); err != nil {
		return false, err
	}
	for rows, err := range r.Batches() {
		if err != nil {
			c.more = false
			return true, c.writeError(err)
		}
		if err := operators.Guarded(func() error { return c.writeRows(r.Columns, rows, write) }); err != nil {
			return false, err
		}
	}
	return false, c.writeEOF()
}

func (c *conn) writeRows(columns []plan.Output, rows *plan.Rows, write rowWriter) error {
	var row []byte
	for i := range rows.Len {
		if i%1024 == 0 && c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		row = write(row[:0], columns, rows, i)
		if err := c.writePacket(row); err != nil {
			return err
		}
	}
	return nil
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
func textRow(dst []byte, _ []plan.Output, rows *plan.Rows, row int) []byte {
	for i := range rows.Columns {
		dst = appendText(dst, &rows.Columns[i], row)
	}
	return dst
}

func appendText(dst []byte, v *plan.Vector, row int) []byte {
	text, null := result.Text(v, row)
	if null {
		return append(dst, nullCell)
	}
	dst = mysql.AppendLengthEncodedInteger(dst, uint64(len(text)))
	return append(dst, text...)
}

// binaryRow is a row as prepared statements give it: a header, a bit for each NULL, and
// the values in the form of their types.
func binaryRow(dst []byte, columns []plan.Output, rows *plan.Rows, row int) []byte {
	dst = append(dst, 0)
	nulls := len(dst)
	dst = append(dst, make([]byte, (len(columns)+2+7)/8)...)
	for i := range columns {
		v := &rows.Columns[i]
		if v.IsNull(row) {
			dst[nulls+(i+2)/8] |= 1 << ((i + 2) % 8)
			continue
		}
		dst = appendBinary(dst, columns[i].Type.Kind, v, row)
	}
	return dst
}

func appendBinary(dst []byte, kind plan.Kind, v *plan.Vector, row int) []byte {
	switch kind {
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
	return appendText(dst, v, row)
}
