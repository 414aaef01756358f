package mysql

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql"
	"gsdms/sql/result"
	"gsdms/sql/setting"
)

// statement is a prepared statement of a connection.
type statement struct {
	*sql.Prepared
	types []byte         // two for each parameter: those of the last execution that named them
	long  map[int][]byte // what came of parameters piece by piece
}

// maxPrepared is how many prepared statements a connection can have.
const maxPrepared = 16382

// statementCommand answers the commands of prepared statements.
func (c *conn) statementCommand(which byte, b []byte) error {
	if which == mysql.COM_STMT_PREPARE {
		return c.prepare(string(b))
	}
	var s *statement
	var id uint32
	if len(b) >= 4 {
		id = binary.LittleEndian.Uint32(b)
		s, b = c.prepared[id], b[4:]
	}
	switch which {
	case mysql.COM_STMT_CLOSE: // which has no answer
		delete(c.prepared, id)
		return nil
	case mysql.COM_STMT_SEND_LONG_DATA: // neither
		if s != nil {
			return s.addLong(b)
		}
		return nil
	case mysql.COM_STMT_EXECUTE, mysql.COM_STMT_RESET:
	default:
		return c.writeError(mysql.NewDefaultError(mysql.ER_UNKNOWN_COM_ERROR))
	}
	switch {
	case s == nil:
		return c.writeError(mysql.NewDefaultError(mysql.ER_UNKNOWN_STMT_HANDLER, 4, strconv.Itoa(int(id)), "mysqld_stmt_execute"))
	case which == mysql.COM_STMT_RESET:
		s.long = nil
		return c.writeOK(0, 0, "")
	}
	return c.execute(s, b)
}

// prepare answers with a number for the statement, its parameters and its columns.
func (c *conn) prepare(text string) error {
	if len(c.prepared) >= maxPrepared {
		return c.writeError(mysql.NewError(mysql.ER_MAX_PREPARED_STMT_COUNT_REACHED, fmt.Sprintf("Can't create more than max_prepared_stmt_count statements (current value: %d)", maxPrepared)))
	}
	p, err := c.session.Prepare(c.ctx, text)
	if err != nil {
		return c.writeError(err)
	}
	c.last++
	c.prepared[c.last] = &statement{Prepared: p}
	b := []byte{mysql.OK_HEADER}
	b = binary.LittleEndian.AppendUint32(b, c.last)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(p.Columns())))
	b = binary.LittleEndian.AppendUint16(b, uint16(p.Params()))
	if err := c.writePacket(append(b, 0, 0, 0)); err != nil {
		return err
	}
	if p.Params() > 0 {
		params := make([]plan.Output, p.Params())
		for i := range params {
			params[i] = plan.Output{Name: "?", Type: plan.Type{Kind: plan.String}}
		}
		if err := c.writeFields(params); err != nil {
			return err
		}
	}
	if len(p.Columns()) > 0 {
		return c.writeFields(p.Columns())
	}
	return nil
}

// addLong keeps a piece of a parameter. More than a packet may have ends the connection,
// since there is no answer that could say so.
func (s *statement) addLong(b []byte) error {
	if len(b) < 2 {
		return nil
	}
	at := int(binary.LittleEndian.Uint16(b))
	if s.long == nil {
		s.long = map[int][]byte{}
	}
	total := len(b)
	for _, piece := range s.long {
		total += len(piece)
	}
	if at >= s.Params() || total > setting.MaxPacket {
		return mysql.NewDefaultError(mysql.ER_NET_PACKET_TOO_LARGE)
	}
	s.long[at] = append(s.long[at], b[2:]...)
	return nil
}

// execute runs a statement with the values that the client sends.
func (c *conn) execute(s *statement, b []byte) error {
	values, err := s.values(b)
	s.long = nil
	if err != nil {
		return c.writeError(err)
	}
	_, err = c.answered(binaryRows, false, func(ctx context.Context) (*result.Set, error) { return s.Stream(ctx, values) })
	return err
}

// errMalformed is for what is no execution of a statement.
var errMalformed = mysql.NewDefaultError(mysql.ER_MALFORMED_PACKET)

