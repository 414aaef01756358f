package optimizer

// Model predicts the time of a kernel from the warps it keeps resident, alone on the
// device. A Solver asks it for every kernel and every number of warps of a wave; it
// must be safe for that and answer the same for equal questions.
type Model interface {
	// Time is the seconds of d for a chunk with warps resident warps, at least 1, on
	// every multiprocessor of l; it changes neither.
	Time(l *Device, d *Demand, warps int) float64
}

// Roofline is a kernel bound by the larger of its bytes over the bandwidth it reaches
// and its instructions over the issue rate it reaches. Both grow with the resident
// warps until they saturate (Little's law): Device.MemoryWarps and Device.IssueWarps.
type Roofline struct{}

// Time is the larger of the two. A demand or a device that does not tell them is 0.
func (Roofline) Time(l *Device, d *Demand, warps int) float64 {
	return max(over(float64(d.Bytes), reached(l.Bandwidth, warps, saturation(l, l.MemoryWarps))),
		over(float64(d.Instrs), reached(l.IssueRate, warps, saturation(l, l.IssueWarps))))
}

// Shares takes the threads a kernel asks for as its share of the work and a unit of work
// per resident thread and second: the time to get through c_i threads' worth of work.
// It needs neither bytes nor instructions, and saturates nowhere.
type Shares struct{}

// Time is in units of the time that all threads asked for would take.
func (Shares) Time(l *Device, d *Demand, warps int) float64 {
	return float64(max(1, d.Threads)) / float64(warps*orElse(l.WarpSize, 1))
}

// saturation is the warps from which on more of them are no faster.
func saturation(l *Device, warps int) int {
	return max(1, orElse(warps, orElse(l.Warps, maxWarps)/4))
}

func reached(rate float64, warps, saturation int) float64 {
	return rate * min(1, float64(warps)/float64(saturation))
}

func over(amount, rate float64) float64 {
	if rate <= 0 {
		return 0
	}
	return amount / rate
}

// together is the least time of the kernels however they share the device: all their
// bytes over its bandwidth, all their instructions over its issue rate.
func together(l *Device, demands []Demand, members []int) float64 {
	var bytes, instrs int64
	for _, m := range members {
		bytes, instrs = bytes+demands[m].Bytes, instrs+demands[m].Instrs
	}
	return max(over(float64(bytes), l.Bandwidth), over(float64(instrs), l.IssueRate))
}

// known says whether the roofline has a time for every demand.
func known(l *Device, demands []Demand) bool {
	for i := range demands {
		if (Roofline{}).Time(l, &demands[i], 1) == 0 {
			return false
		}
	}
	return true
}
