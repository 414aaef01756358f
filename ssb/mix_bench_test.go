package ssb

import (
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/sql"
)

// BenchmarkMixedQueriesTogether asks 104 queries of eight kinds, of which no two are equal, one by
// one and at once, each way with plans to be made and then with plans that are there, and gives
// the processor time of both ways, milliseconds, and its ratio; of each kind alone likewise, with
// plans, the least of several runs. Each way has a database of its own, and every result a session of its own. GSDMS_SSB_SF is
// the scale factor, 0.01 by itself.
func BenchmarkMixedQueriesTogether(b *testing.B) {
	kinds := mixedKinds(mixer{rand.New(rand.NewPCG(11, 12))}, 13)
	var all []string
	for i := range kinds[0].texts {
		for _, k := range kinds {
			all = append(all, k.texts[i])
		}
	}
	alone, together := mixedEngine(b), mixedEngine(b)
	first := func(runs []float64) float64 { return runs[0] }
	b.Run("plans to be made", func(b *testing.B) { shares(b, alone, together, all, first) })
	b.Run("plans that are there", func(b *testing.B) { shares(b, alone, together, all, slices.Min[[]float64]) })
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) { shares(b, alone, together, k.texts, slices.Min[[]float64]) })
	}
}

// shares compares the processor time of queries one by one and at once, of the run that counts.
func shares(b *testing.B, alone, together *sql.Engine, texts []string, counts func([]float64) float64) {
	var apart, shared []float64
	for b.Loop() {
		apart = append(apart, processor(b, func() {
			for _, text := range texts {
				if _, err := alone.NewSession().Query(b.Context(), text); err != nil {
					b.Fatalf("%s: %v", text, err)
				}
			}
		}))
		shared = append(shared, processor(b, func() {
			for i, a := range together.NewSession().Together(b.Context(), texts) {
				if a.Err != nil {
					b.Fatalf("%s: %v", texts[i], a.Err)
				}
			}
		}))
	}
	one, at := counts(apart), counts(shared)
	b.ReportMetric(one, "cpu-ms-alone")
	b.ReportMetric(at, "cpu-ms-together")
	b.ReportMetric(at/one, "together/alone")
	b.ReportMetric(0, "ns/op")
}

// processor gives the milliseconds of processors that work takes.
func processor(b *testing.B, work func()) float64 {
	b.Helper()
	used := func() float64 {
		var u unix.Rusage
		if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
	}
	before := used()
	work()
	return used() - before
}

// mixedEngine has the benchmark's tables.
func mixedEngine(b *testing.B) *sql.Engine {
	b.Helper()
	e := openEngine(b, 2)
	if _, err := Load(b.Context(), e, scaleFactor(b), LoadOptions{}); err != nil {
		b.Fatal(err)
	}
	return e
}
