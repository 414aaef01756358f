package tpch

import (
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/sql"
	"gsdms/sql/explain"
	"gsdms/ssb/bench"
)

// BenchmarkPlan measures what planning takes of each of the 22, with other parameters each
// time, so that nothing of a plan was there before; what is kept of tables is. plan-us is
// from the text to the programs that need no rows of others (parse, bind, compile), later-us
// making those that do, in the run; both are medians. GSDMS_TPCH_DB names a folder that
// holds the tables, else they are made at scale factor 0.01.
func BenchmarkPlan(b *testing.B) {
	s := planned(b).NewSession()
	if _, err := s.Query(b.Context(), "SET gsdms_plan_cache = OFF"); err != nil {
		b.Fatal(err)
	}
	var all []float64
	for _, q := range Queries() {
		b.Run(q.Name, func(b *testing.B) {
			var plan, later []float64
			for _, fresh := range RandomOf(7, b.N+1, []bench.Query{q})[:b.N+1] {
				r, err := s.Query(b.Context(), fresh.Text)
				if err != nil {
					b.Fatal(err)
				}
				plan = append(plan, micros(r.Report.Stages, "parse")+micros(r.Report.Stages, "bind")+micros(r.Report.Stages, "compile"))
				sum := time.Duration(0)
				for _, part := range r.Report.Parts {
					sum += part.Compile
				}
				later = append(later, float64(sum)/1e3)
			}
			b.ReportMetric(middle(plan), "plan-us")
			b.ReportMetric(middle(later), "later-us")
			all = append(all, middle(plan)+middle(later))
		})
	}
	b.Logf("median of the queries: %.0f us", middle(all))
}

// planned is an engine with the benchmark's tables.
func planned(b *testing.B) *sql.Engine {
	dir := os.Getenv("GSDMS_TPCH_DB")
	if dir == "" {
		e := openEngine(b)
		load(b, e, suiteAt(b, 0.01, false), small(b))
		return e
	}
	backend, err := cpu.New(cpu.Options{Threads: runtime.GOMAXPROCS(0)})
	if err != nil {
		b.Fatal(err)
	}
	e, err := sql.Open(b.Context(), sql.Config{Dir: dir, Backend: backend})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = e.Close(), backend.Close() })
	return e
}

func micros(stages []explain.Stage, name string) float64 {
	for _, s := range stages {
		if s.Name == name {
			return float64(s.Took) / 1e3
		}
	}
	return 0
}

func middle(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
