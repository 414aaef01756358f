package compile_test

import (
	"context"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// TestStarPrograms prints the programs of the benchmark's queries over a small star.
func TestStarPrograms(t *testing.T) {
	s := newStar(2, 2, 2000)
	queries := s.queries()
	cache := index.NewCache(1 << 20)
	datadriven.RunTest(t, "testdata/star", func(t *testing.T, d *datadriven.TestData) string {
		var n *plan.Pipeline
		for _, a := range d.CmdArgs {
			n = queries[a.Key]
		}
		if n == nil {
			d.Fatalf(t, "no query %v", d.CmdArgs)
		}
		q, err := compile.Query(context.Background(), n, cache)
		if err != nil {
			return err.Error()
		}
		return q.Program.Describe()
	})
}

// TestStarAnswers holds the 13 programs against a plain evaluation.
func TestStarAnswers(t *testing.T) {
	orders := 400
	if testing.Short() {
		orders = 50
	}
	s := newStar(2, 2, orders)
	byTable := map[*plan.Table]*memoryTable{}
	for _, m := range []*memoryTable{s.lineorder, s.date, s.part, s.supplier, s.customer} {
		byTable[m.Table] = m
	}
	for name, n := range s.queries() {
		if outcome := checkNetwork(t, 0, &schema{byTable: byTable}, n, index.NewCache(1<<20)); outcome != "equal" && outcome != "several" {
			t.Errorf("query %s: %s", name, outcome)
		}
	}
}

// BenchmarkCompile compiles each of the 13 with warm caches.
func BenchmarkCompile(b *testing.B) {
	s := newStar(12, 20, 200)
	cache := index.NewCache(1 << 24)
	for name, n := range s.queries() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := compile.Query(context.Background(), n, cache); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
