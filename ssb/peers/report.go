package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gsdms/ssb/bench"
)

// report has everything that was measured.
type report struct {
	Suite   string        `json:"suite"`
	Size    string        `json:"size"`
	Threads int           `json:"threads"`
	Rounds  int           `json:"rounds"`
	Warm    int           `json:"warm"`
	Runs    int           `json:"runs"`
	Seed    uint64        `json:"seed"`
	Plain   bool          `json:"plain,omitempty"` // gsdms without SIMD
	Cold    bool          `json:"cold,omitempty"`  // every text planned anew
	Machine bench.Machine `json:"machine"`
	Systems []string      `json:"systems"`                        // ours first
	Memory  []float64     `json:"memory_gb_per_second,omitempty"` // a thread, by run after a pause
	Queries []line        `json:"queries,omitempty"`
	Batches []line        `json:"batches,omitempty"`
	Closed  []Latency     `json:"closed_loop,omitempty"`
	Open    []Latency     `json:"poisson,omitempty"`
}

// line compares the systems at one measurement. Order of the slices: the systems'.
type line struct {
	Name     string    `json:"name"`
	Text     string    `json:"text,omitempty"` // of a query alone
	Min      []float64 `json:"min_ms"`
	Median   []float64 `json:"median_ms"`
	First    []float64 `json:"first_ms"`     // median of the turns' first runs
	CPU      []float64 `json:"cpu_ms"`       // processor time, mean of all runs
	TimedCPU []float64 `json:"timed_cpu_ms"` // the same, median of the timed runs
	FirstCPU []float64 `json:"first_cpu_ms"` // the same, median of the turns' first runs
	Ratio    []float64 `json:"ratio"`        // median over ours
	Fault    []string  `json:"fault"`        // why a system has no times; "" if it has
}

// whole says that every system has times.
func (l *line) whole() bool {
	return !slices.ContainsFunc(l.Fault, func(f string) bool { return f != "" })
}

func newReport(o options, w *bench.Suite, systems []*process) *report {
	r := &report{Suite: w.Name, Size: w.Size, Threads: o.Threads, Rounds: o.rounds, Warm: o.warm, Runs: o.runs, Seed: o.Seed, Plain: o.Plain, Cold: o.Cold, Machine: bench.ThisMachine()}
	for _, s := range systems {
		r.Systems = append(r.Systems, s.name)
	}
	return r
}

// measured is what one system did at one measurement.
type measured struct {
	times, first []spent // of the timed runs, and of the turns' first runs
	busy         spent   // in all runs
	fault        string  // ends the measurement; there are no times then
}

func (m *measured) add(r reply, fault string) {
	if m.fault = fault; fault != "" {
		return
	}
	m.times = append(m.times, r.Times...)
	m.first = append(m.first, r.First)
	m.busy.add(r.Busy)
}

func newLine(name string, systems []measured) line {
	l := line{Name: name}
	for i, m := range systems {
		l.Fault = append(l.Fault, m.fault)
		if m.fault != "" {
			m.times, m.first, m.busy = []spent{{}}, []spent{{}}, spent{}
		}
		l.Min = append(l.Min, milliseconds(slices.Min(walls(m.times))))
		l.Median = append(l.Median, milliseconds(median(walls(m.times))))
		l.First = append(l.First, milliseconds(median(walls(m.first))))
		l.TimedCPU = append(l.TimedCPU, milliseconds(median(processors(m.times))))
		l.FirstCPU = append(l.FirstCPU, milliseconds(median(processors(m.first))))
		l.CPU = append(l.CPU, milliseconds(m.busy.CPU)/float64(max(m.busy.Runs, 1)))
		l.Ratio = append(l.Ratio, ratio(l.Median[i], l.Median[0]))
	}
	return l
}

// walls are the times of runs on the clock.
func walls(runs []spent) (out []time.Duration) {
	for _, r := range runs {
		out = append(out, r.Wall)
	}
	return out
}

// processors are the processor times of runs.
func processors(runs []spent) (out []time.Duration) {
	for _, r := range runs {
		out = append(out, r.CPU)
	}
	return out
}

// ratio is 0 where there is nothing to compare.
func ratio(theirs, ours float64) float64 {
	if ours == 0 {
		return 0
	}
	return theirs / ours
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	n := len(times)
	return (times[(n-1)/2] + times[n/2]) / 2
}

