package sim

// The kernels of [L14] section IV. The running times of the blocks of A and B are the
// paper's; the paper gives none for the others.
var (
	kernelA = Kernel{Name: "A", Warps: 32, Registers: 11, Seconds: 14e-3}
	kernelB = Kernel{Name: "B", Warps: 32, Registers: 33, Seconds: 20e-3}
	kernelC = Kernel{Name: "C", Warps: 8, Registers: 11, Seconds: 10e-3}
	kernelD = Kernel{Name: "D", Warps: 8, Registers: 44, Seconds: 10e-3}
	kernelE = Kernel{Name: "E", Warps: 8, Registers: 11, Shared: 24576, Seconds: 10e-3}
	kernelF = Kernel{Name: "F", Warps: 8, Registers: 44, Shared: 24576, Seconds: 10e-3}
)

// PaperKernels returns the kernels A to F, without a number of blocks.
func PaperKernels() []Kernel {
	return []Kernel{kernelA, kernelB, kernelC, kernelD, kernelE, kernelF}
}

// Experiment is one of [L14] section IV.
type Experiment struct {
	Name    string
	HyperQ  bool // on a Tesla K40, not on a GTX 680
	Streams []Stream
}

// Experiments returns those of the paper.
func Experiments() []Experiment {
	four, eight := Stream{grid(kernelA, 8), grid(kernelB, 6)}, Stream{grid(kernelA, 1), grid(kernelB, 1)}
	return []Experiment{
		{"residency of A and B", false, []Stream{{grid(kernelA, 8)}, {grid(kernelB, 8)}}},
		{"residency of C and D", false, []Stream{{grid(kernelC, 8)}, {grid(kernelD, 48)}}},
		{"residency of E and F", false, []Stream{{grid(kernelE, 8)}, {grid(kernelF, 16)}}},
		{"eight streams of four blocks of A", false, repeat(Stream{grid(kernelA, 4)}, 8)},
		{"three streams, A x 8, B x 5, B x 5", false, []Stream{{grid(kernelA, 8)}, {grid(kernelB, 5)}, {grid(kernelB, 5)}}},
		{"three streams, A x 8, B x 8, A x 8", false, []Stream{{grid(kernelA, 8)}, {grid(kernelB, 8)}, {grid(kernelA, 8)}}},
		{"four streams, A x 8 then B x 6", false, repeat(four, 4)},
		{"four streams, A x 8 then B x 6, Hyper-Q", true, repeat(four, 4)},
		{"eight streams, A then B, Hyper-Q", true, repeat(eight, 8)},
	}
}

func grid(k Kernel, blocks int) Kernel {
	k.Blocks = blocks
	return k
}

func repeat(s Stream, n int) []Stream {
	out := make([]Stream, n)
	for i := range out {
		out[i] = s
	}
	return out
}
