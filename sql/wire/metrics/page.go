package metrics

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"gsdms/pushscan"
	"gsdms/sql"
)

// write writes what is counted, and what the engine says of itself.
func (p *page) write(c *Counts, s sql.Status) {
	p.statements(c)
	p.one("gsdms_uptime_seconds", "gauge", "Time since the folder was opened.", time.Since(s.Since).Seconds())
	p.one("gsdms_sessions", "gauge", "Sessions of clients that are connected.", float64(s.Sessions))
	p.one("gsdms_sessions_running", "gauge", "Sessions of clients that run a statement.", float64(s.Running))
	p.one("gsdms_memory_bytes", "gauge", "Bytes that queries, and what is kept for later ones, hold.", float64(s.Memory))
	p.one("gsdms_memory_limit_bytes", "gauge", "Bytes that queries may hold.", float64(s.Limit))
	p.one("gsdms_rides_waiting", "gauge", "Rides that wait to board a stream.", float64(s.Traffic.Waiting))
	p.one("gsdms_waves_total", "counter", "Waves that were decided.", float64(s.Traffic.Waves))
	p.tables(s.Traffic.Tables)
}

// statements writes the counts of statements.
func (p *page) statements(c *Counts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kinds := slices.Sorted(maps.Keys(c.byKind))
	p.head("gsdms_statements_total", "counter", "Statements that ended, by kind and outcome.")
	for _, kind := range kinds {
		p.sample("gsdms_statements_total", float64(c.byKind[kind].fine), "kind", kind, "outcome", "ok")
		p.sample("gsdms_statements_total", float64(c.byKind[kind].failed), "kind", kind, "outcome", "error")
	}
	p.head("gsdms_statement_seconds", "histogram", "Time from a statement's text to its result, by kind.")
	for _, kind := range kinds {
		k := c.byKind[kind]
		below := int64(0)
		for i, most := range bounds {
			below += k.buckets[i]
			p.sample("gsdms_statement_seconds_bucket", float64(below), "kind", kind, "le", number(most))
		}
		p.sample("gsdms_statement_seconds_bucket", float64(k.fine+k.failed), "kind", kind, "le", "+Inf")
		p.sample("gsdms_statement_seconds_sum", k.seconds, "kind", kind)
		p.sample("gsdms_statement_seconds_count", float64(k.fine+k.failed), "kind", kind)
	}
	p.head("gsdms_errors_total", "counter", "Statements that failed, by MySQL's number of the error.")
	for _, code := range slices.Sorted(maps.Keys(c.byCode)) {
		p.sample("gsdms_errors_total", float64(c.byCode[code]), "code", strconv.Itoa(code))
	}
	p.one("gsdms_rows_returned_total", "counter", "Rows that statements gave.", float64(c.rows))
	p.one("gsdms_rows_added_total", "counter", "Rows that statements added to tables.", float64(c.affected))
}

// tables writes the traffic of streams. The table that has no name is all that stages of
// queries have left for others.
func (p *page) tables(all map[string]pushscan.TableTraffic) {
	names := slices.Sorted(maps.Keys(all))
	for _, family := range []struct {
		name, kind, help string
		value            func(pushscan.TableTraffic) float64
	}{
		{"gsdms_streams", "gauge", "Streams that scan a table now.", func(t pushscan.TableTraffic) float64 { return float64(t.Streams) }},
		{"gsdms_riders", "gauge", "Rides that share the streams of a table now.", func(t pushscan.TableTraffic) float64 { return float64(t.Riders) }},
		{"gsdms_rides_total", "counter", "Rides that ended; equal queries that come together share one.", func(t pushscan.TableTraffic) float64 { return float64(t.Rides) }},
		{"gsdms_chunks_total", "counter", "Chunks that were pushed.", func(t pushscan.TableTraffic) float64 { return float64(t.Chunks) }},
		{"gsdms_passes_total", "counter", "Passes over a table: chunks that were pushed over the chunks that it has.", func(t pushscan.TableTraffic) float64 { return t.Passes }},
		{"gsdms_pushed_bytes_total", "counter", "Bytes of columns that chunks had.", func(t pushscan.TableTraffic) float64 { return float64(t.Pushed) }},
		{"gsdms_alone_bytes_total", "counter", "Bytes of columns that the queries attached to these chunks would have read alone.", func(t pushscan.TableTraffic) float64 { return float64(t.Alone) }},
	} {
		p.head(family.name, family.kind, family.help)
		for _, name := range names {
			p.sample(family.name, family.value(all[name]), "table", name)
		}
	}
}
