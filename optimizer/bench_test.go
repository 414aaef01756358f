package optimizer

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// oneBatch is n different kernels that fill an H200's multiprocessor between them.
func oneBatch(n int) []Demand {
	demands := make([]Demand, n)
	for i := range demands {
		demands[i] = Demand{
			Name: fmt.Sprintf("kernel %d", i), Threads: 2048 / n, Registers: 8 + i%9, Shared: 1024 + 256*(i%8),
			Bytes: int64(1+i) << 20, Instrs: int64(1+i) << 22,
		}
	}
	return demands
}

func benchmarkSolve(b *testing.B, d Device, demands []Demand, o Objective, batches int) {
	b.Helper()
	b.ReportAllocs()
	var w Wave
	for b.Loop() {
		s, err := NewSolver(d, Options{Objective: o})
		if err != nil {
			b.Fatal(err)
		}
		if w, err = s.Solve(demands); err != nil {
			b.Fatal(err)
		}
	}
	if batches > 0 && len(w.Batches) != batches {
		b.Fatalf("%d batches, want %d\n%v", len(w.Batches), batches, w)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, o := range []Objective{Concurrency, Makespan} {
		for _, n := range []int{1, 8, 16, 32} {
			b.Run(fmt.Sprintf("%v/%d", o, n), func(b *testing.B) {
				benchmarkSolve(b, H200(), oneBatch(n), o, int(1-o))
			})
		}
		// Draws of 65 kernels of 13 kinds that first fit solves, and ones that it does not.
		for seed := range uint64(4) {
			b.Run(fmt.Sprintf("%v/65-%d", o, seed), func(b *testing.B) {
				r := rand.New(rand.NewPCG(seed, 1))
				d := GTX680()
				d.ThreadRegs = 64
				kinds := kinds13(r)
				for i := range kinds {
					kinds[i].Bytes, kinds[i].Instrs = 1<<20+r.Int64N(1<<26), 1<<20+r.Int64N(1<<28)
				}
				benchmarkSolve(b, d, draw(r, kinds, 65), o, 0)
			})
		}
	}
}

func BenchmarkMemoHit(b *testing.B) {
	for _, n := range []int{1, 8, 16, 32, 65} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, err := NewSolver(H200(), Options{})
			if err != nil {
				b.Fatal(err)
			}
			demands := oneBatch(n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Solve(demands); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkObserve: what learning from a wave costs, which streams do after each chunk.
func BenchmarkObserve(b *testing.B) {
	for _, n := range []int{1, 13, 104} {
		for _, o := range []Objective{Concurrency, Makespan} {
			b.Run(fmt.Sprintf("%d %v", n, o), func(b *testing.B) {
				s, _ := alone(b, o)
				var demands []Demand
				var took []Took
				for i := range n {
					demands = append(demands, reader(fmt.Sprint(i)))
					took = append(took, Took{Kernel: i, Seconds: 0.01 + 1e-4*float64(i)})
				}
				w := waveFor(b, s, demands...)
				for b.Loop() {
					s.Observe(w, took)
				}
			})
		}
	}
}
