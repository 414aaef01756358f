package pushscan

import (
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// WaveReport is what one wave did while its riders were the same. A query that rode on
// several gets one of each, with what happened while it rode and nothing else.
type WaveReport struct {
	Wave    *optimizer.Wave
	Queries int // that rode
	Chunks  int // pushed through the wave; those that nobody needed are not
	Kernels []KernelReport
}

// KernelReport is what one kernel of a wave did, all its launches together.
type KernelReport struct {
	operators.KernelStats
	Launch    optimizer.Launch // Kernel is the index into Wave.Demands, which has the name
	Batch     int              // of the wave, from 1
	Queries   int              // that the kernel serves
	Predicted time.Duration    // what the optimizer expected of Elapsed when it decided the wave; 0: nothing
}

// Elapsed is the time in which the kernel ran, by the device's clock: where several
// workers run it, as if all had been busy.
func (k KernelReport) Elapsed() time.Duration {
	return time.Duration(k.Busy / int64(max(1, k.Workers)))
}

// Rate is the bytes per second at which the kernel read its columns; 0 if it is unknown.
func (k KernelReport) Rate() float64 {
	if k.Busy <= 0 {
		return 0
	}
	return float64(k.Bytes) / k.Elapsed().Seconds()
}

// report says what the fleet has done so far. Its riders share the result.
func (f *fleet) report() *WaveReport {
	if f.told != nil && f.told.Chunks == f.chunks {
		return f.told
	}
	f.told = &WaveReport{Wave: f.wave, Queries: f.riders, Chunks: f.chunks}
	for i, b := range f.wave.Batches {
		for _, l := range b.Launches {
			f.told.Kernels = append(f.told.Kernels, f.kernelReport(l, i+1))
		}
	}
	return f.told
}

func (f *fleet) kernelReport(l optimizer.Launch, batch int) KernelReport {
	r := KernelReport{KernelStats: f.kernels[l.Kernel].Stats(), Launch: l, Batch: batch, Queries: f.serves[l.Kernel]}
	if rows := f.wave.Demands[l.Kernel].Rows; rows > 0 && f.wave.Ends != nil {
		r.Predicted = time.Duration(1e9 * f.wave.Ends[l.Kernel] * float64(r.Rows) / float64(rows))
	}
	return r
}

// measure takes what the kernels have done since it was called last, or since they were
// prepared: the sums into a step, and the times of the launches.
func (f *fleet) measure(st *step) {
	f.took = f.took[:0]
	for i, k := range f.kernels {
		now := k.Stats()
		if i == len(f.seen) {
			f.seen = append(f.seen, operators.KernelStats{})
		}
		busy := now.Busy - f.seen[i].Busy
		st.busy += time.Duration(busy)
		st.bytes += now.Bytes - f.seen[i].Bytes
		f.took = append(f.took, optimizer.Took{
			Kernel: i, Rows: now.Rows - f.seen[i].Rows, Seconds: float64(busy) / 1e9 / float64(max(1, now.Workers)),
		})
		f.seen[i] = now
	}
}

// learn has a solver know the times of the launches that were measured last.
func (f *fleet) learn(s Solver) {
	if len(f.took) > 0 {
		f.stale, f.took = s.Observe(*f.wave, f.took), f.took[:0]
	}
}

// tell adds what the fleet has done to the report of a rider that it has carried from
// its first chunk on: a fleet is made anew whenever somebody joins or leaves.
func (f *fleet) tell(r *ride) {
	if f.chunks > 0 {
		r.report.Waves = append(r.report.Waves, f.report())
	}
}
