package lab

import (
	"fmt"
	"math/rand/v2"

	"gsdms/optimizer"
)

// Synthetic is the five kernels of Li et al. 2019: registers 8 to 40, shared memory
// 24,576 to 1,536 bytes. The paper does not tell their work; here their instructions per
// byte rise from 1, where memory binds on any device, to 16, where issue does.
func Synthetic() []optimizer.Demand {
	registers, shared := []int{8, 16, 24, 32, 40}, []int{24576, 12288, 6144, 4608, 1536}
	kinds := make([]optimizer.Demand, 5)
	for i := range kinds {
		bytes := int64(32+16*i) << 20
		kinds[i] = optimizer.Demand{Name: fmt.Sprintf("r%d", registers[i]), Registers: registers[i], Shared: shared[i], Bytes: bytes, Instrs: bytes << i}
	}
	return kinds
}

// Thirteen is 13 kinds of kernels, in number like those of Li et al. 2019. They cover
// what generated kernels of queries need: 16 to 52 registers, up to 12 KiB of shared
// memory, 8 to 128 MiB read and 0.5 to 12 instructions per byte, none in the order of
// another.
func Thirteen() []optimizer.Demand {
	kinds := make([]optimizer.Demand, 13)
	for i := range kinds {
		bytes := int64(8+10*(i*5%13)) << 20
		kinds[i] = optimizer.Demand{
			Name: fmt.Sprintf("q%d", i+1), Registers: 16 + 3*(i*4%13), Shared: 1024 * (i * 6 % 13),
			Bytes: bytes, Instrs: bytes * int64(1+2*(i*2%13)) / 2,
		}
	}
	return kinds
}

// share sets the threads that the kernels should keep resident: warps in proportion to
// the time of one warp, with an average of warps.
func share(d optimizer.Device, kinds []optimizer.Demand, warps float64) []optimizer.Demand {
	sum := 0.0
	for i := range kinds {
		sum += optimizer.Roofline{}.Time(&d, &kinds[i], 1)
	}
	for i := range kinds {
		n := optimizer.Roofline{}.Time(&d, &kinds[i], 1) / sum * float64(len(kinds)) * warps
		kinds[i].Threads = d.WarpSize * max(1, int(n+0.5))
	}
	return kinds
}

// Set is how the kernels of a draw are chosen.
type Set int

const (
	// Fixed takes the kinds in turn, so that every draw has the same kernels.
	Fixed Set = iota
	// Random draws every kernel from the kinds.
	Random
)

func (s Set) String() string { return [...]string{"fixed", "random"}[s] }

// draw takes n kernels of the kinds, in random order.
func (s Set) draw(r *rand.Rand, kinds []optimizer.Demand, n int) []optimizer.Demand {
	out := make([]optimizer.Demand, n)
	for i := range out {
		k := i % len(kinds)
		if s == Random {
			k = r.IntN(len(kinds))
		}
		out[i] = kinds[k]
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
