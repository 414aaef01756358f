package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
)

// figures is the report in short: gsdms and the first of its peers.
func (r *report) figures() string {
	t := newTable(table.Row{"in short", r.Systems[0], r.Systems[1], "ratio"})
	times := func(name string, ms []float64) {
		t.AppendRow(table.Row{name, digits(ms[0]) + " ms", digits(ms[1]) + " ms", digits(ratio(ms[1], ms[0])) + " x"})
	}
	if whole := wholeLines(r.Queries); len(whole) > 0 {
		total := sum(whole)
		least := slices.MinFunc(whole, func(a, b line) int { return cmp.Compare(a.Ratio[1], b.Ratio[1]) })
		times(total.Name, total.Median)
		times("the same, processor time", total.CPU)
		times("the same, first runs of the turns", total.First)
		times("least ratio: "+least.Name, least.Median)
	}
	for _, l := range wholeLines(r.Batches) {
		times(l.Name, l.Median)
	}
	t.AppendRows(r.sharing())
	t.AppendRows(r.latency())
	return t.Render()
}

// sharing is what asking all at once gains over one by one, if both were measured.
func (r *report) sharing() []table.Row {
	n := len(wholeLines(r.Queries))
	at := slices.IndexFunc(r.Batches, func(l line) bool { return l.Name == atOnce(n) && l.whole() })
	if at < 0 || n == 0 {
		return nil
	}
	alone, together := sum(r.Queries).Median, r.Batches[at].Median
	return []table.Row{{fmt.Sprintf("%d one by one / %d at once", n, n), digits(alone[0]/together[0]) + " x", digits(alone[1]/together[1]) + " x", ""}}
}

// latency is of the loops, as far as they ran.
func (r *report) latency() []table.Row {
	var rows []table.Row
	if len(r.Closed) > 0 {
		ours, theirs := r.Closed[0], r.Closed[1]
		clients := fmt.Sprintf("%d clients in a closed loop, ", ours.Clients)
		rows = append(rows,
			table.Row{clients + "queries/s", digits(ours.PerSecond), digits(theirs.PerSecond), digits(ours.PerSecond/theirs.PerSecond) + " x"},
			table.Row{clients + "p99/p50", digits(ours.P99 / ours.P50), digits(theirs.P99 / theirs.P50), ""})
	}
	if len(r.Open) > 0 {
		rows = append(rows, table.Row{"highest rate without overload", r.highest(0), r.highest(1), ""})
	}
	return rows
}

// highest is the last Poisson rate that a system kept up with.
func (r *report) highest(system int) string {
	highest := 0.0
	for _, l := range r.Open {
		if l.System == r.Systems[system] && !l.Overloaded {
			highest = l.Rate
		}
	}
	return digits(highest) + "/s"
}

// footer says whether the turns kept to themselves.
func (b *contest) footer() string {
	var busy, idle []string
	for _, s := range b.systems {
		if s.busy.Wall > 0 {
			busy = append(busy, fmt.Sprintf("%s %.2f", s.name, s.busy.CPU.Seconds()/s.busy.Wall.Seconds()))
		}
		idle = append(idle, fmt.Sprintf("%s %.0f ms in %.0f s", s.name, 1000*s.idle.CPU.Seconds(), s.idle.Wall.Seconds()))
	}
	out := "processor time of each process while it waited: " + strings.Join(idle, ", ") + "\n"
	if len(busy) > 0 {
		out += fmt.Sprintf("processors busy in its turns, of %d: %s; fewer for all means that other programs ran\n", b.options.Threads, strings.Join(busy, ", "))
	}
	return out
}
