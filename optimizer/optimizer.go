// Package optimizer decides waves: which kernels run together and with how many
// blocks and warps. It is arithmetic only: it knows no device but a table of limits,
// and no query but what a kernel demands.
//
// A call of Solve goes through two stages. Stage one (pack.go, column.go, exact.go)
// puts the kernels into the fewest batches that each fit one multiprocessor. Stage two
// (assign.go) gives every kernel of a batch its blocks and warps. The models are those
// of
//
//	[L14] Li, Yu, Kumar, Tu: Performance modeling in CUDA streams, IEEE Big Data 2014
//	[L19] Li, Tu, Zeng: Concurrent query processing in a GPU-based database system,
//	      PLoS ONE 14(4), 2019
//	[W14] Wang et al.: Concurrent analytical query processing with GPUs, PVLDB 7(11), 2014
//	[X20] Li, Peng, Weng: XeFlow, IEEE Transactions on Computers 69(6), 2020
package optimizer

// Device is the limits of one device. All per multiprocessor unless said otherwise.
// A CPU is a device, too: its threads are the multiprocessors, and its shared memory
// is the L2 cache. A limit of 0 does not bind, and a unit of 0 is 1.
type Device struct {
	Name           string
	MPs            int // multiprocessors
	Warps          int // resident warps
	Blocks         int // resident blocks
	Registers      int
	Shared         int // bytes
	WarpSize       int // threads per warp
	BlockThreads   int // threads per block, at most
	ThreadRegs     int // registers per thread, at most
	BlockShared    int // shared memory per block, at most, bytes
	RegisterUnit   int // registers are allocated to a warp in multiples of this
	WarpUnit       int // warps are allocated in multiples of this
	SharedUnit     int // shared memory is allocated in multiples of this, bytes
	ReservedShared int // shared memory the system keeps of every block, bytes
	HyperQ         bool
	Bandwidth      float64 // bytes/s of the whole device; 0: unknown
	IssueRate      float64 // instructions of threads/s of the whole device; 0: unknown
	MemoryWarps    int     // resident warps that saturate the bandwidth; 0: a quarter of Warps
	IssueWarps     int     // resident warps that saturate the issue rate; 0: a quarter of Warps
}

// Demand is what one kernel asks.
type Demand struct {
	Name      string
	Threads   int    // threads to keep resident on a multiprocessor: its share of the work
	Registers int    // per thread
	Shared    int    // bytes per block
	Block     int    // threads per block, at most; 0: those of the device
	After     []int  // kernels (indices) that must be in an earlier batch
	Bytes     int64  // bytes of a chunk that the kernel reads, for the time model; 0: unknown
	Instrs    int64  // instructions of threads for a chunk, for the time model; 0: unknown
	Rows      int64  // of the chunk that Bytes and Instrs are for; 0: unknown
	Shape     uint64 // equal for kernels of the same code, for Calibrator; 0: the name says it
}

// Launch is the decision for one kernel.
type Launch struct {
	Kernel int // index of the demand
	Blocks int // per multiprocessor
	Warps  int // per block
}

// Batch is launches that run together.
type Batch struct{ Launches []Launch }

// Wave is all batches for one chunk: a plain, printable value.
type Wave struct {
	Device  Device
	Demands []Demand
	Batches []Batch
	Bound   int // no wave with this objective has fewer batches

	// Follows has, by kernel, those that must have ended before it begins: a batch need not wait for
	// the whole of the one before. nil: it does.
	Follows [][]int

	Objective Objective
	Seconds   float64   // predicted time, for Makespan; where Ends is nil in no known unit
	Ends      []float64 // by kernel: when it was predicted to end, in seconds from the beginning of its batch, over the chunk of its demand; nil where that is unknown
}

// Solve decides the wave for the demands: the fewest batches, then the least shared
// memory. Equal arguments give equal waves. It is safe for concurrent use; the wave
// refers to demands, which must not change afterwards.
//
// A demand that fits no multiprocessor is a *LimitError.
func Solve(d Device, demands []Demand) (Wave, error) {
	p, err := newProblem(d, demands)
	if err != nil {
		return Wave{}, err
	}
	batches, bound := p.pack()
	w := Wave{Device: d, Demands: demands, Bound: bound, Batches: make([]Batch, len(batches))}
	for i, members := range batches {
		w.Batches[i].Launches = p.assign(members)
	}
	return w, nil
}
