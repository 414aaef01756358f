package replay

import (
	"errors"
	"slices"
	"sync"

	"gsdms/cuda/device"
)

// Kept is the work that was done last, and its graphs. Safe for concurrent use.
type Kept struct {
	recorder device.Recorder // nil: nothing is recorded

	mu     sync.Mutex
	recent []*Work // the last done first
}

// mostKept is how many graphs there are at most that nobody runs. A graph holds some kilobytes of
// the driver's; who comes again finds memory and queues as they were, unless others came between.
const mostKept = 128

// New makes one that records by r, or records nothing where r is nil.
func New(r device.Recorder) *Kept { return &Kept{recorder: r} }

// Work is a script that is being done. Release lets go of it.
type Work struct {
	kept    *Kept
	script  Script
	graph   device.Graph // nil: it was not recorded yet, or cannot be
	refused bool         // it cannot be
	users   int          // guarded by the lock of kept
}

// Do puts a script's work on its queues, the first step's in the lead: all others follow it and are
// followed by it. The caller releases the work when the queues have been waited for, also after an
// error; it is nil where nothing is recorded.
func (k *Kept) Do(s Script, lead device.Queue) (*Work, error) {
	if k.recorder == nil {
		return nil, s.Put()
	}
	w, again := k.take(s)
	if again && w.graph == nil && !w.refused {
		if err := w.record(lead); errors.Is(err, device.ErrLost) {
			return w, err
		}
	}
	if w.graph != nil {
		return w, w.graph.Launch()
	}
	return w, s.Put()
}

// take gives the work of a script to the caller, and reports whether it has been done before. Nobody
// else has it: its queues are the caller's.
func (k *Kept) take(s Script) (w *Work, again bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at := slices.IndexFunc(k.recent, func(w *Work) bool { return w.script.same(&s) })
	if at < 0 {
		w = &Work{kept: k, script: s}
		k.recent = slices.Insert(k.recent, 0, w)
	} else {
		w, again = k.recent[at], true
		copy(k.recent[1:], k.recent[:at])
		k.recent[0] = w
	}
	w.users++
	return w, again
}

// record makes the graph. A device that fails to record goes on without.
func (w *Work) record(lead device.Queue) (err error) {
	w.graph, err = w.kept.recorder.Record(lead, w.script.Put)
	w.refused = err != nil
	return err
}

// Release lets go of work whose queues have been waited for; nil is none.
func (w *Work) Release() error {
	if w == nil {
		return nil
	}
	k := w.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	w.users--
	return k.trim(mostKept)
}

// trim forgets the work that was done longest ago, until so many are left or somebody has the rest.
func (k *Kept) trim(most int) error {
	var errs []error
	for i := len(k.recent) - 1; i >= 0 && len(k.recent) > most; i-- {
		if w := k.recent[i]; w.users == 0 {
			k.recent = slices.Delete(k.recent, i, i+1)
			if w.graph != nil {
				errs = append(errs, w.graph.Close())
			}
		}
	}
	return errors.Join(errs...)
}

// Close frees the graphs, which nobody has.
func (k *Kept) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.trim(0)
}
