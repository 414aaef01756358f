package explain

import (
	"fmt"
	"strings"
	"time"

	"gsdms/operators"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
)

// RunPrograms prints the query and what happened when it ran, pipeline by pipeline, with
// programs, waves and kernels.
func RunPrograms(q *engine.Query, r Report) string {
	times := section("time", describeTimes(r))
	if q.Shape.Single() {
		return describePart(r.Parts[0], r.Rows) + times
	}
	var b strings.Builder
	for i, part := range r.Parts {
		fmt.Fprintf(&b, "pipeline %d%s: %s\n", i+1, readers(q.Shape, i), counted(part.Rows, "row", "rows"))
		text := describeStage(q.Shape.Stages[i])
		if part.Query != nil {
			text = describePart(part, part.Rows)
		}
		b.WriteString(indented(text))
	}
	return b.String() + times
}

// describeChoice says where a pipeline ran, and why.
func describeChoice(c *engine.Choice) string {
	if c.Spare {
		return "the spare: " + c.Why
	}
	return fmt.Sprintf("the first: %v expected, %v on the spare", c.First, c.Other)
}

// describePart prints a pipeline and what happened when it ran.
func describePart(part engine.StageReport, rows int) string {
	out := describePipeline(part.Query)
	if part.Refused != nil {
		out += section("refused by the first backend", part.Refused.Why)
	}
	if part.Choice != nil {
		out += section("backend", describeChoice(part.Choice))
	}
	if part.Spilled > 0 {
		out += section("files", fmt.Sprintf("%d bytes of rows behind the scan: raise --query-memory to have more of them in memory", part.Spilled))
	}
	if s := part.Scan; s != nil {
		out += section("granularity", s.Granularity.String())
		out += section("wave", s.Wave.String())
		out += section("scan", describeScan(s))
		if len(s.Steps) > 0 {
			out += section("rows", describeSteps(s.Steps, rows))
		}
		if len(s.Waves) > 0 {
			out += section("kernels", describeKernels(s.Waves))
		}
	}
	return out
}

func describeScan(s *pushscan.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "device %s\n", s.Device)
	fmt.Fprintf(&b, "chunks %d of %d, from chunk %d on (%.2f passes)\n", s.Chunks, s.Of, s.Start, s.Passes())
	fmt.Fprintf(&b, "segments %d read, %d skipped by zone maps\n", s.Segments, s.Skipped)
	fmt.Fprintf(&b, "shared by %s\n", sharing(shared(s.Sharing)))
	if s.Parts > 1 {
		fmt.Fprintf(&b, "rows in %d parts, one ride each\n", s.Parts)
	}
	if s.Spilled > 0 {
		fmt.Fprintf(&b, "groups spilled to files, %d bytes: raise --query-memory to have them in memory\n", s.Spilled)
	}
	return b.String()
}

// sharingRuns is how many runs of chunks are listed.
const sharingRuns = 8

// sharing prints how many queries shared the chunks, run by run: "1 query on 3 chunks, then
// 5 queries on 1 chunk".
func sharing(runs []Sharing) string {
	var parts []string
	most, chunks := 0, 0
	for i, r := range runs {
		if i < sharingRuns {
			parts = append(parts, fmt.Sprintf("%s on %s", counted(r.Queries, "query", "queries"), counted(r.Chunks, "chunk", "chunks")))
			continue
		}
		most, chunks = max(most, r.Queries), chunks+r.Chunks
	}
	if chunks > 0 {
		parts = append(parts, fmt.Sprintf("up to %s on %s", counted(most, "query", "queries"), counted(chunks, "more chunk", "more chunks")))
	}
	if len(parts) == 0 {
		return "none: there was no chunk"
	}
	return strings.Join(parts, ", then ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// describeSteps prints how many rows went into and came out of each step.
func describeSteps(steps []operators.StepCount, result int) string {
	width := len("result")
	for _, s := range steps {
		width = max(width, len(s.Step))
	}
	var b strings.Builder
	before := int64(-1)
	for _, s := range steps {
		if before < 0 {
			before = s.Rows
		}
		fmt.Fprintf(&b, "%-*s  in %12d  out %12d\n", width, s.Step, before, s.Rows)
		before = s.Rows
	}
	fmt.Fprintf(&b, "%-*s  in %12d  out %12d\n", width, "result", before, result)
	return b.String()
}

// describeTimes prints the stages, and those of the scan within its own.
func describeTimes(r Report) string {
	var b strings.Builder
	line := func(name string, d time.Duration) {
		fmt.Fprintf(&b, "%-10s %10.3f ms\n", name, float64(d.Nanoseconds())/1e6)
	}
	for _, s := range r.Stages {
		line(s.Name, s.Took)
		if s.Name == "scan" && r.Scan != nil {
			line("  wait", r.Scan.Queued)
			line("  load", r.Scan.Load)
			line("  solve", r.Scan.Solve)
			line("  push", r.Scan.Push)
			line("  busy", r.Scan.Busy)
		}
	}
	line("in all", r.Wall)
	b.WriteString(describeRate(r.Scan))
	return b.String()
}

// describeRate prints how fast the kernels read, by their own clock, and what share of
// the device's bandwidth that is where it is known.
func describeRate(s *pushscan.Report) string {
	if s == nil || s.Busy <= 0 || s.Wave.Device.Bandwidth <= 0 {
		return ""
	}
	rate := float64(s.Bytes) / s.Busy.Seconds()
	return fmt.Sprintf("read       %10.1f GB/s, %.0f %% of the device's %.0f\n", rate/1e9, 100*rate/s.Wave.Device.Bandwidth, s.Wave.Device.Bandwidth/1e9)
}
