package pool

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkDecide is what each decider takes for 8 kernels.
func BenchmarkDecide(b *testing.B) {
	_, p := known(b, Thirteen())
	r := rand.New(rand.NewPCG(1, 1))
	draw := Draws{Kernels: 8}.draw(r, 13)
	for _, way := range deciders {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := way.decide(p, r, draw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
