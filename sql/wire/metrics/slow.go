package metrics

import (
	"log/slog"
	"time"

	"gsdms/sql"
	"gsdms/sql/parse"
)

// LogSlow gives what writes statements that took longer than a time to a log, a line each:
// text, time, rows, and how its largest scan was shared. An error is one of the line, too.
func LogSlow(log *slog.Logger, longer time.Duration) func(sql.Observation) {
	return func(o sql.Observation) {
		if o.Took < longer {
			return
		}
		line := []any{
			"text", parse.Fold(o.Text), "kind", o.Kind, "seconds", o.Took.Seconds(), "rows", o.Rows, "affected", o.Affected,
			"user", o.User, "session", o.Session,
		}
		if o.Err != nil {
			line = append(line, "code", o.Err.Code, "error", o.Err.Message)
		}
		if o.Report != nil && o.Report.Scan != nil {
			scan := o.Report.Scan
			line = append(line, "table", scan.Table, "scanned", scan.Rows, "shared", scan.Shared, "bytes", scan.Bytes, "queued", scan.Queued.Seconds(), "cached", o.Report.Cached)
		}
		log.Warn("slow statement", line...)
	}
}
