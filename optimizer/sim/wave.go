package sim

import "gsdms/optimizer"

// Sequence runs groups of streams, each after the last has ended and a gap (seconds)
// has passed.
func Sequence(d optimizer.Device, pace Pace, gap float64, groups ...[]Stream) (Timeline, error) {
	all := Timeline{Device: d}
	at := 0.0
	for i, g := range groups {
		t, err := Run(d, pace, g)
		if err != nil {
			return Timeline{}, err
		}
		if i > 0 {
			at += gap
		}
		for _, s := range t.Spans {
			s.Stream += len(all.Streams)
			s.Start += at
			s.End += at
			all.Spans = append(all.Spans, s)
		}
		at += t.End()
		all.Streams = append(all.Streams, g...)
	}
	return all, nil
}

// Launched is demand d as a kernel that is launched with l: blocks that divide the
// bytes and the instructions among them evenly.
func Launched(dev optimizer.Device, d optimizer.Demand, l optimizer.Launch) Kernel {
	n := l.Blocks * dev.MPs
	return Kernel{
		Name: d.Name, Blocks: n, Warps: l.Warps, Registers: d.Registers, Shared: d.Shared,
		Bytes: float64(d.Bytes) / float64(n), Instrs: float64(d.Instrs) / float64(n),
	}
}

// Wave runs the batches of a wave one after another, every launch in a stream of its
// own.
func Wave(w optimizer.Wave, gap float64) (Timeline, error) {
	groups := make([][]Stream, len(w.Batches))
	for i, b := range w.Batches {
		for _, l := range b.Launches {
			groups[i] = append(groups[i], Stream{Launched(w.Device, w.Demands[l.Kernel], l)})
		}
	}
	return Sequence(w.Device, Contended{}, gap, groups...)
}
