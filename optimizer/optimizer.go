// Package optimizer decides waves: which kernels run together and with how many
// blocks and warps. It is arithmetic only: it knows no device but a table of limits,
// and no query but what a kernel demands.
package optimizer

// Device is the limits of one device. All per-multiprocessor unless said otherwise.
// A CPU is a device, too: its threads are the multiprocessors, and its shared memory
// is the L2 cache.
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
	IssueRate      float64 // instructions/s of the whole device; 0: unknown
}

// Demand is what one kernel asks.
type Demand struct {
	Name      string
	Threads   int   // threads to keep resident on a multiprocessor: its share of the work
	Registers int   // per thread
	Shared    int   // bytes per block
	After     []int // kernels (indices) that must be in an earlier batch
	Bytes     int64 // bytes of a chunk that the kernel reads, for the time model; 0: unknown
	Instrs    int64 // instructions for a chunk, for the time model; 0: unknown
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
}

// Solve decides the wave for the demands.
func Solve(d Device, demands []Demand) (Wave, error) {
	w := Wave{Device: d, Demands: demands}
	for i := range demands {
		w.Batches = append(w.Batches, Batch{Launches: []Launch{{Kernel: i, Blocks: 1, Warps: 1}}})
	}
	return w, nil
}
