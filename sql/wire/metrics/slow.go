package metrics

import (
	"log/slog"
	"time"

	"gsdms/sql"
	"gsdms/sql/explain"
	"gsdms/sql/parse"
)

// LogSlow gives what writes statements that took longer than a time to a log, a line each:
// text, time, rows, how its largest scan was shared, and its pipelines. An error is one of the
// line, too.
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
			line = append(line, "table", scan.Table, "scanned", scan.Rows, "shared", scan.Shared, "bytes", scan.Bytes, "queued", scan.Queued.Seconds(), "cached", o.Report.Cached,
				"pipelines", pipelinesOf(o.Report))
		}
		log.Warn("slow statement", line...)
	}
}

// pipeline is one of a statement as it ran, in the log.
type pipeline struct {
	Tables  []string `json:"tables"` // the one that it scanned first, then those that it looked into
	Device  string   `json:"device"`
	Scanned int64    `json:"scanned"` // rows
	Skipped int      `json:"skipped"` // segments
	Shared  int      `json:"shared"`  // most queries on one chunk, itself included
	Sunk    int      `json:"sunk"`    // rows or groups that the scan left
	Rows    int      `json:"rows"`    // that it left in the end
}

// pipelinesOf gives those that scanned something, in the order in which they ran.
func pipelinesOf(r *explain.Report) []pipeline {
	var out []pipeline
	for _, p := range r.Parts {
		if p.Scan == nil {
			continue
		}
		line := pipeline{Tables: []string{p.Scan.Table}, Device: p.Scan.Device, Scanned: p.Scan.Rows, Skipped: p.Scan.Skipped, Shared: p.Scan.Shared, Sunk: p.Sunk, Rows: p.Rows}
		if p.Query != nil {
			for i, t := range p.Query.Pipeline.Tables {
				if i != p.Query.Pipeline.Root {
					line.Tables = append(line.Tables, t.Table.Name)
				}
			}
		}
		out = append(out, line)
	}
	return out
}
