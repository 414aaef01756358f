package pool

import "gsdms/optimizer"

// Kind is one of the kernels of the pool.
type Kind struct {
	Name      string
	Registers int // a thread, in the papers
	Shared    int // bytes a block, in the papers and here; 0: it is given out by warp
	number    int // KIND in kernels.h
	threads   int // of a block, at most
	items     func(Size) uint64
	grain     uint64                  // items given out at a time
	loose     bool                    // the sum is the same with grains of other sizes
	n         func(Size) uint64       // Params.n
	bytes     func(Size) int64        // read and written, where it is more than the caches hold
	answer    func(Size, span) uint64 // the sum of items
}

// Size is how much a kernel of the pool has to do.
type Size struct {
	Name   string
	Words  uint64 // of 4 bytes, in memory of its own
	Points uint64 // whose distances are taken, a multiple of 512
	Side   uint64 // rows of a matrix, a power of two
}

// Full has each kernel take 0.1 to 0.3 ms of an H200 by itself, and fill it.
func Full() Size { return Size{"full", 64 << 20, 16384, 1024} }

// Small is the size of kernels on the cards of the papers: by itself none fills an H200.
func Small() Size { return Size{"small", 1 << 20, 2048, 256} }

// Thirteen are the kernels of Li et al. 2019, by their resources.
func Thirteen() []Kind {
	return []Kind{
		{Name: "atomic", Registers: 17, number: 0, items: quarter, grain: 1024, answer: answerAtomic},
		{Name: "clock", Registers: 19, Shared: 8 << 10, number: 1, items: eighth, grain: 2048, n: always(chain), answer: answerClock},
		{Name: "distance", Registers: 17, number: 2, items: func(s Size) uint64 { return s.Points * s.Points / 64 }, grain: 128, n: points, answer: answerNear},
		{Name: "distance, shared", Registers: 25, Shared: 16 << 10, number: 3, items: func(s Size) uint64 { return s.Points / 512 * (s.Points / 512) }, grain: 1, n: points, answer: answerHistogram},
		{Name: "increment", Registers: 25, number: 4, items: quarter, grain: 1024, bytes: words(2), answer: answerIncrement},
		{Name: "layer", Registers: 31, number: 5, items: func(s Size) uint64 { return s.Words / weights }, grain: 1, n: always(weights), bytes: words(1), answer: answerLayer},
		{Name: "matrix product", Registers: 20, number: 6, items: func(s Size) uint64 { return s.Side * s.Side }, grain: 32, n: func(s Size) uint64 { return s.Side }, answer: answerProduct},
		reduction("sum", 7, 14, 16, addWords), reduction("maximum", 8, 14, 24, mostOf), reduction("xor", 9, 13, 32, xorOf), reduction("sum of squares", 10, 15, 4, addSquares),
		{Name: "square", Registers: 8, Shared: 40 << 10, number: 11, items: quarter, loose: true, grain: room(40 << 10), bytes: words(2), answer: answerSquare},
		{Name: "vector sum", Registers: 12, Shared: 20 << 10, number: 12, items: eighth, loose: true, grain: room(20 << 10), n: func(s Size) uint64 { return s.Words / 2 }, bytes: func(s Size) int64 { return int64(6 * s.Words) }, answer: answerVectors},
	}
}

// reduction is a kernel that reduces what its shared memory holds, again and again.
func reduction(name string, number, registers, kib int, of func(fold, uint32) fold) Kind {
	k := Kind{Name: name, Registers: registers, Shared: kib << 10, number: number, items: quarter, grain: room(kib << 10), bytes: words(1)}
	if kib<<10 <= 8<<10 {
		k.threads = 512 // each has a word of shared memory
	}
	k.answer = func(_ Size, s span) uint64 { return answerReduction(s, k.grain, of) }
	return k
}

// Synthetic are the five synthetic kernels of Li et al. 2019; the papers do not tell their
// work. Here their arithmetic rises from where memory binds to where instructions do.
func Synthetic() []Kind {
	var out []Kind
	for i, shared := range []int{24576, 12288, 6144, 4608, 1536} {
		steps := uint64(4) << i
		out = append(out, Kind{
			Name: [...]string{"r8", "r16", "r24", "r32", "r40"}[i], Registers: 8 * (i + 1), Shared: shared, number: 13 + i, items: eighth, loose: true, grain: room(shared),
			n: always(steps), bytes: func(s Size) int64 { return int64(2 * s.Words) },
			answer: func(_ Size, s span) uint64 { return answerSteps(s, steps) },
		})
	}
	return out
}

const (
	chain   = 128  // steps of clock
	weights = 4096 // of a neuron
	aside   = 16   // bytes of shared memory by which work is given out
)

func quarter(s Size) uint64 { return s.Words / 4 }
func eighth(s Size) uint64  { return s.Words / 8 }
func points(s Size) uint64  { return s.Points }

func always(n uint64) func(Size) uint64 { return func(Size) uint64 { return n } }

// words is the bytes of so many passes over all words.
func words(passes int64) func(Size) int64 {
	return func(s Size) int64 { return 4 * passes * int64(s.Words) }
}

// room is the items of 4 words that fit in shared memory.
func room(shared int) uint64 { return uint64(shared-aside) / 16 }

// length is Params.n.
func (k *Kind) length(s Size) uint64 {
	if k.n == nil {
		return 0
	}
	return k.n(s)
}

// traffic is the bytes of the device's memory that the kernel must move.
func (k *Kind) traffic(s Size) int64 {
	if k.bytes == nil {
		return 0
	}
	return k.bytes(s)
}

// roleGrain is the grain in a launch of roles, whose blocks have so many warps.
func (k *Kind) roleGrain(warps uint64) uint64 {
	switch {
	case k.Shared == 0:
		return k.grain * warps
	case k.loose:
		return room(roleShared)
	}
	return k.grain
}

// demand is what the kernel asks of a multiprocessor, as compiled.
func (k *Kind) demand(registers int, s Size) optimizer.Demand {
	return optimizer.Demand{Name: k.Name, Registers: registers, Shared: k.Shared, Block: k.threads, Bytes: k.traffic(s)}
}
