package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"gsdms/optimizer"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
)

// traceEvent is an event of the trace-event format: "X" is a span with a duration, "M" names a
// lane. Times are in microseconds since the statement began.
type traceEvent struct {
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Phase    string         `json:"ph"`
	Time     float64        `json:"ts"`
	Duration *float64       `json:"dur,omitempty"`
	Process  int            `json:"pid"`
	Lane     int            `json:"tid"`
	Args     map[string]any `json:"args,omitempty"`
}

// tracer collects the events of a run.
type tracer struct {
	began  time.Time
	events []traceEvent
}

// The lanes: one for the statement, and three for each pipeline.
const (
	statementLane = 1
	pipelineLanes = 10 // for each; what follows counts from the pipeline's first
	loadLane      = 1
	waveLane      = 2
)

// Trace gives a run as a trace that Perfetto and Chrome show.
func Trace(r Report) (string, error) {
	t := &tracer{began: r.Began}
	t.lane("process_name", statementLane, "gsdms")
	t.lane("thread_name", statementLane, "statement")
	t.statement(r)
	for _, part := range r.Parts {
		t.pipeline(part)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(map[string]any{"traceEvents": t.events, "displayTimeUnit": "ms"}); err != nil {
		return "", fmt.Errorf("write the trace as JSON: %w", err)
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// lane names a lane, or the process.
func (t *tracer) lane(what string, lane int, name string) {
	t.events = append(t.events, traceEvent{Name: what, Phase: "M", Process: 1, Lane: lane, Args: map[string]any{"name": name}})
}

// span adds what began then and took so long; what never began is left out.
func (t *tracer) span(lane int, category, name string, began time.Time, took time.Duration, args map[string]any) {
	if began.IsZero() {
		return
	}
	us := micro(took)
	t.events = append(t.events, traceEvent{
		Name: name, Category: category, Phase: "X", Time: micro(began.Sub(t.began)), Duration: &us, Process: 1, Lane: lane, Args: args,
	})
}

func micro(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// statement adds the stages of the statement, which follow each other, and within the scan
// the wait for memory.
func (t *tracer) statement(r Report) {
	t.span(statementLane, "statement", "statement", r.Began, r.Wall, map[string]any{"rows": r.Rows, "memory_bytes": r.Memory, "plan_cached": r.Cached})
	at := r.Began
	for _, s := range r.Stages {
		t.span(statementLane, "statement", s.Name, at, s.Took, nil)
		if s.Name == scanStage {
			t.span(statementLane, "statement", "admission", at, min(r.Admission, s.Took), nil)
		}
		at = at.Add(s.Took)
	}
	t.span(statementLane, "statement", "results", at, r.Began.Add(r.Wall).Sub(at), nil)
}

// scanStage is the stage of a statement in which its pipelines run.
const scanStage = "scan"

// pipeline adds a pipeline: compiling, waiting for the stream, its chunks, and what follows.
func (t *tracer) pipeline(part engine.StageReport) {
	first, name := pipelineLanes*(part.Stage+1), fmt.Sprintf("pipeline %d", part.Stage+1)
	t.lane("thread_name", first, name)
	if part.Compile > 0 {
		t.span(first, "pipeline", "compile", part.Compiled, part.Compile, nil)
	}
	if s := part.Scan; s != nil {
		t.span(first, "pipeline", "wait", s.Opened, s.Queued, nil)
		args := map[string]any{"table": s.Table, "device": s.Device, "rows": s.Rows, "read_bytes": s.Bytes, "segments": s.Segments, "skipped_segments": s.Skipped}
		begins := s.Opened.Add(s.Queued)
		t.span(first, "pipeline", "scan "+s.Table, begins, ScanEnd(s, begins).Sub(begins), args)
		t.chunks(first, name, s)
	}
	if part.Tail > 0 {
		t.span(first, "pipeline", "tail", part.Behind, part.Tail, map[string]any{"rows_in": part.Sunk, "rows_out": part.Rows})
	}
}

// ScanEnd is when the last chunk had been pushed.
func ScanEnd(s *pushscan.Report, begins time.Time) time.Time {
	end := begins
	for _, c := range s.Timeline {
		for _, done := range []time.Time{c.Loaded.Add(c.Load), c.Pushed.Add(c.Push)} {
			if done.After(end) {
				end = done
			}
		}
	}
	return end
}

// chunks adds the chunks of a scan: loads, which overlap the waves before, and waves with their
// batches.
func (t *tracer) chunks(first int, name string, s *pushscan.Report) {
	t.lane("thread_name", first+loadLane, name+", loads")
	t.lane("thread_name", first+waveLane, name+", waves")
	kernels := map[*optimizer.Wave][]map[string]any{}
	for _, w := range s.Waves {
		kernels[w.Wave] = kernelsOf(w)
	}
	for _, c := range s.Timeline {
		if c.Wave == nil {
			continue
		}
		t.span(first+loadLane, "chunk", fmt.Sprintf("load %d", c.Chunk), c.Loaded, c.Load, map[string]any{"rows": c.Rows})
		if c.Solve > 0 {
			t.span(first+waveLane, "chunk", "solve", c.Pushed.Add(-c.Solve), c.Solve, nil)
		}
		t.span(first+waveLane, "chunk", fmt.Sprintf("chunk %d", c.Chunk), c.Pushed, c.Push, map[string]any{
			"rows": c.Rows, "segments": c.Segments, "skipped_segments": c.Skipped, "queries": c.Queries,
			"launch_us": micro(c.Launch), "batches": len(c.Wave.Batches), "kernels_of_wave": kernels[c.Wave],
		})
		t.batches(first+waveLane, c)
	}
}

// batches adds the batches of a chunk's wave with what they launched.
func (t *tracer) batches(lane int, c pushscan.ChunkReport) {
	at := c.Pushed
	for i, took := range c.Batches {
		var launched []string
		for _, l := range c.Wave.Batches[i].Launches {
			launched = append(launched, c.Wave.Demands[l.Kernel].Name)
		}
		t.span(lane, "batch", fmt.Sprintf("batch %d", i+1), at, took, map[string]any{"launches": launched})
		at = at.Add(took)
	}
}

// kernelsOf says what the kernels of a wave did in all its chunks.
func kernelsOf(w *pushscan.WaveReport) []map[string]any {
	var out []map[string]any
	for _, k := range w.Kernels {
		out = append(out, map[string]any{
			"kernel": w.Wave.Demands[k.Launch.Kernel].Name, "batch": k.Batch, "queries": k.Queries,
			"launches": k.Launches, "rows": k.Rows, "read_bytes": k.Bytes, "busy_us": float64(k.Busy) / 1e3, "spared_rows": k.Spared,
		})
	}
	return out
}
