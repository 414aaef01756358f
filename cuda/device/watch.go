package device

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Watched is a device that notes when it fails for good, and frees nothing after Close: what
// is freed later is gone already, and its address may be another's.
type Watched struct {
	Device
	*health
}

// Watch watches a device, which is used through what it gives from now on.
func Watch(d Device) Watched { return Watched{d, &health{}} }

// Lost reports whether the device has failed for good: something has ended with ErrLost.
func (w Watched) Lost() bool { return w.lost.Load() }

// Recorder gives what records on the device's queues, nil where it does not record.
func (w Watched) Recorder() Recorder {
	if r, ok := w.Device.(Recorder); ok {
		return watchedRecorder{r, w.health}
	}
	return nil
}

// health is how a device is.
type health struct {
	lost   atomic.Bool
	closed bool
	free   sync.RWMutex // guards closed, and keeps Close from Free
}

// see notes an error and hands it on.
func (h *health) see(err error) error {
	if errors.Is(err, ErrLost) {
		h.lost.Store(true)
	}
	return err
}

// Close closes the device.
func (w Watched) Close() error {
	w.free.Lock()
	defer w.free.Unlock()
	w.closed = true
	return w.Device.Close()
}

// Compile implements Device.
func (w Watched) Compile(ctx context.Context, source string) (Function, error) {
	f, err := w.Device.Compile(ctx, source)
	return f, w.see(err)
}

// Memory implements Device.
func (w Watched) Memory() Memory { return watchedMemory{w.Device.Memory(), w.health} }

// NewQueue implements Device.
func (w Watched) NewQueue() (Queue, error) {
	q, err := w.Device.NewQueue()
	return watchedQueue{q, w.health}, w.see(err)
}

// NewYielding implements Yielder: a device that has no such queues gives another.
func (w Watched) NewYielding() (Queue, error) {
	y, ok := w.Device.(Yielder)
	if !ok {
		return w.NewQueue()
	}
	q, err := y.NewYielding()
	return watchedQueue{q, w.health}, w.see(err)
}

// watchedMemory is the memory of a watched device.
type watchedMemory struct {
	Memory
	*health
}

func (w watchedMemory) Alloc(bytes int64) (Ptr, error) {
	p, err := w.Memory.Alloc(bytes)
	return p, w.see(err)
}

func (w watchedMemory) Free(p Ptr) error {
	w.free.RLock()
	defer w.free.RUnlock()
	if w.closed {
		return nil
	}
	return w.see(w.Memory.Free(p))
}

func (w watchedMemory) Pin(bytes int64) ([]byte, error) {
	b, err := w.Memory.Pin(bytes)
	return b, w.see(err)
}

// watchedQueue is a queue of a watched device.
type watchedQueue struct {
	Queue
	*health
}

func (w watchedQueue) CopyIn(dst Ptr, src []byte) error {
	return w.see(w.Queue.CopyIn(dst, src))
}

func (w watchedQueue) CopyOut(dst []byte, src Ptr) error {
	return w.see(w.Queue.CopyOut(dst, src))
}

func (w watchedQueue) Clear(dst Ptr, bytes int64) error {
	return w.see(w.Queue.Clear(dst, bytes))
}

func (w watchedQueue) Launch(f Function, grid, block, shared int, params Ptr) error {
	return w.see(w.Queue.Launch(f, grid, block, shared, params))
}

func (w watchedQueue) After(others ...Queue) error {
	inner := make([]Queue, len(others))
	for i, q := range others {
		inner[i] = q.(watchedQueue).Queue
	}
	return w.see(w.Queue.After(inner...))
}

// Move implements Mover, also of a queue that cannot.
func (w watchedQueue) Move(all []Move) (done bool, err error) {
	if m, ok := w.Queue.(Mover); ok {
		done, err = m.Move(all)
	}
	return done, w.see(err)
}

func (w watchedQueue) Wait() (time.Duration, error) {
	took, err := w.Queue.Wait()
	return took, w.see(err)
}

// watchedRecorder is the recorder of a watched device.
type watchedRecorder struct {
	Recorder
	*health
}

func (w watchedRecorder) Record(lead Queue, put func() error) (Graph, error) {
	g, err := w.Recorder.Record(lead.(watchedQueue).Queue, put)
	if err != nil {
		return nil, w.see(err)
	}
	return watchedGraph{g, w.health}, nil
}

// watchedGraph is a graph of a watched device.
type watchedGraph struct {
	Graph
	*health
}

func (w watchedGraph) Launch() error { return w.see(w.Graph.Launch()) }
