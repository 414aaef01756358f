package ssb

import (
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// BenchmarkPlan takes each of the 13 from its text to a kernel that could be launched,
// without a cache of plans: parse, bind, rewrite, compile, open, prepare and solve. It
// is EXPLAIN, so printing is in it, too. What is kept of the dimensions is warm.
// GSDMS_SSB_SF is the scale factor, 0.01 by itself. On a machine with other work the
// least time says more than the mean.
func BenchmarkPlan(b *testing.B) {
	e := openEngine(b, 2)
	if _, err := Load(b.Context(), e, scaleFactor(b), LoadOptions{}); err != nil {
		b.Fatal(err)
	}
	s := e.NewSession()
	for _, q := range Queries() {
		b.Run(q.Name, func(b *testing.B) {
			b.ReportAllocs()
			var times []time.Duration
			for b.Loop() {
				began := time.Now()
				if _, err := s.Explain(q.Text); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(began))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[0].Microseconds()), "least-us")
			b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-us")
		})
	}
}

// scaleFactor is GSDMS_SSB_SF, 0.01 by itself.
func scaleFactor(b *testing.B) float64 {
	b.Helper()
	text := os.Getenv("GSDMS_SSB_SF")
	if text == "" {
		return 0.01
	}
	sf, err := strconv.ParseFloat(text, 64)
	if err != nil {
		b.Fatal(err)
	}
	return sf
}
