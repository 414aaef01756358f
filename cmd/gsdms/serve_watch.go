package main

import (
	"fmt"
	"io"
	"log/slog"
	"time"

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
