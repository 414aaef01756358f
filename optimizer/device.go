package optimizer

import "fmt"

// ComputeCapability is the limits of the multiprocessors of NVIDIA's compute
// capability major.minor, without a number of multiprocessors. 3.0 is Table I of
// [L14] with the register numbers of the part (63 usable, 65,536 in all); the others
// are the "Technical Specifications per Compute Capability" of the CUDA C++
// Programming Guide and the allocation units of its occupancy calculator. A capability
// that is not in the table gets the newest known one that is not newer.
func ComputeCapability(major, minor int) (Device, error) {
	var found *Device
	for i := range capabilities {
		if c := &capabilities[i]; c.major < major || c.major == major && c.minor <= minor {
			found = &c.Device
		}
	}
	if found == nil {
		return Device{}, fmt.Errorf("optimizer: compute capability %d.%d is older than 3.0, the oldest in the table", major, minor)
	}
	d := *found
	d.Name = fmt.Sprintf("compute capability %d.%d", major, minor)
	return d, nil
}

// capabilities ascends. It is a constant in all but the language.
var capabilities = [...]struct {
	major, minor int
	Device
}{
	{3, 0, table(16, 49152, 49152, 63, 256, 0, false)},
	{3, 5, table(16, 49152, 49152, 255, 256, 0, true)},
	{6, 1, table(32, 98304, 49152, 255, 256, 0, true)},
	{7, 0, table(32, 98304, 98304, 255, 256, 0, true)},
	{8, 0, table(32, 167936, 166912, 255, 128, 1024, true)},
	{9, 0, table(32, 233472, 232448, 255, 128, 1024, true)},
}

// table fills in what all capabilities of the table share.
func table(blocks, shared, blockShared, threadRegs, sharedUnit, reserved int, hyperQ bool) Device {
	return Device{
		Warps: 64, Blocks: blocks, Registers: 65536, Shared: shared, WarpSize: 32, BlockThreads: 1024,
		ThreadRegs: threadRegs, BlockShared: blockShared, RegisterUnit: 256, WarpUnit: 4,
		SharedUnit: sharedUnit, ReservedShared: reserved, HyperQ: hyperQ,
	}
}

// part is a device of the table with its name, its multiprocessors, its memory
// bandwidth and its issue rate.
func part(name string, capability, mps int, bandwidth, issue float64) Device {
	d := capabilities[capability].Device
	d.Name, d.MPs, d.Bandwidth, d.IssueRate = name, mps, bandwidth, issue
	return d
}

// kepler sets how many warps saturate a multiprocessor of compute capability 3: six warps
// are issued in a cycle and a result takes ten, and 600 ns of a multiprocessor's
// bandwidth are 45 warps of two 128-byte reads each.
func kepler(d Device) Device {
	d.IssueWarps, d.MemoryWarps = 60, 45
	return d
}

// GTX680 is the device of [L14]: compute capability 3.0, no Hyper-Q.
func GTX680() Device { return kepler(part("GTX 680", 0, 8, 192e9, 8*192*1.006e9)) }

// TeslaK40 is the device of the Hyper-Q experiments of [L14]: compute capability 3.5.
func TeslaK40() Device { return kepler(part("Tesla K40", 1, 15, 288e9, 15*192*0.745e9)) }

// GTX1080 has compute capability 6.1.
func GTX1080() Device { return part("GTX 1080", 2, 20, 320e9, 20*128*1.607e9) }

// V100 has compute capability 7.0.
func V100() Device { return part("V100", 3, 80, 900e9, 80*128*1.38e9) }

// A100 has compute capability 8.0.
func A100() Device { return part("A100", 4, 108, 1555e9, 108*128*1.41e9) }

// H200 has compute capability 9.0; 4.4 TB/s is what a reading kernel was measured to get.
func H200() Device { return part("H200", 5, 132, 4.4e12, 132*128*1.785e9) }

// CPU is a processor as a device: every thread is a multiprocessor that holds up to 64
// kernels of one lane each, and the L2 cache of a core is the shared memory of each. A
// kernel whose tables are larger than the cache should demand the whole of it.
func CPU(name string, threads, l2 int) Device {
	return Device{Name: name, MPs: threads, Warps: 64, Blocks: 64, Shared: l2, WarpSize: 1, BlockThreads: 1}
}

// Attributes is what a driver tells of a CUDA device, by the names of its attributes.
type Attributes struct {
	Name                        string
	Major, Minor                int // COMPUTE_CAPABILITY
	MultiprocessorCount         int
	WarpSize                    int
	MaxThreadsPerBlock          int
	MaxThreadsPerMultiprocessor int
	MaxBlocksPerMultiprocessor  int // 0 where the driver is too old to tell
	MaxRegistersPerMP           int
	MaxSharedPerMP              int
	MaxSharedPerBlockOptin      int // bytes
	ReservedSharedPerBlock      int
	ClockRate                   int // kHz
	MemoryClockRate             int // kHz
	GlobalMemoryBusWidth        int // bits
}

// FromAttributes is the device that a driver describes. What a driver does not tell
// (units, registers per thread, Hyper-Q) comes from the table of compute capabilities,
// and so does what it left 0. Bandwidth is double data rate times bus width, IssueRate
// four warps per clock and multiprocessor.
func FromAttributes(a Attributes) (Device, error) {
	d, err := ComputeCapability(a.Major, a.Minor)
	if err != nil {
		return Device{}, fmt.Errorf("device %q: %w", a.Name, err)
	}
	d.Name, d.MPs = a.Name, a.MultiprocessorCount
	d.WarpSize = orElse(a.WarpSize, d.WarpSize)
	d.BlockThreads = orElse(a.MaxThreadsPerBlock, d.BlockThreads)
	d.Warps = orElse(a.MaxThreadsPerMultiprocessor/d.WarpSize, d.Warps)
	d.Blocks = orElse(a.MaxBlocksPerMultiprocessor, d.Blocks)
	d.Registers = orElse(a.MaxRegistersPerMP, d.Registers)
	d.Shared = orElse(a.MaxSharedPerMP, d.Shared)
	d.BlockShared = orElse(a.MaxSharedPerBlockOptin, d.BlockShared)
	d.ReservedShared = orElse(a.ReservedSharedPerBlock, d.ReservedShared)
	d.Bandwidth = 2 * 1000 * float64(a.MemoryClockRate) * float64(a.GlobalMemoryBusWidth) / 8
	d.IssueRate = 4 * float64(d.WarpSize) * 1000 * float64(a.ClockRate) * float64(d.MPs)
	return d, checkDevice(d)
}
