package mysql

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// errQuit ends a connection whose client has said so.
var errQuit = fmt.Errorf("quit: %w", net.ErrClosed)

// commands answers commands until the client leaves. It returns why the connection ends; what is
// wrong with a statement is only an answer.
func (c *conn) commands() error {
	for {
		c.seq = 0
		c.idle.Store(true)
		if c.retired.Load() {
			return mysql.NewDefaultError(mysql.ER_SERVER_SHUTDOWN)
		}
		b, err := c.readPacket(c.server.options.Idle)
		c.idle.Store(false)
		if err != nil {
			return err
		}
		if len(b) == 0 {
			return mysql.NewDefaultError(mysql.ER_MALFORMED_PACKET)
		}
		if err := errors.Join(c.command(b[0], b[1:]), c.broken); err != nil {
			return err
		}
		if err := c.out.Flush(); err != nil {
			return err
		}
	}
}

// command answers one command.
func (c *conn) command(which byte, b []byte) error {
	switch which {
	case mysql.COM_QUIT:
		return errQuit
	case mysql.COM_PING:
		return c.writeOK(0, 0, "")
	case mysql.COM_QUERY:
		return c.query(string(b))
	case mysql.COM_INIT_DB:
		return c.answer(c.session.Use(string(b)))
	case mysql.COM_FIELD_LIST:
		return c.fieldList(b)
	case mysql.COM_STATISTICS:
		return c.writePacket([]byte(c.server.statistics()))
	case mysql.COM_RESET_CONNECTION:
		database := c.session.Database()
		c.forget()
		_ = c.session.Use(database) // unless it has gone
		return c.writeOK(0, 0, "")
	case mysql.COM_CHANGE_USER:
		return c.changeUser(b)
	case mysql.COM_SET_OPTION:
		return c.setOption(b)
	case mysql.COM_DEBUG:
		return c.writeEOF()
	}
	return c.statementCommand(which, b)
}

// answer is OK, or what is wrong.
func (c *conn) answer(err error) error {
	if err != nil {
		return c.writeError(err)
	}
	return c.writeOK(0, 0, "")
}

// forget gives the connection a new one's state.
func (c *conn) forget() {
	c.session.Reset()
	c.prepared, c.last = map[uint32]*statement{}, 0
}

// statistics is what COM_STATISTICS says.
func (s *Server) statistics() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("Threads: %d  Device: %s", len(s.conns), s.engine.Device().Name)
}

// setOption turns several statements in a query on or off.
func (c *conn) setOption(b []byte) error {
	if len(b) < 2 {
		return c.writeError(mysql.NewDefaultError(mysql.ER_MALFORMED_PACKET))
	}
	if c.caps |= mysql.CLIENT_MULTI_STATEMENTS; b[0] == 1 {
		c.caps &^= mysql.CLIENT_MULTI_STATEMENTS
	}
	return c.writeEOF()
}

// changeUser begins the session anew, as another user.
func (c *conn) changeUser(b []byte) error {
	user, rest, ok := bytes.Cut(b, []byte{0})
	if !ok {
		return errHandshake
	}
	r := response{user: string(user)}
	if len(rest) > 0 && int(rest[0]) < len(rest) {
		database, _, _ := bytes.Cut(rest[1+int(rest[0]):], []byte{0})
		r.database = string(database)
	}
	// The salt of the greeting may not be used twice, so the client is asked again.
	proof, err := c.ask(caching)
	if err != nil {
		return err
	}
	r.plugin, r.proof = caching, proof
	if err := c.authenticate(r); err != nil {
		return err
	}
	c.forget()
	c.user = r.user
	c.session.Name(r.user)
	if err := c.session.Enter(); err != nil {
		return err
	}
	return c.answer(c.begin(r.database))
}

// query runs the statements of a text, one if the client has not said that it knows more.
func (c *conn) query(text string) error {
	statements := parse.Split(text)
	if len(statements) == 0 {
		return c.writeError(mysql.NewDefaultError(mysql.ER_EMPTY_QUERY))
	}
	if len(statements) > 1 && c.caps&mysql.CLIENT_MULTI_STATEMENTS == 0 {
		statements = []parse.Statement{{Text: text}} // the parser says where the second one begins
	}
	c.asked = true
	defer func() { c.more, c.asked = false, false }()
	for i, s := range statements {
		failed, err := c.answered(textRows, i < len(statements)-1, func(ctx context.Context) (*result.Set, error) { return c.session.Stream(ctx, s.Text) })
		if err != nil || failed {
			return err
		}
	}
	return nil
}

// answered runs a statement and writes what it gives: failed says that it is an error.
func (c *conn) answered(write rowWriter, more bool, run func(context.Context) (*result.Set, error)) (failed bool, _ error) {
	ctx, cancel := context.WithCancelCause(c.ctx)
	defer cancel(nil)
	r, err := c.watched(ctx, cancel, run)
	if err != nil {
		return true, c.writeError(err)
	}
	defer r.Close()
	c.more = more
	return c.writeResult(r, write)
}

// watched runs a statement to its first rows. If that takes long, somebody waits for the
// client to go away, and cancels it.
func (c *conn) watched(ctx context.Context, cancel context.CancelCauseFunc, run func(context.Context) (*result.Set, error)) (*result.Set, error) {
	c.unwatch = func() {}
	if c.in.Buffered() > 0 { // it has sent its next command, and so is there
		return run(ctx)
	}
	w := watcher{conn: c, cancel: cancel, done: make(chan struct{})}
	late := time.AfterFunc(watchAfter, w.wait)
	c.unwatch = sync.OnceFunc(func() {
		if !late.Stop() {
			w.end()
		}
	})
	r, err := run(ctx)
	c.unwatch()
	return r, err
}

// watchAfter is how long a statement runs before anybody looks whether its client is there:
// most are over by then, those of a crowd too, for whom looking is a goroutine, a read and
// two wake-ups for each statement.
const watchAfter = 250 * time.Millisecond

// watcher waits for a client to go away.
type watcher struct {
	conn   *conn
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when it waits no more

	mu   sync.Mutex
	over bool // the statement is
}

// wait reads ahead until end, or until the client has gone.
func (w *watcher) wait() {
	defer close(w.done)
	if !w.begins() {
		return
	}
	if _, err := w.conn.in.Peek(1); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		w.cancel(fmt.Errorf("the client has gone: %w", context.Canceled))
	}
}

// begins lets the reader wait for ever, unless the statement is over.
func (w *watcher) begins() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		_ = w.conn.net.SetReadDeadline(time.Time{}) // a closed connection is found by reading
	}
	return !w.over
}

// end wakes the reader and waits until it has left.
func (w *watcher) end() {
	w.mu.Lock()
	w.over = true
	_ = w.conn.net.SetReadDeadline(time.Unix(1, 0)) // a closed connection needs none
	w.mu.Unlock()
	<-w.done
}

// fieldList answers COM_FIELD_LIST: the columns of a table.
func (c *conn) fieldList(b []byte) error {
	table, _, _ := strings.Cut(string(b), "\x00")
	r, err := c.session.Query(c.ctx, "SELECT * FROM `"+strings.ReplaceAll(table, "`", "``")+"` LIMIT 0")
	if err != nil {
		return c.writeError(err)
	}
	for i := range r.Columns {
		f := c.field(&r.Columns[i])
		if err := c.writePacket(append(f.Dump(), 0xfb)); err != nil { // and no default
			return err
		}
	}
	return c.writeEOF()
}
