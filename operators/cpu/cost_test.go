package cpu

import (
	"context"
	"fmt"
	"testing"

	"gsdms/operators"
)

// What a change of the attached set costs.
func BenchmarkOpenAndPrepare(b *testing.B) {
	_, t := newStar(1000)
	backend, err := New(Options{Threads: 1})
	check(b, err)
	defer backend.Close()
	ctx := context.Background()
	for _, n := range []int{1, 13, 104} {
		var runs []operators.Run
		var programs []*operators.Program
		for seed := 0; len(programs) < n; seed++ {
			programs = append(programs, starQueries(t, seed)...)
		}
		for _, p := range programs[:n] {
			r, err := backend.Open(ctx, p, 0)
			check(b, err)
			defer r.Close()
			runs = append(runs, r)
		}
		b.Run(fmt.Sprintf("open/%d", n), func(b *testing.B) {
			for range b.N {
				for _, p := range programs[:n] {
					r, err := backend.Open(ctx, p, 0)
					check(b, err)
					r.Close()
				}
			}
		})
		b.Run(fmt.Sprintf("prepare/%d", n), func(b *testing.B) {
			for range b.N {
				k, err := backend.Prepare(ctx, runs...)
				check(b, err)
				k.Close()
			}
		})
	}
}
