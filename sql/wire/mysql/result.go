package mysql

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/result"
)

// rowWriter gives what appends rows as they go over the wire.
type rowWriter func(columns []plan.Output, rows *plan.Rows) func(dst []byte, row int) []byte

// writeResult writes a result: OK, or columns and rows, and closes it. Rows are made one by
// one as the buffer goes out, so that a slow client holds up nobody but itself. What ends
// the rows early goes to the client in their place: failed says so.
func (c *conn) writeResult(r *result.Set, write rowWriter) (failed bool, _ error) {
	if r.Rows == nil {
		return false, c.writeOK(c.affected(r), r.First, r.Message)
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

// writeRows puts rows into packets one behind the other, many for one write.
func (c *conn) writeRows(columns []plan.Output, rows *plan.Rows, write rowWriter) error {
	appendRow := write(columns, rows)
	for i := range rows.Len {
		if i%1024 == 0 && c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		at := c.out.begin()
		c.out.buffer = appendRow(c.out.buffer, i)
		var err error
		if len(c.out.buffer)-at-header < fullPacket {
			err = c.out.end(at, c.seq)
			c.seq++
		} else { // a row that takes several
			row := slices.Clone(c.out.buffer[at+header:])
			c.out.buffer = c.out.buffer[:at]
			err = c.writePacket(row)
		}
		if err != nil {
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

// textRows are rows of texts, as SQL prints the values.
func textRows(_ []plan.Output, rows *plan.Rows) func(dst []byte, row int) []byte {
	cells := make([]cells, len(rows.Columns))
	for i := range rows.Columns {
		cells[i] = textCells(&rows.Columns[i])
	}
	return func(dst []byte, row int) []byte {
		for i := range cells {
			if nulls := cells[i].nulls; nulls != nil && nulls[row] {
				dst = append(dst, nullCell)
			} else {
				dst = cells[i].text(dst, row)
			}
		}
		return dst
	}
}

// cells appends those of a column: a length and a text.
type cells struct {
	nulls []bool // nil: there are none
	text  func(dst []byte, row int) []byte
}

// textCells is cells of a column. Most lengths take a byte.
func textCells(v *plan.Vector) cells {
	c := cells{nulls: v.Nulls}
	switch {
	case v.Type.Kind == plan.Null:
		c = cells{text: func(dst []byte, _ int) []byte { return append(dst, nullCell) }}
	case (v.Dict != nil || v.Texts != nil) && v.Type.Bytes():
		c.text = func(dst []byte, row int) []byte { return appendLong(dst, result.AppendRaw(nil, v, row)) }
	case v.Texts != nil:
		c.text = func(dst []byte, row int) []byte { return appendLong(dst, v.Texts[row]) }
	case v.Dict != nil:
		c.text = func(dst []byte, row int) []byte { return appendLong(dst, v.Dict.Bytes(int(v.Ints[row]))) }
	default:
		number := result.Cells(v)
		c.text = func(dst []byte, row int) []byte {
			at := len(dst)
			dst = number(append(dst, 0), row)
			dst[at] = byte(len(dst) - at - 1) // a number is never longer
			return dst
		}
	}
	return c
}

// appendLong appends a length and a text of any length.
func appendLong[T string | []byte](dst []byte, text T) []byte {
	if len(text) < nullCell {
		return append(append(dst, byte(len(text))), text...)
	}
	return append(mysql.AppendLengthEncodedInteger(dst, uint64(len(text))), text...)
}

// binaryRows are rows as prepared statements give them: a header, a bit for each NULL, and
// the values in the form of their types.
func binaryRows(columns []plan.Output, rows *plan.Rows) func(dst []byte, row int) []byte {
	values := make([]cells, len(columns))
	for i := range columns {
		values[i] = binaryCells(&columns[i], &rows.Columns[i])
	}
	return func(dst []byte, row int) []byte {
		dst = append(dst, 0)
		nulls := len(dst)
		dst = append(dst, make([]byte, (len(columns)+2+7)/8)...)
		for i := range values {
			if null := values[i].nulls; values[i].text == nil || null != nil && null[row] {
				dst[nulls+(i+2)/8] |= 1 << ((i + 2) % 8)
				continue
			}
			dst = values[i].text(dst, row)
		}
		return dst
	}
}

// binaryCells is cells of a column in the form of its type; without text all are NULL.
func binaryCells(o *plan.Output, v *plan.Vector) cells {
	out := cells{nulls: v.Nulls}
	kind := o.Type.Kind
	switch {
	case v.Type.Kind == plan.Null:
		return cells{}
	case kind == plan.Double && v.Floats != nil:
		out.text = binaryDouble(typeOnWire(o), v)
	case v.Ints == nil:
		return textCells(v)
	case kind == plan.Bool, kind == plan.Int:
		out.text = binaryInteger(typeOnWire(o), v.Ints)
	case kind == plan.Unsigned:
		out.text = func(dst []byte, row int) []byte {
			return binary.LittleEndian.AppendUint64(dst, value.UnsignedOf(v.Ints[row]))
		}
	case kind == plan.Date:
		out.text = func(dst []byte, row int) []byte { return appendDay(append(dst, 4), v.Ints[row]) }
	case kind == plan.DateTime:
		out.text = func(dst []byte, row int) []byte { return appendMoment(dst, v.Ints[row], v.Type.Scale) }
	case kind == plan.Time:
		out.text = func(dst []byte, row int) []byte { return appendTime(dst, v.Ints[row], v.Type.Scale) }
	default:
		return textCells(v)
	}
	return out
}

// binaryInteger appends numbers of a column with the bytes that its type has.
func binaryInteger(kind byte, numbers []int64) func(dst []byte, row int) []byte {
	switch widths[kind] {
	case 1:
		return func(dst []byte, row int) []byte { return append(dst, byte(numbers[row])) }
	case 2:
		return func(dst []byte, row int) []byte { return binary.LittleEndian.AppendUint16(dst, uint16(numbers[row])) }
	case 4:
		return func(dst []byte, row int) []byte { return binary.LittleEndian.AppendUint32(dst, uint32(numbers[row])) }
	}
	return func(dst []byte, row int) []byte { return binary.LittleEndian.AppendUint64(dst, uint64(numbers[row])) }
}

// binaryDouble appends numbers of a column of floating point.
func binaryDouble(kind byte, v *plan.Vector) func(dst []byte, row int) []byte {
	if kind == mysql.MYSQL_TYPE_FLOAT {
		return func(dst []byte, row int) []byte {
			return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v.Floats[row])))
		}
	}
	return func(dst []byte, row int) []byte {
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v.Type.ShownDouble(v.Floats[row])))
	}
}

func appendDay(dst []byte, days int64) []byte {
	y, m, d := value.Civil(days)
	return append(binary.LittleEndian.AppendUint16(dst, uint16(y)), byte(m), byte(d))
}

// appendMoment appends a length, the date and as much of the time as is not 0.
func appendMoment(dst []byte, ticks int64, scale int) []byte {
	day, rest := value.SplitDay(ticks, scale)
	micros := rest * value.Ticks(value.MaxFraction-scale)
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
	micros, sign := ticks*value.Ticks(value.MaxFraction-scale), byte(0)
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

// affected is how many rows a statement says it has affected: those that an UPDATE has
// changed, or has found where the client asks for that.
func (c *conn) affected(r *result.Set) int64 {
	if c.caps&mysql.CLIENT_FOUND_ROWS != 0 && r.Matched > 0 {
		return r.Matched
	}
	return r.Affected
}
