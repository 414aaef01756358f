package cpu

import (
	"gsdms/operators"
	"gsdms/plan"
)

// What work takes of one processor, in seconds: guesses of the right size, from the
// benchmarks' queries on 16 processors.
const (
	startSeconds    = 80e-6 // of a scan, for all of them
	byteSeconds     = 1.0 / 12e9
	instrSeconds    = 0.2e-9
	probeSeconds    = 4e-9 // at a random place of memory; batches of them are under way together
	spreadSeconds   = 60e-9
	groupSeconds    = 80e-9
	distinctSeconds = 20e-9
	outSeconds      = 3e-9
)

// Forecast implements operators.Forecaster.
func (b *Backend) Forecast(p *operators.Program) operators.Forecast {
	w := operators.WorkOf(p)
	segments := int(w.Rows)/plan.SegmentRows + 1
	return operators.Forecast{Seconds: startSeconds + secondsOf(w)/float64(min(b.options.Threads, segments))}
}

// secondsOf is what work takes of one processor, in seconds.
func secondsOf(w operators.Work) float64 {
	seconds := byteSeconds*w.Read + instrSeconds*w.Instrs + probeSeconds*w.Probes + distinctSeconds*w.Distinct + outSeconds*w.Out
	if w.Spread {
		seconds += spreadSeconds*w.Reaching + groupSeconds*w.Groups
	}
	return seconds
}
