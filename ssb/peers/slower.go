package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
)

// A query is listed as slower where the peer's time is less than that part of ours: of the runs
// that are warm, and of the first ones, which make indexes and plans.
const (
	slowerWarm  = 0.9
	slowerFirst = 0.5
)

// slower lists the queries that gsdms takes longer for than the first of its peers, on the
// clock or in processor time, and what they ask.
func (r *report) slower() string {
	lines := slices.DeleteFunc(wholeLines(r.Queries), func(l line) bool { return !l.slower() })
	if len(lines) == 0 {
		return ""
	}
	ours, theirs := r.Systems[0], r.Systems[1]
	t := newTable(table.Row{theirs + " / " + ours, ours + " ms", "warm", "processor", ours + " ms first", "first", "processor first"})
	var texts strings.Builder
	for _, l := range lines {
		t.AppendRow(table.Row{l.Name, digits(l.Median[0]), multiple(l.Median), multiple(l.TimedCPU), digits(l.First[0]), multiple(l.First), multiple(l.FirstCPU)})
		fmt.Fprintf(&texts, "%s: %s\n", l.Name, l.Text)
	}
	return fmt.Sprintf("%s\n%s\n", t.Render(), texts.String())
}

// slower says that the peer takes clearly less by any measure.
func (l *line) slower() bool {
	less := func(ms []float64, part float64) bool { return ms[1] < part*ms[0] }
	return less(l.Median, slowerWarm) || less(l.TimedCPU, slowerWarm) || less(l.First, slowerFirst) || less(l.FirstCPU, slowerFirst)
}

// multiple is how often the peer takes our time.
func multiple(ms []float64) string { return digits(ratio(ms[1], ms[0])) + " x" }
