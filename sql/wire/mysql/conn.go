package mysql

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql"
	"gsdms/sql/account"
	"gsdms/sql/parse"
)

// conn is one connection. Its goroutine owns it; retire, cancel and hangUp are for others.
type conn struct {
	server  *Server
	raw     net.Conn // as it was accepted
	net     net.Conn // raw, or TLS on it
	in      *bufio.Reader
	out     output
	seq     byte         // of the next packet
	limit   int          // bytes of a packet that comes
	packed  *compression // nil: packets are not compressed
	crowded bool         // there are too many: this one is only told so
	within  string       // the database where it begins; "": the one without a name

	session  *sql.Session
	user     string
	caps     uint32 // what both sides can
	salt     []byte
	caller   account.Caller
	more     bool // results follow the one being written
	prepared map[uint32]*statement
	last     uint32 // number of a prepared statement
	asked    bool   // the statement came as text by itself
	unwatch  func() // nobody reads ahead any more, to see whether the client is there
	broken   error  // why nobody knows any more where its next command begins

	ctx     context.Context // ends with the connection
	cancel  context.CancelCauseFunc
	retired atomic.Bool
	idle    atomic.Bool
}

const (
	header      = 4         // bytes before a packet: its length and number
	fullPacket  = 1<<24 - 1 // what comes with it goes on in the next packet
	earlyPacket = 64 << 10  // of somebody who has not proved who they are
	bufferBytes = 32 << 10  // that are written together
	recordBytes = 16 << 10  // of TLS
	commandRoom = 4 << 10   // of most commands; longer ones are read where they stay
)

func newConn(s *Server, c net.Conn) *conn {
	one := &conn{
		server: s, raw: c, net: c, in: bufio.NewReaderSize(c, commandRoom), limit: earlyPacket,
		salt: salt(), prepared: map[uint32]*statement{},
	}
	one.out = output{to: patient{one}, free: &s.buffers}
	one.ctx, one.cancel = context.WithCancelCause(context.Background())
	return one
}

// patient writes to the connection. What a client does not take in time ends it: rows wait
// for slow clients, but not for ever.
type patient struct{ *conn }

// Write implements io.Writer. Time begins anew with what has been taken, however little: of
// TLS that is a record, since a write that was cut off cannot go on there.
func (p patient) Write(b []byte) (n int, err error) {
	_, encrypted := p.net.(*tls.Conn)
	most := len(b)
	if encrypted {
		most = recordBytes
	}
	for n < len(b) {
		if err := p.net.SetWriteDeadline(time.Now().Add(p.server.options.Patience)); err != nil {
			return n, err
		}
		k, err := p.net.Write(b[n:min(len(b), n+most)])
		n += k
		if err != nil && (k == 0 || encrypted || !errors.Is(err, os.ErrDeadlineExceeded)) {
			return n, err
		}
	}
	return n, nil
}

// run takes the connection from its greeting to its end.
func (c *conn) run() {
	defer c.raw.Close()
	defer c.cancel(nil)
	defer func() {
		if p := recover(); p != nil {
			c.lastWords(fmt.Errorf("the connection failed inside the server: %v (please report this)\n%s", p, debug.Stack()))
		}
	}()
	if c.crowded {
		c.lastWords(mysql.NewDefaultError(mysql.ER_CON_COUNT_ERROR))
		return
	}
	if err := c.handshake(); err != nil {
		c.lastWords(err)
		return
	}
	if err := c.commands(); !gone(err) {
		c.lastWords(err)
	}
}

// close ends the session, if the handshake came to one.
func (c *conn) close() {
	if c.session != nil {
		c.session.Close()
	}
}

// lastWords tells the client why the connection ends, if it still listens.
func (c *conn) lastWords(err error) {
	if c.writeError(err) == nil {
		_ = c.out.Flush() // who has gone does not hear it
	}
}

// gone reports whether an error is that of a client that has left or sent nothing for too
// long.
func gone(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, os.ErrDeadlineExceeded)
}

// retire ends the connection before its next command.
func (c *conn) retire() {
	c.retired.Store(true)
	if c.idle.Load() {
		c.hangUp()
	}
}

// hangUp ends the connection and what it runs.
func (c *conn) hangUp() {
	c.cancel(errEnding)
	_ = c.raw.Close() // once more does no harm
}

