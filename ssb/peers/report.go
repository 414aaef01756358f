package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gsdms/ssb"
)

// report has everything that was measured.
type report struct {
	SF      float64     `json:"sf"`
	Threads int         `json:"threads"`
	Rounds  int         `json:"rounds"`
	Machine ssb.Machine `json:"machine"`
	Systems []string    `json:"systems"` // ours first
	Queries []line      `json:"queries,omitempty"`
	Batches []line      `json:"batches,omitempty"`
	Closed  []Latency   `json:"closed_loop,omitempty"`
	Open    []Latency   `json:"poisson,omitempty"`
}

// line compares the systems at one measurement. Order of the slices: the systems'.
type line struct {
	Name   string    `json:"name"`
	Min    []float64 `json:"min_ms"`
	Median []float64 `json:"median_ms"`
	Ratio  []float64 `json:"ratio"` // median over ours
}

// Latency is what clients of one system saw.
type Latency struct {
	System     string  `json:"system"`
	Clients    int     `json:"clients,omitempty"` // of a closed loop
	Rate       float64 `json:"rate,omitempty"`    // arrivals a second
	Queries    int     `json:"queries"`
	PerSecond  float64 `json:"queries_per_second"`
	P50        float64 `json:"p50_ms"`
	P95        float64 `json:"p95_ms"`
	P99        float64 `json:"p99_ms"`
	Overloaded bool    `json:"overloaded,omitempty"` // the queue grew until the end
}

func newReport(o options, systems []system) *report {
	r := &report{SF: o.sf, Threads: o.threads, Rounds: o.rounds, Machine: ssb.ThisMachine()}
	for _, s := range systems {
		r.Systems = append(r.Systems, s.Name())
	}
	return r
}

func newLine(name string, systems []system, times [][]time.Duration) line {
	l := line{Name: name}
	for i := range systems {
		slices.Sort(times[i])
		l.Min = append(l.Min, milliseconds(times[i][0]))
		l.Median = append(l.Median, milliseconds(times[i][len(times[i])/2]))
		l.Ratio = append(l.Ratio, l.Median[i]/l.Median[0])
	}
	return l
}

// sum adds lines up; its ratios are of the sums.
func sum(lines []line) line {
	total := line{Name: "sum", Min: make([]float64, len(lines[0].Min)), Median: make([]float64, len(lines[0].Min))}
	for _, l := range lines {
		for i := range l.Median {
			total.Min[i] += l.Min[i]
			total.Median[i] += l.Median[i]
		}
	}
	for _, m := range total.Median {
		total.Ratio = append(total.Ratio, m/total.Median[0])
	}
	return total
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// heading says what the tables are about.
func (r *report) heading() string {
	return fmt.Sprintf("scale factor %v, %d threads on %s; median of %d runs in turn, whole queries; every answer checked",
		r.SF, r.Threads, r.Machine.CPU, r.Rounds)
}

// section is the table of one section that has been measured.
func (r *report) section(name string) string {
	switch name {
	case "queries":
		return r.lines("one by one", append(slices.Clone(r.Queries), sum(r.Queries)))
	case "batches":
		return r.lines("at once", r.Batches)
	case "closed":
		return latencyTable("closed loop", r.Closed)
	default:
		return latencyTable("Poisson arrivals", r.Open)
	}
}

// writeJSON writes the numbers to a file; "" is none.
func (r *report) writeJSON(file string) error {
	if file == "" {
		return nil
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}

func (r *report) lines(title string, lines []line) string {
	header := table.Row{title}
	for _, s := range r.Systems {
		header = append(header, s+" ms")
	}
	for _, s := range r.Systems[1:] {
		header = append(header, s+" / "+r.Systems[0])
	}
	t := newTable(header)
	for _, l := range lines {
		row := table.Row{l.Name}
		for _, m := range l.Median {
			row = append(row, digits(m))
		}
		for _, x := range l.Ratio[1:] {
			row = append(row, digits(x)+" x")
		}
		t.AppendRow(row)
	}
	return t.Render()
}

func latencyTable(title string, rows []Latency) string {
	t := newTable(table.Row{title, "load", "queries", "queries/s", "p50 ms", "p95 ms", "p99 ms", "p99/p50", "keeps up"})
	for i, l := range rows {
		if i > 0 && l.System != rows[i-1].System {
			t.AppendSeparator()
		}
		load := fmt.Sprintf("%d clients", l.Clients)
		if l.Clients == 0 {
			load = digits(l.Rate) + "/s"
		}
		keepsUp := "yes"
		if l.Overloaded {
			keepsUp = "no"
		}
		t.AppendRow(table.Row{l.System, load, l.Queries, digits(l.PerSecond), digits(l.P50), digits(l.P95), digits(l.P99), digits(l.P99 / l.P50), keepsUp})
	}
	return t.Render()
}

func newTable(header table.Row) table.Writer {
	t := table.NewWriter()
	style := table.StyleRounded
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(header)
	var numbers []table.ColumnConfig
	for i := 2; i <= len(header); i++ {
		numbers = append(numbers, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(numbers)
	return t
}

// digits prints about three significant digits.
func digits(v float64) string {
	switch {
	case v < 10:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	default:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
}
