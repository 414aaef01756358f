package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"gsdms/sql"
	"gsdms/sql/wire/metrics"
)

// serveWatch says how a server can be watched.
type serveWatch struct {
	HTTP    string        `name:"http" placeholder:"ADDRESS" help:"Answer /healthz and /metrics (for Prometheus) here, and /debug/pprof/ over loopback."`
	SlowLog time.Duration `name:"slow-log" placeholder:"TIME" help:"Write a line of JSON to standard error for each statement that takes longer (1s, 250ms)."`
}

// Validate refuses values that mean nothing.
func (w *serveWatch) Validate() error {
	if w.SlowLog < 0 {
		return fmt.Errorf("--slow-log %s: it must not be negative", w.SlowLog)
	}
	return nil
}

// observer gives what is told of each statement, nil where nobody wants to know.
func (w *serveWatch) observer(counts *metrics.Counts, log io.Writer) func(sql.Observation) {
	slow := func(sql.Observation) {}
	switch {
	case w.SlowLog > 0:
		slow = metrics.LogSlow(slog.New(slog.NewJSONHandler(log, nil)), w.SlowLog)
	case w.HTTP == "":
		return nil
	}
	return func(o sql.Observation) {
		counts.Observe(o)
		slow(o)
	}
}

// listenHTTP listens for HTTP, nil where nobody wants it.
func (w *serveWatch) listenHTTP() (net.Listener, error) {
	if w.HTTP == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", w.HTTP)
	if err != nil {
		return nil, fmt.Errorf("listen on --http %s: %w; another address, such as 127.0.0.1:0, may be free", w.HTTP, err)
	}
	return l, nil
}

// alongside serves, and answers over HTTP meanwhile if l is not nil. What ends the one ends
// the other.
func alongside(ctx context.Context, l net.Listener, h http.Handler, serve func(context.Context) error) error {
	if l == nil {
		return serve(ctx)
	}
	both, ctx := errgroup.WithContext(ctx)
	ctx, end := context.WithCancel(ctx)
	both.Go(func() error { return metrics.Serve(ctx, l, h) })
	both.Go(func() error {
		defer end()
		return serve(ctx)
	})
	return both.Wait()
}
