//go:build cuda

package main

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"

	"gsdms/cmd/experiments"
	"gsdms/operators"
	"gsdms/operators/analysis"
)

// The GPU gives the CPU backend's answers.
func TestCardAgreesWithCPU(t *testing.T) {
	b, err := openCUDA(&environment{late: true})
	if err != nil {
		t.Fatal(err)
	}
	agreesWithCPU(t, b, 9000)
}

var randomCard = flag.Int("random-card", 5000, "how many random queries to ask a card")

// Random queries get the CPU's answers from a card, which several backends use side by side,
// of some two sessions at once. Half of them make kernels beside what runs.
func TestCardAnswersRandomQueries(t *testing.T) {
	const backends = 12
	for i := range backends {
		seed, queries := *randomSeed+uint64(i), (*randomCard+backends-1)/backends
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			open := func(t *testing.T) operators.Backend {
				t.Helper()
				b, err := openCUDA(&environment{Global: Global{DeviceMemory: 1 << 30}, late: i%2 == 0})
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			if i%3 == 0 {
				starAgrees(t, open, seed, queries)
				return
			}
			sparseAgrees(t, open, seed, i%3 == 1, i%3, queries)
		})
	}
}

// Groups that are left out on a card are those that nobody wants.
func TestCardLeavesGroupsOut(t *testing.T) {
	b, err := openCUDA(&environment{late: true})
	if err != nil {
		t.Fatal(err)
	}
	wantedGroups(t, b)
}

// The first rows that a card leaves are those that are wanted.
func TestCardLeavesFirstRows(t *testing.T) {
	b, err := openCUDA(&environment{late: true})
	if err != nil {
		t.Fatal(err)
	}
	firstRows(t, b)
}

// A card counts distinct values by bits as brute force does.
func TestCardCountsDistinctValues(t *testing.T) {
	b, err := openCUDA(&environment{late: true})
	if err != nil {
		t.Fatal(err)
	}
	distinctValues(t, b)
}

// A card counts the pairs that the CPU counts, also where many distances are edges of buckets.
func TestCardCountsPairs(t *testing.T) {
	b, err := openCUDA(&environment{late: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, kind := range []string{"floats", "doubles", "far doubles"} {
		for _, buckets := range []int{1, 100, 1000, 10000, 60000} {
			for _, whole := range []bool{false, true} {
				p := experiments.Cloud(kind, 20000, 100, buckets)
				if whole {
					p.Width = math.Ceil(p.Width)
					for _, column := range [][]float64{p.X, p.Y, p.Z} {
						for i := range column {
							column[i] = math.Floor(column[i])
						}
					}
				}
				got, err := b.(analysis.PairCounter).CountPairs(t.Context(), p, 1<<30)
				if err != nil {
					t.Fatal(err)
				}
				want, err := analysis.DistanceHistogram(t.Context(), p)
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %d buckets, whole %v: the counts are not those of the CPU (%v)", kind, buckets, whole, err)
				}
			}
		}
	}
}

// A card multiplies columns as the CPU does, to the last bit.
func TestCardMultiplies(t *testing.T) {
	b, err := openCUDA(&environment{late: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, c := range []struct{ rows, x, y int }{{1, 1, 0}, {2049, 33, 0}, {100001, 40, 0}, {50000, 300, 0}, {30000, 3, 70}, {1200000, 64, 0}, {5000, 1024, 0}} {
		p := &analysis.Product{X: experiments.Factors(c.rows, c.x)}
		if c.y > 0 {
			p.Y = experiments.Factors(c.rows, c.y)
		}
		got, err := experiments.Multiply(t.Context(), b.(analysis.Multiplier), p)
		if err != nil {
			t.Fatal(err)
		}
		want, err := analysis.MatrixProduct(t.Context(), p)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v: the sums are not those of the CPU (%v)", c, err)
		}
	}
}
