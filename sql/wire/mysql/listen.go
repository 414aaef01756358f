package mysql

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"gsdms/sql"
)

// Options say how a Server treats connections. Zero values ask for the defaults.
type Options struct {
	TLS      *tls.Config   // nil: connections are not encrypted
	Grace    time.Duration // how long running statements may go on when the server ends; 5 s
	Idle     time.Duration // how long a connection may wait for its next command; 8 h
	Patience time.Duration // how long a packet may take that has begun, to come or to be taken; 30 s
	Most     int           // connections at a time; those of the engine
}

// Server gives clients sessions of an engine. Safe for concurrent use.
type Server struct {
	engine  *sql.Engine
	home    string // what the database is called that has no name
	options Options
	buffers sync.Pool // of *[]byte, for what goes out

	mu     sync.Mutex
	conns  map[*conn]struct{}
	ending bool
	open   sync.WaitGroup // connections
}

// NewServer makes a server of an engine, which outlives it.
func NewServer(e *sql.Engine, o Options) *Server {
	o.Grace = either(o.Grace, 5*time.Second)
	o.Idle = either(o.Idle, 8*time.Hour)
	o.Patience = either(o.Patience, 30*time.Second)
	if o.Most <= 0 {
		o.Most = e.Connections()
	}
	return &Server{engine: e, home: e.Database(), options: o, conns: map[*conn]struct{}{}}
}

func either(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// Serve takes connections of the listeners until ctx ends. Then it closes them, lets
// statements that run end within the grace, cancels those that do not, and returns when
// no connection is left. An error is that of a listener that failed.
func (s *Server) Serve(ctx context.Context, listeners ...net.Listener) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var accepting sync.WaitGroup
	for _, l := range listeners {
		accepting.Go(func() {
			if err := s.accept(l); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("listen on %s: %w", l.Addr(), err))
			}
		})
	}
	<-ctx.Done()
	for _, l := range listeners {
		_ = l.Close() // it takes nobody any more, whatever it says
	}
	accepting.Wait()
	s.end()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// accept takes connections until the listener is closed.
func (s *Server) accept(l net.Listener) error {
	wait, within := time.Millisecond, ""
	if w, ok := l.(Within); ok {
		within = w.Database
	}
	for {
		c, err := l.Accept()
		var again interface{ Temporary() bool }
		switch {
		case err == nil:
			wait = time.Millisecond
			s.greet(c, within)
		case errors.Is(err, net.ErrClosed):
			return nil
		case errors.As(err, &again) && again.Temporary(): // such as no file descriptors left: others will close theirs
			time.Sleep(wait)
			wait = min(2*wait, time.Second)
		default:
			return err
		}
	}
}

// Within is a listener whose clients are in a database, until they choose another. "" is the
// database that has no name.
type Within struct {
	net.Listener
	Database string
}

// greet begins a connection in a database.
func (s *Server) greet(c net.Conn, within string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ending {
		_ = c.Close() // the server ends
		return
	}
	one := newConn(s, c)
	one.within = within
	one.crowded = len(s.conns) >= s.options.Most
	s.conns[one] = struct{}{}
	s.open.Go(func() {
		defer one.close() // last, so that there is room again for who counts the sessions
		defer s.leave(one)
		one.run()
	})
}

func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// end ends the connections: at once those that wait for a command, the others after their
// statement, or when the grace is over.
func (s *Server) end() {
	s.mu.Lock()
	s.ending = true
	for c := range s.conns {
		c.retire()
	}
	s.mu.Unlock()
	late := time.AfterFunc(s.options.Grace, s.cancelAll)
	defer late.Stop()
	s.open.Wait()
}

// cancelAll ends the statements that still run, and the connections with them.
func (s *Server) cancelAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.cancel(errEnding)
		time.AfterFunc(farewell, c.hangUp)
	}
}

// farewell is how long a client has to take the error of its cancelled statement.
const farewell = time.Second

// errEnding is the cause of a statement that was cancelled because the server ends.
var errEnding = fmt.Errorf("the server ends: %w", context.Canceled)
