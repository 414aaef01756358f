package optimizer

import "fmt"

// Config is how a kernel is launched, as the model of [L14] section III sees it.
type Config struct {
	Threads   int // per block
	Registers int // per thread
	Shared    int // bytes per block
}

// Occupancy is what a multiprocessor holds of one kernel that has it to itself.
type Occupancy struct {
	ByWarps, ByRegisters, ByShared int // blocks that each resource allows
	Blocks                         int // beta, the least of the three
	Threads                        int // alpha, resident
	Ratio                          float64
}

// Limit is the resource that binds, the first of warps, registers and shared memory
// among equals.
func (o Occupancy) Limit() string {
	switch o.Blocks {
	case o.ByWarps:
		return "warps"
	case o.ByRegisters:
		return "registers"
	}
	return "shared memory"
}

// Occupancy is [L14] (2)-(9):
//
//	beta   = min(beta_W, beta_R, beta_S)                                  (2)
//	beta_S = 0 if z > MS, MS/z if z > 0, MB if z = 0                      (3)
//	gamma  = ceil(T / MT_W)                                               (4)
//	beta_R = 0 if R > MR_T, delta / gamma otherwise                       (5)
//	delta  = floor(MR / (theta GW)) GW                                    (6)
//	theta  = ceil(R MT_W / GR) GR                                         (7)
//	beta_W = min(MB, MW / gamma)                                          (8)
//	o      = alpha / (MT_W MW), alpha = beta T                            (9)
//
// where z is rounded up to its unit and includes what the system reserves.
func (d Device) Occupancy(c Config) (Occupancy, error) {
	l, err := newLimits(d)
	if err != nil {
		return Occupancy{}, err
	}
	if c.Threads < 1 || c.Threads > l.BlockThreads || c.Registers < 0 || c.Shared < 0 {
		return Occupancy{}, fmt.Errorf("optimizer: a block of %d threads with %d registers each and %d bytes on %q; it has 1 to %d threads, and nothing is negative",
			c.Threads, c.Registers, c.Shared, d.Name, l.BlockThreads)
	}
	gamma := ceilDiv(c.Threads, l.WarpSize)
	o := Occupancy{ByWarps: min(l.Blocks, l.Warps/gamma), ByRegisters: l.byRegisters(c.Registers, gamma), ByShared: l.byShared(c.Shared)}
	o.Blocks = min(o.ByWarps, o.ByRegisters, o.ByShared)
	o.Threads = o.Blocks * c.Threads
	o.Ratio = float64(o.Threads) / float64(l.WarpSize*l.Warps)
	return o, nil
}

func (l *limits) byRegisters(perThread, gamma int) int {
	switch {
	case perThread > l.ThreadRegs:
		return 0
	case perThread == 0:
		return l.Blocks
	}
	delta := l.Registers / (l.warpRegisters(perThread) * l.WarpUnit) * l.WarpUnit
	return delta / gamma
}

func (l *limits) byShared(bytes int) int {
	z := l.blockShared(bytes)
	switch {
	case bytes > l.BlockShared:
		return 0
	case z == 0:
		return l.Blocks
	}
	return l.Shared / z
}

// Rounds is RunningRounds, [L14] (1): how many times the device is filled until all
// blocks have run; 0 if a multiprocessor holds none.
func (d Device) Rounds(c Config, blocks int) (int, error) {
	o, err := d.Occupancy(c)
	if err != nil || o.Blocks == 0 || blocks < 0 {
		return 0, err
	}
	return ceilDiv(blocks, o.Blocks*d.MPs), nil
}

// BestBlock is the block size for a given number of threads in all: the fewest running
// rounds subject to beta_W <= beta_S and beta_W <= beta_R, [L14] (10)-(13), or, where
// registers or shared memory bind at every size, the fewest rounds. Among equals the
// size that leaves the fewest threads over wins (the paper wants none, T B = C), then
// the larger. Only whole warps are tried. It returns the rounds, too.
func (d Device) BestBlock(threads, registers, shared int) (Config, int, error) {
	if threads < 1 {
		return Config{}, 0, fmt.Errorf("optimizer: a best block size for %d threads: there must be at least 1", threads)
	}
	for _, strict := range []bool{true, false} {
		c, rounds, err := d.fewestRounds(threads, registers, shared, strict)
		if err != nil || rounds > 0 {
			return c, rounds, err
		}
	}
	return Config{}, 0, fmt.Errorf("optimizer: no block size of a kernel with %d registers per thread and %d bytes fits a multiprocessor of %q", registers, shared, d.Name)
}

// fewestRounds is BestBlock over the sizes at which warps bind (strict), or over all.
func (d Device) fewestRounds(threads, registers, shared int, strict bool) (Config, int, error) {
	var best Config
	var fewest, waste int
	l, err := newLimits(d)
	if err != nil {
		return best, 0, err
	}
	for w := l.WarpSize; w <= l.BlockThreads; w += l.WarpSize {
		c := Config{w, registers, shared}
		o, err := d.Occupancy(c)
		if err != nil {
			return best, 0, err
		}
		if o.Blocks == 0 || strict && o.ByWarps > min(o.ByRegisters, o.ByShared) {
			continue
		}
		blocks := ceilDiv(threads, w)
		rounds, over := ceilDiv(blocks, o.Blocks*d.MPs), blocks*w-threads
		if fewest == 0 || rounds < fewest || rounds == fewest && over <= waste {
			best, fewest, waste = c, rounds, over
		}
	}
	return best, fewest, nil
}
