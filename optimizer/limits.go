package optimizer

import "fmt"

// Limits above these belong to no device, and would let a table of numbers ask for
// unbounded work or overflow a sum.
const (
	maxWarps   = 256
	maxBlocks  = 256
	maxAmount  = 1 << 40 // registers, bytes, threads
	maxKernels = 4096
)

// Load is what launches take of one multiprocessor, or what it has.
type Load struct{ Blocks, Warps, Registers, Shared int }

// Plus is both together.
func (l Load) Plus(m Load) Load {
	return Load{l.Blocks + m.Blocks, l.Warps + m.Warps, l.Registers + m.Registers, l.Shared + m.Shared}
}

// Minus is l without m.
func (l Load) Minus(m Load) Load {
	return Load{l.Blocks - m.Blocks, l.Warps - m.Warps, l.Registers - m.Registers, l.Shared - m.Shared}
}

// Within says whether room m holds l.
func (l Load) Within(m Load) bool {
	return l.Blocks <= m.Blocks && l.Warps <= m.Warps && l.Registers <= m.Registers && l.Shared <= m.Shared
}

// limits is a Device with every 0 replaced by what it stands for.
type limits struct {
	Device
	room Load // of a multiprocessor
}

// newLimits checks the device's numbers. A device is bad when a number is negative or
// beyond what any device has.
func newLimits(d Device) (limits, error) {
	if err := checkDevice(d); err != nil {
		return limits{}, err
	}
	d.WarpSize = orElse(d.WarpSize, 1)
	d.Warps = orElse(d.Warps, maxWarps)
	d.Blocks = orElse(d.Blocks, maxBlocks)
	d.Registers = orElse(d.Registers, maxAmount)
	d.Shared = orElse(d.Shared, maxAmount)
	d.BlockThreads = min(orElse(d.BlockThreads, maxAmount), d.Warps*d.WarpSize)
	d.ThreadRegs = orElse(d.ThreadRegs, maxAmount)
	d.BlockShared = orElse(d.BlockShared, d.Shared)
	d.RegisterUnit = orElse(d.RegisterUnit, 1)
	d.WarpUnit = orElse(d.WarpUnit, 1)
	d.SharedUnit = orElse(d.SharedUnit, 1)
	if d.BlockThreads < d.WarpSize {
		return limits{}, fmt.Errorf("optimizer: device %q: a block of %d threads does not hold one warp of %d", d.Name, d.BlockThreads, d.WarpSize)
	}
	return limits{Device: d, room: Load{d.Blocks, d.Warps, d.Registers, d.Shared}}, nil
}

func orElse(v, otherwise int) int {
	if v == 0 {
		return otherwise
	}
	return v
}

func checkDevice(d Device) error {
	if d.MPs < 1 {
		return fmt.Errorf("optimizer: device %q has %d multiprocessors: it must have at least 1", d.Name, d.MPs)
	}
	for _, n := range []struct {
		name   string
		v, top int
	}{
		{"resident warps", d.Warps, maxWarps}, {"resident blocks", d.Blocks, maxBlocks},
		{"registers", d.Registers, maxAmount}, {"bytes of shared memory", d.Shared, maxAmount},
		{"threads per warp", d.WarpSize, 1024}, {"threads per block", d.BlockThreads, maxAmount},
		{"registers per thread", d.ThreadRegs, maxAmount}, {"bytes of shared memory per block", d.BlockShared, maxAmount},
		{"unit of registers", d.RegisterUnit, 1 << 20}, {"unit of warps", d.WarpUnit, maxWarps},
		{"unit of shared memory", d.SharedUnit, 1 << 20}, {"reserved bytes of shared memory", d.ReservedShared, maxAmount},
		{"warps that saturate memory", d.MemoryWarps, maxWarps}, {"warps that saturate issue", d.IssueWarps, maxWarps},
	} {
		if n.v < 0 || n.v > n.top {
			return fmt.Errorf("optimizer: device %q has %d %s: it must be 0 to %d", d.Name, n.v, n.name, n.top)
		}
	}
	return nil
}

// warpRegisters is theta of [L14] (7): the registers one warp takes.
func (l *limits) warpRegisters(perThread int) int {
	return roundUp(perThread*l.WarpSize, l.RegisterUnit)
}

// blockShared is the shared memory one block takes, with what the system keeps.
func (l *limits) blockShared(bytes int) int {
	return roundUp(bytes+l.ReservedShared, l.SharedUnit)
}

// blockWarps is the most warps a block may have.
func (l *limits) blockWarps() int { return l.BlockThreads / l.WarpSize }

// warpsOf is the most warps a block of the demand may have.
func (l *limits) warpsOf(d *Demand) int {
	if d.Block <= 0 {
		return l.blockWarps()
	}
	return max(1, min(l.blockWarps(), d.Block/l.WarpSize))
}

// take is what blocks blocks of warps warps take together. The registers follow [L14]
// (6): a kernel's warps are allocated in multiples of the unit of warps.
func (l *limits) take(blocks, warps, warpRegisters, blockShared int) Load {
	n := blocks * warps
	return Load{blocks, n, roundUp(n, l.WarpUnit) * warpRegisters, blocks * blockShared}
}

// Multiprocessor is a device's arithmetic for whoever fills a multiprocessor block by
// block, such as package sim.
type Multiprocessor struct{ limits limits }

// NewMultiprocessor is a multiprocessor of d.
func NewMultiprocessor(d Device) (*Multiprocessor, error) {
	l, err := newLimits(d)
	return &Multiprocessor{l}, err
}

// Room is what an empty multiprocessor has.
func (m *Multiprocessor) Room() Load { return m.limits.room }

// Take is what blocks blocks of one kernel take, allocation units included.
func (m *Multiprocessor) Take(blocks, warps, registersPerThread, sharedPerBlock int) Load {
	return m.limits.take(blocks, warps, m.limits.warpRegisters(registersPerThread), m.limits.blockShared(sharedPerBlock))
}

func roundUp(n, unit int) int { return ceilDiv(n, unit) * unit }

func ceilDiv(a, b int) int { return (a + b - 1) / b }