// readPacket reads a packet; the first byte may take as long as wait says, the rest must
// come soon. One above the limit ends the connection.
func (c *conn) readPacket(wait time.Duration) ([]byte, error) {
	if err := c.net.SetReadDeadline(time.Now().Add(wait)); err != nil {
		return nil, err
	}
	if _, err := c.in.Peek(1); err != nil {
		return nil, err
	}
	var body []byte
	for {
		if err := c.net.SetReadDeadline(time.Now().Add(c.server.options.Patience)); err != nil {
			return nil, err
		}
		part, err := c.readPart(len(body))
		if err != nil {
			return nil, err
		}
		body = append(body, part...)
		if len(part) < fullPacket {
			return body, nil
		}
	}
}

// readPart reads one packet of the network. Its memory grows with what comes, so that a
// length alone takes none.
func (c *conn) readPart(before int) ([]byte, error) {
	var head [header]byte
	if _, err := io.ReadFull(c.in, head[:]); err != nil {
		return nil, err
	}
	size := int(head[0]) | int(head[1])<<8 | int(head[2])<<16
	if before+size > c.limit {
		return nil, mysql.NewError(mysql.ER_NET_PACKET_TOO_LARGE, fmt.Sprintf("Got a packet bigger than 'max_allowed_packet' bytes: at most %d are allowed", c.limit))
	}
	if head[3] != c.seq && c.packed == nil { // clients number packets within others as they like
		return nil, mysql.NewDefaultError(mysql.ER_NET_PACKETS_OUT_OF_ORDER)
	}
	c.seq++
	var body []byte
	for len(body) < size {
		chunk := min(size-len(body), 1<<20)
		at := len(body)
		body = append(body, make([]byte, chunk)...)
		if _, err := io.ReadFull(c.in, body[at:]); err != nil {
			return nil, err
		}
	}
	return body, nil
}

// writePacket puts a packet into the buffer, which goes out when it is full.
func (c *conn) writePacket(body []byte) error {
	for {
		part := body[:min(len(body), fullPacket)]
		at := c.out.begin()
		c.out.buffer = append(c.out.buffer, part...)
		if err := c.out.end(at, c.seq); err != nil {
			return err
		}
		c.seq++
		if body = body[len(part):]; len(part) < fullPacket {
			return nil
		}
	}
}

// status is what packets say of the session.
func (c *conn) status() uint16 {
	begun, autocommit := false, true
	if c.session != nil {
		begun, autocommit = c.session.Transaction()
	}
	s := uint16(0)
	if begun {
		s |= mysql.SERVER_STATUS_IN_TRANS
	}
	if autocommit {
		s |= mysql.SERVER_STATUS_AUTOCOMMIT
	}
	if c.more {
		s |= mysql.SERVER_MORE_RESULTS_EXISTS
	}
	return s
}

func (c *conn) warnings() uint16 {
	if c.session == nil {
		return 0
	}
	return uint16(min(c.session.Warnings(), 1<<16-1))
}

// writeOK ends a statement without rows.
func (c *conn) writeOK(affected int64, first uint64, info string) error {
	b := []byte{mysql.OK_HEADER}
	b = mysql.AppendLengthEncodedInteger(b, uint64(affected))
	b = mysql.AppendLengthEncodedInteger(b, first)
	status, warnings := c.status(), c.warnings()
	b = append(b, byte(status), byte(status>>8), byte(warnings), byte(warnings>>8))
	if info != "" { // with its length, which the manual leaves out and clients read
		b = append(mysql.AppendLengthEncodedInteger(b, uint64(len(info))), info...)
	}
	return c.writePacket(b)
}

func (c *conn) writeEOF() error {
	status, warnings := c.status(), c.warnings()
	return c.writePacket([]byte{mysql.EOF_HEADER, byte(warnings), byte(warnings >> 8), byte(status), byte(status >> 8)})
}

// writeError tells the client what is wrong, where, and what may help.
func (c *conn) writeError(err error) error {
	code, state, message := describeError(err)
	b := []byte{mysql.ERR_HEADER, byte(code), byte(code >> 8)}
	if !c.crowded { // who has not been greeted expects no state
		b = append(append(b, '#'), state...)
	}
	return c.writePacket(append(b, message...))
}

func describeError(err error) (code uint16, state, message string) {
	var wire *mysql.MyError
	var ours *parse.Error
	switch {
	case errors.As(err, &wire):
		return wire.Code, wire.State, wire.Message
	case errors.As(err, &ours):
		code, message = uint16(ours.Code), ours.Message
		if ours.Line > 0 {
			message += fmt.Sprintf(" (line %d, column %d)", ours.Line, ours.Column)
		}
		if ours.Hint != "" {
			message += ". " + ours.Hint
		}
	default:
		code, message = mysql.ER_UNKNOWN_ERROR, err.Error()
	}
	if state = mysql.MySQLState[code]; state == "" {
		state = mysql.DEFAULT_MYSQL_STATE
	}
	return code, state, message
}
