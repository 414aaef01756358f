package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
	"gsdms/sql"
	"gsdms/sql/result"
)

// statusLine says in one line how a statement ran: rows, warnings, time, rows of the table per
// second, how many queries shared the scan, and the backend.
func statusLine(r *result.Set) string {
	var parts []string
	switch {
	case r.Message != "":
		parts = append(parts, r.Message)
	case r.Rows != nil && r.Plain && len(r.Columns) == 1:
		parts = append(parts, plural(int64(r.Report.Rows), "line"))
	case r.More != nil:
		parts = append(parts, "the first "+plural(r.Read, "row"))
	case r.Rows != nil:
		parts = append(parts, plural(int64(r.Report.Rows), "row"))
	}
	if r.Warnings > 0 {
		parts = append(parts, plural(int64(r.Warnings), "warning"))
	}
	wall := r.Report.Wall
	parts = append(parts, duration(wall))
	if s := r.Report.Scan; s != nil {
		if seconds := wall.Seconds(); seconds > 0 && s.TableRows > 0 {
			parts = append(parts, rate(float64(s.TableRows)/seconds)+" rows/s")
		}
		if s.Shared > 1 {
			parts = append(parts, fmt.Sprintf("scan shared by %d queries", s.Shared))
		}
		parts = append(parts, devices(r))
	}
	if r.Report.Analysis != "" {
		parts = append(parts, "analysis on "+r.Report.Analysis)
	}
	return strings.Join(append(parts, onSpare(r)...), ", ")
}

// devices names what the pipelines ran on, each once.
func devices(r *result.Set) string {
	var out []string
	for _, p := range r.Report.Parts {
		if p.Scan != nil && !slices.Contains(out, p.Scan.Device) {
			out = append(out, p.Scan.Device)
		}
	}
	if out == nil {
		return r.Report.Scan.Device
	}
	return strings.Join(out, " and ")
}

// onSpare says which pipelines ran on the CPU in place of a GPU, and why.
func onSpare(r *result.Set) (parts []string) {
	var chosen []string
	why := ""
	for i, p := range r.Report.Parts {
		switch {
		case p.Refused != nil:
			parts = append(parts, fmt.Sprintf("cpu for pipeline %d: %s", i+1, p.Refused.Why))
		case p.Choice != nil && p.Choice.Spare:
			chosen, why = append(chosen, fmt.Sprint(i+1)), p.Choice.Why
		}
	}
	switch {
	case len(chosen) == 1:
		parts = append(parts, fmt.Sprintf("cpu for pipeline %s: %s", chosen[0], why))
	case len(chosen) > 1:
		parts = append(parts, fmt.Sprintf("cpu for pipelines %s, by expected times", strings.Join(chosen, ", ")))
	}
	return parts
}

// duration prints a time in the unit that suits it.
func duration(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.2f ms", float64(d.Nanoseconds())/1e6)
}

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// rate prints a number of things per second with three digits.
func rate(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= unit.size {
			return fmt.Sprintf("%.3g %s", x/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}

// trafficked is a session that knows what the scans of its engine have done.
type trafficked interface{ Traffic() pushscan.Traffic }

// traffic is what the scans of the session's engine have done, nothing where that is not known.
func (r *runner) traffic() pushscan.Traffic {
	if t, ok := r.session.(trafficked); ok {
		return t.Traffic()
	}
	return pushscan.Traffic{}
}

// sharedLine says what statements have shared that ran together: how often each table was read
// between two looks at the traffic, and for how many of them.
func sharedLine(answers []sql.Answer, before, after pushscan.Traffic) string {
	ran := int64(0)
	var wall time.Duration
	readers, passes := map[string]int{}, map[string]float64{}
	for _, a := range answers {
		if a.Err != nil {
			continue
		}
		ran++
		wall = max(wall, a.Result.Report.Wall)
		for _, name := range scanned(a.Result) {
			readers[name]++
		}
		for _, p := range a.Result.Report.Parts {
			if p.Scan != nil {
				passes[p.Scan.Table] += p.Scan.Share()
			}
		}
	}
	line := fmt.Sprintf("%s together, %s", plural(ran, "statement"), duration(wall))
	for _, name := range slices.Sorted(maps.Keys(readers)) {
		if _, stored := after.Tables[name]; stored {
			passes[name] = after.Tables[name].Passes - before.Tables[name].Passes
		} else if !load.IsFileName(name) {
			continue
		}
		line += fmt.Sprintf("; %s was read %.2f times for %d of them", name, passes[name], readers[name])
	}
	return line
}

// scanned is the names of the tables that a statement has scanned, each once.
func scanned(r *result.Set) (names []string) {
	for _, p := range r.Report.Parts {
		if p.Scan != nil && p.Scan.Table != "" && !slices.Contains(names, p.Scan.Table) {
			names = append(names, p.Scan.Table)
		}
	}
	return names
}