// sum adds up the lines that every system has times of; its ratios are of the sums.
func sum(lines []line) line {
	n := len(lines[0].Median)
	total := line{Min: make([]float64, n), Median: make([]float64, n), First: make([]float64, n), CPU: make([]float64, n), Fault: make([]string, n)}
	lines = wholeLines(lines)
	total.Name = fmt.Sprintf("sum of %d", len(lines))
	for _, l := range lines {
		for i := range n {
			total.Min[i] += l.Min[i]
			total.Median[i] += l.Median[i]
			total.First[i] += l.First[i]
			total.CPU[i] += l.CPU[i]
		}
	}
	for _, m := range total.Median {
		total.Ratio = append(total.Ratio, ratio(m, total.Median[0]))
	}
	return total
}

func wholeLines(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return !l.whole() })
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// heading says what the tables are about.
func (r *report) heading() string {
	how := ""
	if r.Seed != usualSeed {
		how += fmt.Sprintf("; seed %d", r.Seed)
	}
	if r.Plain {
		how += "; gsdms without SIMD"
	}
	if r.Cold {
		how += "; every text planned anew"
	}
	return fmt.Sprintf("%s, %s, %d threads on %s; whole queries, every answer checked%s;\n"+
		"median of %d turns of each engine, each up to %d runs in a row after up to %d to warm up",
		r.Suite, r.Size, r.Threads, r.Machine.CPU, how, r.Rounds, r.Runs, r.Warm)
}

// section is the table of one section that has been measured.
func (r *report) section(name string) string {
	switch name {
	case "memory":
		return r.memory()
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

func (r *report) memory() string {
	var speeds []string
	for _, s := range r.Memory {
		speeds = append(speeds, digits(s))
	}
	return fmt.Sprintf("a loop over %d MiB, GB/s a thread, in runs in a row after a pause of %v: %s",
		memoryBytes>>20, memoryPause, strings.Join(speeds, ", "))
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
		for i, m := range l.Median {
			row = append(row, cell(l.Fault[i], digits(m)))
		}
		for i, x := range l.Ratio[1:] {
			fault := l.Fault[0] + l.Fault[i+1]
			if fault != "" {
				fault = "none"
			}
			row = append(row, cell(fault, digits(x)+" x"))
		}
		t.AppendRow(row)
	}
	return t.Render() + r.faults(lines)
}

// cell is a number, or a word in its place; the reason is below the table.
func cell(fault, number string) string {
	switch {
	case fault == "":
		return number
	case fault == "none":
		return ""
	case strings.HasPrefix(fault, wrongAnswer):
		return "WRONG"
	case strings.HasPrefix(fault, "stopped"):
		return "stopped"
	default:
		return "refused"
	}
}

// faults lists why there are no times.
func (r *report) faults(lines []line) string {
	var out strings.Builder
	for _, l := range lines {
		for i, f := range l.Fault {
			if f != "" {
				fmt.Fprintf(&out, "\n%s, %s: %s", l.Name, r.Systems[i], strings.ReplaceAll(f, "\n", " "))
			}
		}
	}
	return out.String()
}

// wrong is an error if systems have given different answers.
func (r *report) wrong() error {
	for _, l := range slices.Concat(r.Queries, r.Batches) {
		for i, f := range l.Fault {
			if strings.HasPrefix(f, wrongAnswer) {
				return fmt.Errorf("%s: %s: %s", l.Name, r.Systems[i], f)
			}
		}
	}
	return nil
}

func latencyTable(title string, rows []Latency) string {
	t := newTable(table.Row{title, "load", "queries", "queries/s", "p50 ms", "p95 ms", "p99 ms", "p99/p50"})
	for i, l := range rows {
		if i > 0 && l.System != rows[i-1].System {
			t.AppendSeparator()
		}
		load := fmt.Sprintf("%d clients", l.Clients)
		if l.Clients == 0 {
			load = digits(l.Rate) + "/s"
		}
		row := table.Row{l.System, load, l.Queries, digits(l.PerSecond)}
		if l.Overloaded {
			row = append(row, "overloaded")
		} else {
			row = append(row, digits(l.P50), digits(l.P95), digits(l.P99), digits(l.P99/l.P50))
		}
		t.AppendRow(row)
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
