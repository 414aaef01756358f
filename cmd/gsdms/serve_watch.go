package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"gsdms/sql"
	"gsdms/sql/wire/listen"
	"gsdms/sql/wire/metrics"
	"gsdms/sql/wire/traces"
	"gsdms/sql/wire/web"
)

// serveWatch says how a server can be watched.
type serveWatch struct {
	HTTP    string        `name:"http" placeholder:"ADDRESS" help:"Give the web page here, with an SQL console and the streams as they run, /healthz and /metrics (for Prometheus), and /debug/pprof/ over loopback; encrypted where there is --tls-cert."`
	SlowLog time.Duration `name:"slow-log" placeholder:"TIME" help:"Write a line of JSON to standard error for each statement that takes longer (1s, 250ms)."`
	OTLP    string        `name:"otlp" placeholder:"URL" help:"Send a trace of each statement to this collector of OpenTelemetry, such as http://127.0.0.1:4318; without literals. The variables OTEL_* hold, and OTEL_EXPORTER_OTLP_ENDPOINT alone names one, too."`
}

// Validate refuses values that mean nothing.
func (w *serveWatch) Validate() error {
	if w.SlowLog < 0 {
		return fmt.Errorf("--slow-log %s: it must not be negative", w.SlowLog)
	}
	return nil
}

// observer gives what is told of each statement, nil where nobody wants to know. end sends
// what has not been sent yet.
func (w *serveWatch) observer(ctx context.Context, counts *metrics.Counts, log io.Writer) (observe func(sql.Observation), end func() error, err error) {
	var all []func(sql.Observation)
	end = func() error { return nil }
	if w.HTTP != "" {
		all = append(all, counts.Observe)
	}
	if w.SlowLog > 0 {
		all = append(all, metrics.LogSlow(slog.New(slog.NewJSONHandler(log, nil)), w.SlowLog))
	}
	if w.OTLP != "" || traces.Wanted() {
		t, err := traces.New(ctx, w.OTLP)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, t.Observe)
		end = func() error {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTraces)
			defer cancel()
			return t.Close(ctx)
		}
	}
	if len(all) == 0 {
		return nil, end, nil
	}
	return func(o sql.Observation) {
		for _, f := range all {
			f(o)
		}
	}, end, nil
}

// lastTraces is how long a server that ends waits for its collector.
const lastTraces = 5 * time.Second

// httpDoor is the way in over HTTP, encrypted where there is a certificate.
func httpDoor(e *sql.Engine, counts *metrics.Counts, encryption *tls.Config, listeners []net.Listener) door {
	says := "gsdms answers http on %s"
	if encryption != nil {
		says = "gsdms answers https on %s"
	}
	return door{says, listeners, func(ctx context.Context, l ...net.Listener) error {
		l[0] = listen.NewRoom(e.Connections()).Of(l[0]) // within TLS, which the server looks for
		if encryption != nil {
			l[0] = tls.NewListener(l[0], encryption)
		}
		return metrics.Serve(ctx, l[0], overHTTP(e, counts))
	}}
}

// overHTTP answers with what programs ask for, and with the page.
func overHTTP(e *sql.Engine, counts *metrics.Counts) http.Handler {
	mux, watch := http.NewServeMux(), metrics.Handler(e, counts)
	for _, path := range []string{"/healthz", "/metrics", "/debug/pprof/"} {
		mux.Handle(path, watch)
	}
	mux.Handle("/", web.Handler(e, counts))
	return mux
}
