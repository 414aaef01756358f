package second

import (
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/ssb"
)

// benchmarkRows are about those of the benchmark's fact table at benchmarkScale.
const (
	benchmarkRows  = 2_000_000
	benchmarkScale = benchmarkRows / 6_000_000.0
)

// BenchmarkSecond runs each query in turn with the benchmark's query of the same shape,
// on one thread, and reports the least time of each per row of its fact table, and their
// ratio: above 1, the benchmark's is the faster one. "all" are the 13 of each at once.
func BenchmarkSecond(b *testing.B) {
	w := newWorld(1, rows(b, benchmarkRows))
	ours := engine(b, w, cpu.Options{Threads: 1}, pushscan.Options{}).NewSession()
	e := engine(b, newWorld(2, 0), cpu.Options{Threads: 1}, pushscan.Options{})
	if _, err := ssb.Load(b.Context(), e, benchmarkScale*float64(len(w.traffic))/benchmarkRows, ssb.LoadOptions{}); err != nil {
		b.Fatal(err)
	}
	theirs := e.NewSession()
	shapes := map[string]string{}
	for _, q := range ssb.Queries() {
		shapes[q.Name] = q.Text
	}
	var all [2][]string
	for _, q := range w.questions() {
		if q.like == "" {
			b.Run(q.name, func(b *testing.B) { race(b, ours, nil, []string{q.text}, nil) })
			continue
		}
		all[0], all[1] = append(all[0], q.text), append(all[1], shapes[q.like])
		b.Run(q.name+"-"+q.like, func(b *testing.B) {
			race(b, ours, theirs, []string{q.text}, []string{shapes[q.like]})
		})
	}
	b.Run("all", func(b *testing.B) { race(b, ours, theirs, all[0], all[1]) })
}

// race runs texts in turn on two sessions; the second may be nil.
func race(b *testing.B, s, other *sql.Session, texts, others []string) {
	best := [2]time.Duration{1 << 62, 1 << 62}
	var perRow [2]float64
	for b.Loop() {
		for i, in := range []*sql.Session{s, other} {
			if in == nil {
				continue
			}
			start := time.Now()
			answers := in.Together(b.Context(), [][]string{texts, others}[i])
			best[i] = min(best[i], time.Since(start))
			for _, a := range answers {
				if a.Err != nil {
					b.Fatal(a.Err)
				}
			}
			perRow[i] = float64(best[i].Nanoseconds()) / float64(answers[0].Result.Report.Scan.TableRows)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(perRow[0], "ns/row")
	if other != nil {
		b.ReportMetric(perRow[1], "ssb-ns/row")
		b.ReportMetric(perRow[0]/perRow[1], "ratio")
	}
}
