//go:build cuda

package main

import (
	"flag"
	"fmt"
	"testing"

	"gsdms/operators"
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
