package flight

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"gsdms/sql"
	"gsdms/sql/setting"
	"gsdms/sql/wire/listen"
)

// Options say how a Server treats clients. Zero values ask for the defaults.
type Options struct {
	TLS      *tls.Config   // nil: connections are not encrypted
	Grace    time.Duration // how long running calls may go on when the server ends; 5 s
	Idle     time.Duration // after which a connection, a token and a prepared statement that nobody used are gone; 8 h
	Patience time.Duration // how long a connection may take to begin, and not to answer when it is asked whether it is alive; 30 s
	Stall    time.Duration // how long a client may take no rows that wait for it; 10 min
	Most     int           // connections at a time; those of the engine
	Calls    int           // that run statements at a time; 4 times as many
	Prepared int           // statements of a user; 16,382
}

func (o Options) withDefaults(e *sql.Engine) Options {
	durations := []struct {
		at        *time.Duration
		otherwise time.Duration
	}{{&o.Grace, 5 * time.Second}, {&o.Idle, 8 * time.Hour}, {&o.Patience, 30 * time.Second}, {&o.Stall, 10 * time.Minute}}
	for _, d := range durations {
		if *d.at <= 0 {
			*d.at = d.otherwise
		}
	}
	if o.Most <= 0 {
		o.Most = e.Connections()
	}
	if o.Calls <= 0 {
		o.Calls = 4 * o.Most
	}
	if o.Prepared <= 0 {
		o.Prepared = 16382
	}
	return o
}

// Server answers clients of an engine. Safe for concurrent use.
type Server struct {
	engine  *sql.Engine
	options Options
	tokens  tokens
	handles handles
	calls   calls
	room    *listen.Room
}

// NewServer makes a server of an engine, which outlives it.
func NewServer(e *sql.Engine, o Options) *Server {
	o = o.withDefaults(e)
	s := &Server{engine: e, options: o, room: listen.NewRoom(o.Most)}
	s.tokens.idle, s.handles.idle, s.handles.most, s.calls.most = o.Idle, o.Idle, o.Prepared, o.Calls
	return s
}

// What a connection may have, besides the statements that the engine limits.
const (
	streamsOfOne = 1000     // calls at a time; more wait
	headerBytes  = 64 << 10 // of a call
	writeBytes   = 256 << 10
)

// rpcServer makes what speaks the protocol.
func (s *Server) rpcServer() *grpc.Server {
	options := []grpc.ServerOption{
		grpc.InTapHandle(s.admit), grpc.StatsHandler(visits{}),
		grpc.ChainUnaryInterceptor(guardUnary), grpc.ChainStreamInterceptor(s.guardStream),
		grpc.ForceServerCodecV2(newCodec()),
		grpc.MaxRecvMsgSize(setting.MaxPacket), grpc.MaxHeaderListSize(headerBytes), grpc.MaxConcurrentStreams(streamsOfOne),
		grpc.WriteBufferSize(writeBytes),
		grpc.ConnectionTimeout(s.options.Patience),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: s.options.Idle, Time: s.options.Patience, Timeout: s.options.Patience}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
	}
	if s.options.TLS != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(s.options.TLS.Clone())))
	}
	g := grpc.NewServer(options...)
	rpc.RegisterFlightServiceServer(g, newService(s))
	return g
}

// Serve takes connections of the listeners until ctx ends. Then it takes no more calls,
// lets those that run end within the grace, cancels those that do not, and returns when
// none is left. An error is that of a listener that failed.
func (s *Server) Serve(ctx context.Context, listeners ...net.Listener) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	g := s.rpcServer()
	var accepting sync.WaitGroup
	for _, l := range listeners {
		accepting.Go(func() {
			if err := g.Serve(s.room.Of(l)); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("listen on %s: %w", l.Addr(), err))
			}
		})
	}
	<-ctx.Done()
	s.end(g)
	accepting.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// end ends the calls: after themselves, or when the grace is over.
func (s *Server) end(g *grpc.Server) {
	late := time.AfterFunc(s.options.Grace, func() {
		s.calls.cancelAll(errEnding)
		time.AfterFunc(farewell, g.Stop)
	})
	defer late.Stop()
	g.GracefulStop()
}

// farewell is how long a client has to take the error of its cancelled call.
const farewell = time.Second

// errEnding is the cause of a call that was cancelled because the server ends.
var errEnding = fmt.Errorf("the server ends: %w", context.Canceled)
