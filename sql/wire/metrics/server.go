package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"gsdms/sql"
)

// How long a client may take to ask, and requests that are under way to end.
const (
	patience = 10 * time.Second
	grace    = time.Second
)

// Handler answers /healthz and /metrics, and /debug/pprof/ to this machine.
func Handler(e *sql.Engine, c *Counts) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if e.Status().Traffic.Closed {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, "closing")
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		var p page
		p.write(c, e.Status())
		_, _ = w.Write(p.Bytes()) // who has gone does not read it
	})
	profiles := http.NewServeMux()
	profiles.HandleFunc("/debug/pprof/", pprof.Index)
	profiles.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	profiles.HandleFunc("/debug/pprof/profile", pprof.Profile)
	profiles.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	profiles.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.Handle("/debug/pprof/", onlyHere(profiles))
	return mux
}

// onlyHere refuses clients that are not on this machine, and those that reach it by an
// address of the network: profiles tell more than counts do.
func onlyHere(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if local == nil || !loopback(local.String()) || !loopback(r.RemoteAddr) {
			http.Error(w, "profiles are given over loopback only", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// Serve answers those who come by the listener until ctx ends.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadHeaderTimeout: patience, IdleTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		if s.Shutdown(last) != nil {
			_ = s.Close() // those that do not end are cut off
		}
	})
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve HTTP on %s: %w", l.Addr(), err)
	}
	return nil
}