// values reads the parameters' values: flags, a bit for each NULL, types if they are new,
// and the values that are not NULL.
func (s *statement) values(b []byte) ([]plan.Value, error) {
	n := s.Params()
	if len(b) < 5 {
		return nil, errMalformed
	}
	// A cursor for reading is only a wish: a server that has none sends the rows at once.
	if b[0]&(mysql.CURSOR_TYPE_FOR_UPDATE|mysql.CURSOR_TYPE_SCROLLABLE) != 0 {
		return nil, mysql.NewError(mysql.ER_NOT_SUPPORTED_YET, "gsdms does not support cursors for update and scrollable ones; fetch all rows")
	}
	b = b[5:]
	if n == 0 {
		return nil, nil
	}
	nullBytes := (n + 7) / 8
	if len(b) < nullBytes+1 {
		return nil, errMalformed
	}
	nulls, fresh := b[:nullBytes], b[nullBytes]
	b = b[nullBytes+1:]
	if fresh == 1 {
		if len(b) < 2*n {
			return nil, errMalformed
		}
		s.types, b = append([]byte(nil), b[:2*n]...), b[2*n:]
	}
	out := make([]plan.Value, n)
	for i := range out {
		if piece, ok := s.long[i]; ok {
			out[i] = value.OfString(string(piece))
			continue
		}
		if nulls[i/8]>>(i%8)&1 != 0 {
			continue
		}
		if len(s.types) != 2*n { // NULLs alone need none, and some clients then send none
			return nil, errMalformed
		}
		var err error
		if out[i], b, err = readValue(s.types[2*i], s.types[2*i+1]&0x80 != 0, b); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// widths are the bytes of the types that have a fixed number of them.
var widths = map[byte]int{
	mysql.MYSQL_TYPE_NULL: 0, mysql.MYSQL_TYPE_TINY: 1, mysql.MYSQL_TYPE_SHORT: 2, mysql.MYSQL_TYPE_YEAR: 2, mysql.MYSQL_TYPE_INT24: 4,
	mysql.MYSQL_TYPE_LONG: 4, mysql.MYSQL_TYPE_LONGLONG: 8, mysql.MYSQL_TYPE_FLOAT: 4, mysql.MYSQL_TYPE_DOUBLE: 8,
}

// readValue reads a value and gives what follows it.
func readValue(kind byte, unsigned bool, b []byte) (v plan.Value, rest []byte, err error) {
	if width, fixed := widths[kind]; fixed {
		if len(b) < width {
			return v, nil, errMalformed
		}
		return number(kind, unsigned, b[:width]), b[width:], nil
	}
	body, null, n, err := mysql.LengthEncodedString(b)
	if err != nil || null {
		return v, nil, errMalformed
	}
	switch kind {
	case mysql.MYSQL_TYPE_DATE, mysql.MYSQL_TYPE_NEWDATE, mysql.MYSQL_TYPE_DATETIME, mysql.MYSQL_TYPE_TIMESTAMP:
		v, err = moment(body)
	case mysql.MYSQL_TYPE_TIME:
		v, err = span(body)
	case mysql.MYSQL_TYPE_DECIMAL, mysql.MYSQL_TYPE_NEWDECIMAL:
		if v = value.OfString(string(body)); len(body) > 0 {
			if d, ok := value.ParseDecimal(string(body)); ok {
				v = plan.Value{Kind: plan.Decimal, Dec: d}
			}
		}
	default:
		v = value.OfString(string(body))
	}
	return v, b[n:], err
}

// number reads a number of a fixed width.
func number(kind byte, unsigned bool, b []byte) plan.Value {
	var bits uint64
	for i, x := range b {
		bits |= uint64(x) << (8 * i)
	}
	switch kind {
	case mysql.MYSQL_TYPE_NULL:
		return plan.Value{}
	case mysql.MYSQL_TYPE_FLOAT:
		// The shortest text of the float is what was meant: 0.1, not 0.10000000149.
		f, _ := strconv.ParseFloat(strconv.FormatFloat(float64(math.Float32frombits(uint32(bits))), 'g', -1, 32), 64)
		return value.OfFloat(f)
	case mysql.MYSQL_TYPE_DOUBLE:
		return value.OfFloat(math.Float64frombits(bits))
	}
	if unsigned && bits > math.MaxInt64 {
		return value.OfUnsigned(bits)
	}
	if shift := 64 - 8*len(b); !unsigned {
		return value.OfInt(int64(bits<<shift) >> shift)
	}
	return value.OfInt(int64(bits))
}

// span reads a time: a sign, days, hours, minutes, seconds and millionths of them.
func span(b []byte) (plan.Value, error) {
	switch len(b) {
	case 0:
		return value.OfString("00:00:00"), nil
	case 8, 12:
	default:
		return plan.Value{}, errMalformed
	}
	sign := ""
	if b[0] != 0 {
		sign = "-"
	}
	hours := uint64(binary.LittleEndian.Uint32(b[1:]))*24 + uint64(b[5])
	text := fmt.Sprintf("%s%02d:%02d:%02d", sign, hours, b[6], b[7])
	if len(b) == 12 {
		text += fmt.Sprintf(".%06d", binary.LittleEndian.Uint32(b[8:]))
	}
	return value.OfString(text), nil
}

// moment reads a date, or a date with a time; midnight is the date alone.
func moment(b []byte) (plan.Value, error) {
	switch len(b) {
	case 0:
		return value.OfString("0000-00-00"), nil
	case 4, 7, 11:
	default:
		return plan.Value{}, errMalformed
	}
	text := fmt.Sprintf("%04d-%02d-%02d", binary.LittleEndian.Uint16(b), b[2], b[3])
	var micros uint32
	if len(b) == 11 {
		micros = binary.LittleEndian.Uint32(b[7:])
	}
	if len(b) >= 7 && (b[4] != 0 || b[5] != 0 || b[6] != 0 || micros != 0) {
		text += fmt.Sprintf(" %02d:%02d:%02d", b[4], b[5], b[6])
		if micros != 0 {
			text += fmt.Sprintf(".%06d", micros)
		}
	}
	return value.OfString(text), nil
}
