package optimizer

import "testing"

// TestOccupancyOfThePaper holds the kernels of [L14] section IV on a GTX 680: 100, 50,
// 100, 63, 100 and 63 % where shared memory does not bind. (The paper's E and F use
// 24,576 bytes and are listed with the occupancy of C and D.)
func TestOccupancyOfThePaper(t *testing.T) {
	for name, c := range map[string]struct {
		Config
		blocks int
		ratio  float64
		limit  string
	}{
		"A": {Config{1024, 11, 0}, 2, 1, "warps"},
		"B": {Config{1024, 33, 0}, 1, 0.5, "registers"},
		"C": {Config{256, 11, 0}, 8, 1, "warps"},
		"D": {Config{256, 44, 0}, 5, 0.625, "registers"},
		"E": {Config{256, 11, 24576}, 2, 0.25, "shared memory"},
		"F": {Config{256, 44, 24576}, 2, 0.25, "shared memory"},
		"G": {Config{256, 64, 0}, 0, 0, "registers"},
		"H": {Config{256, 11, 49153}, 0, 0, "shared memory"},
	} {
		o, err := GTX680().Occupancy(c.Config)
		if err != nil || o.Blocks != c.blocks || o.Ratio != c.ratio || o.Limit() != c.limit {
			t.Errorf("%s: %+v by %s, %v; want %d blocks, %g by %s", name, o, o.Limit(), err, c.blocks, c.ratio, c.limit)
		}
	}
}

// TestOccupancyOfTheCalculator holds values of NVIDIA's occupancy calculator.
func TestOccupancyOfTheCalculator(t *testing.T) {
	for _, c := range []struct {
		d Device
		Config
		blocks int
	}{
		{V100(), Config{256, 32, 0}, 8},         // full
		{V100(), Config{256, 33, 0}, 6},         // 33 registers are 40: 1,280 a warp, 51 warps, 48 in fours
		{V100(), Config{32, 32, 0}, 32},         // blocks
		{A100(), Config{1024, 64, 0}, 1},        // registers
		{A100(), Config{128, 32, 48 * 1024}, 3}, // 49 KiB of 164
		{H200(), Config{128, 32, 0}, 16},        // warps
		{H200(), Config{64, 32, 10 * 1024}, 20}, // 11 KiB of 228
		{H200(), Config{128, 255, 0}, 2},        // 8,192 a warp: 8 warps
		{GTX1080(), Config{256, 32, 20480}, 4},  // 20 KiB of 96
		{TeslaK40(), Config{192, 63, 0}, 5},     // 2,048 a warp: 32 warps of 6
	} {
		if o, err := c.d.Occupancy(c.Config); err != nil || o.Blocks != c.blocks {
			t.Errorf("%s %+v: %+v, %v; want %d blocks", c.d.Name, c.Config, o, err, c.blocks)
		}
	}
}

func TestRounds(t *testing.T) {
	a := Config{1024, 11, 0} // two blocks on each of eight multiprocessors
	for blocks, want := range map[int]int{0: 0, 1: 1, 16: 1, 17: 2, 160: 10, 161: 11} {
		if got, err := GTX680().Rounds(a, blocks); got != want || err != nil {
			t.Errorf("%d blocks: %d rounds, %v; want %d", blocks, got, err, want)
		}
	}
}

// TestBestBlockMeetsAllSizes compares with the rounds of all sizes.
func TestBestBlockMeetsAllSizes(t *testing.T) {
	for _, d := range []Device{GTX680(), V100(), H200()} {
		for _, registers := range []int{0, 16, 32, 40, 63} {
			for _, shared := range []int{0, 1000, 20000} {
				for _, threads := range []int{1, 4096, 100000, 1 << 20} {
					checkBestBlock(t, d, threads, registers, shared)
				}
			}
		}
	}
}

func checkBestBlock(t *testing.T, d Device, threads, registers, shared int) {
	t.Helper()
	c, rounds, err := d.BestBlock(threads, registers, shared)
	if err != nil {
		t.Fatal(err)
	}
	fewest, fewestBound := 0, 0
	for size := 32; size <= 1024; size += 32 {
		o, _ := d.Occupancy(Config{size, registers, shared})
		r, _ := d.Rounds(Config{size, registers, shared}, (threads+size-1)/size)
		if r > 0 && (fewest == 0 || r < fewest) {
			fewest = r
		}
		if r > 0 && o.ByWarps <= o.ByRegisters && o.ByWarps <= o.ByShared && (fewestBound == 0 || r < fewestBound) {
			fewestBound = r
		}
	}
	if fewestBound > 0 {
		fewest = fewestBound
	}
	if rounds != fewest {
		t.Errorf("%s, %d threads, %d registers, %d bytes: %+v has %d rounds, the fewest are %d", d.Name, threads, registers, shared, c, rounds, fewest)
	}
}

func TestFromAttributes(t *testing.T) {
	d, err := FromAttributes(Attributes{
		Name: "H200", Major: 9, Minor: 0, MultiprocessorCount: 132, WarpSize: 32, MaxThreadsPerBlock: 1024,
		MaxThreadsPerMultiprocessor: 2048, MaxBlocksPerMultiprocessor: 32, MaxRegistersPerMP: 65536, MaxSharedPerMP: 233472,
		MaxSharedPerBlockOptin: 232448, ReservedSharedPerBlock: 1024, ClockRate: 1980000, MemoryClockRate: 3201000, GlobalMemoryBusWidth: 6144,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := H200()
	if d.Bandwidth < 4.9e12 || d.Bandwidth > 4.95e12 { // 4.9 TB/s on paper
		t.Errorf("bandwidth %g", d.Bandwidth)
	}
	want.Bandwidth, want.IssueRate = d.Bandwidth, d.IssueRate
	if d != want {
		t.Errorf("%+v\nwant %+v", d, want)
	}
	if _, err := FromAttributes(Attributes{Major: 2, MultiprocessorCount: 1}); err == nil {
		t.Error("compute capability 2.0 is accepted")
	}
	if _, err := FromAttributes(Attributes{Major: 9}); err == nil {
		t.Error("a device without multiprocessors is accepted")
	}
	if d, err := ComputeCapability(8, 9); err != nil || d.Shared != 167936 {
		t.Errorf("8.9 is treated as 8.0: %+v, %v", d, err)
	}
}
