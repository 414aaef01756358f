package optimizer

// predicted gives, for each launch of a batch, the seconds of its kernel alone on the
// device and those after which it ends beside the others of the batch, by the model of
// fluid. Both are nil where the time of a kernel is unknown.
func predicted(l limits, demands []Demand, b Batch, m Model) (alone, together []float64) {
	f := &fluid{ends: make([]float64, len(b.Launches))}
	for i, c := range b.Launches {
		d, warps := &demands[c.Kernel], c.Blocks*c.Warps
		t := m.Time(&l.Device, d, warps)
		if !(t > 0) {
			return nil, nil
		}
		alone = append(alone, t)
		f.parts = append(f.parts, flow{member: i, weight: float64(warps), alone: 1 / t, left: 1, bytes: float64(d.Bytes), instrs: float64(d.Instrs)})
	}
	f.drain(l.IssueRate, l.Bandwidth)
	return alone, f.ends
}

// ends is predicted for all kernels of a wave, by index: the seconds after which each
// ends, counted from the beginning of its batch; nil where that is unknown.
func ends(l limits, demands []Demand, batches []Batch, m Model) []float64 {
	out := make([]float64, len(demands))
	for _, b := range batches {
		_, together := predicted(l, demands, b, m)
		if together == nil && len(b.Launches) > 0 {
			return nil
		}
		for i, c := range b.Launches {
			out[c.Kernel] = together[i]
		}
	}
	return out
}
