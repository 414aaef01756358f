package flight

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gsdms/operators"
	"gsdms/pushscan/load/malformed"
	"gsdms/sql"
	"gsdms/sql/parse"
)

// id names a result that was promised, so that it can be cancelled.
type id [16]byte

func newID() (out id) {
	_, _ = rand.Read(out[:]) // never fails
	return out
}

// call is one call of a client that runs statements, in a session of its own. Its goroutine
// owns it; cancel is for others.
type call struct {
	server  *Server
	visitor *visitor
	session *sql.Session
	ctx     context.Context // ends with the call, by KILL and with the server
	cancel  context.CancelCauseFunc
	id      id // of the result that it gives, zero for none
}

// calls are those that run. The zero value has none. Safe for concurrent use.
type calls struct {
	most int

	mu     sync.Mutex
	open   map[*call]struct{}
	ending error
	early  map[id]struct{} // cancelled before they began
	order  []id            // of early
}

// mostEarly is how many results that were cancelled before anybody fetched them are
// remembered.
const mostEarly = 4096

// errCancelled is the cause of a call that another has cancelled.
var errCancelled = fmt.Errorf("the client has cancelled it: %w", context.Canceled)

// begin begins a call; end must follow.
func (s *Server) begin(ctx context.Context, named id) (*call, error) {
	v, ok := ctx.Value(visitorKey{}).(*visitor)
	if !ok {
		return nil, status.Error(codes.Unauthenticated, "Access denied")
	}
	c := &call{server: s, visitor: v, id: named}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	if err := s.calls.add(c); err != nil {
		c.cancel(nil)
		return nil, err
	}
	from := callerOf(ctx)
	c.session = v.session(s.engine, sql.Client{User: v.user, Host: from.Host, Owner: from.Owner, Close: func() { c.cancel(errCancelled) }})
	return c, nil
}

// end ends the call and what still runs of it.
func (c *call) end() {
	c.cancel(nil)
	c.session.Close()
	c.server.calls.remove(c)
}

func (l *calls) add(c *call) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ending != nil {
		return status.Error(codes.Unavailable, l.ending.Error())
	}
	if len(l.open) >= l.most {
		return status.Errorf(codes.ResourceExhausted, "Too many calls: %d run at a time; try again when others have ended", l.most)
	}
	if _, ok := l.early[c.id]; ok {
		return status.Error(codes.Canceled, errCancelled.Error())
	}
	if l.open == nil {
		l.open = map[*call]struct{}{}
	}
	l.open[c] = struct{}{}
	return nil
}

func (l *calls) remove(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

// cancelAll ends all calls, and those to come.
func (l *calls) cancelAll(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ending = why
	for c := range l.open {
		c.cancel(why)
	}
}

// cancelOne ends the call of a user that gives a result, or keeps it from beginning.
func (l *calls) cancelOne(named id, user string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		if c.id == named && c.visitor.user == user {
			c.cancel(errCancelled)
			return
		}
	}
	if l.early == nil {
		l.early = map[id]struct{}{}
	}
	l.early[named] = struct{}{}
	if l.order = append(l.order, named); len(l.order) > mostEarly {
		delete(l.early, l.order[0])
		l.order = l.order[1:]
	}
}

// guarded runs a call so that a panic is its error only.
func guarded(run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = status.Errorf(codes.Internal, "the call failed inside the server: %v (please report this)\n%s", p, debug.Stack())
		}
	}()
	return statusOf(operators.Guarded(run))
}

func guardUnary(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (answer any, err error) {
	err = guarded(func() error { answer, err = handle(ctx, request); return err })
	return answer, err
}

func (s *Server) guardStream(server any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	return guarded(func() error {
		if strings.HasSuffix(info.FullMethod, handshakeMethod) {
			return s.handshake(stream)
		}
		return handle(server, stream)
	})
}

// statusOf gives an error the code that clients of the protocol know.
func statusOf(err error) error {
	if err == nil {
		return nil
	}
	var ours *parse.Error
	if errors.As(err, &ours) {
		text := ours.Error()
		if ours.Hint != "" {
			text += ". " + ours.Hint
		}
		return status.Error(statementCode(ours), text)
	}
	if _, ok := status.FromError(err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) {
		return status.Error(codes.Canceled, err.Error())
	}
	return status.Error(codes.InvalidArgument, err.Error())
}

// statementCode is the code for what is wrong with a statement.
func statementCode(e *parse.Error) codes.Code {
	switch e.Code {
	case parse.CodeInterrupted:
		return codes.Canceled
	case parse.CodeTimeout:
		return codes.DeadlineExceeded
	case parse.CodeDenied, parse.CodeNoPrivilege, parse.CodeNotOwner:
		return codes.PermissionDenied
	case parse.CodeUnknownTable, parse.CodeUnknownDatabase, parse.CodeUnknownView:
		return codes.NotFound
	case parse.CodeTableExists, parse.CodeFileExists:
		return codes.AlreadyExists
	case parse.CodeNotSupported:
		return codes.Unimplemented
	case parse.CodeUnknownError:
		if bad := (*malformed.Error)(nil); errors.As(e, &bad) { // a value that was sent
			return codes.InvalidArgument
		}
		return codes.Internal
	}
	return codes.InvalidArgument
}
