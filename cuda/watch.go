package cuda

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"gsdms/cuda/device"
)

// watched is a device that notes when it fails for good, and frees nothing after Close.
type watched struct {
	device.Device
	*health
}

// health is how a device is.
type health struct {
	lost   atomic.Bool
	closed bool
	free   sync.RWMutex // guards closed, and keeps Close from Free
}

// see notes an error and hands it on.
func (h *health) see(err error) error {
	if errors.Is(err, device.ErrLost) {
		h.lost.Store(true)
	}
	return err
}

// Close closes the device. What is freed later is gone already, and its address may be
// another's.
func (w watched) Close() error {
	w.free.Lock()
	defer w.free.Unlock()
	w.closed = true
	return w.Device.Close()
}

func (w watched) Compile(ctx context.Context, source string) (device.Function, error) {
	f, err := w.Device.Compile(ctx, source)
	return f, w.see(err)
}

func (w watched) Memory() device.Memory { return watchedMemory{w.Device.Memory(), w.health} }

func (w watched) NewQueue() (device.Queue, error) {
	q, err := w.Device.NewQueue()
	return watchedQueue{q, w.health}, w.see(err)
}

// watchedMemory is the memory of a watched device.
type watchedMemory struct {
	device.Memory
	*health
}

func (w watchedMemory) Alloc(bytes int64) (device.Ptr, error) {
	p, err := w.Memory.Alloc(bytes)
	return p, w.see(err)
}

func (w watchedMemory) Free(p device.Ptr) error {
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
	device.Queue
	*health
}

func (w watchedQueue) CopyIn(dst device.Ptr, src []byte) error {
	return w.see(w.Queue.CopyIn(dst, src))
}

func (w watchedQueue) CopyOut(dst []byte, src device.Ptr) error {
	return w.see(w.Queue.CopyOut(dst, src))
}

func (w watchedQueue) Clear(dst device.Ptr, bytes int64) error {
	return w.see(w.Queue.Clear(dst, bytes))
}

func (w watchedQueue) Launch(f device.Function, grid, block, shared int, params device.Ptr) error {
	return w.see(w.Queue.Launch(f, grid, block, shared, params))
}

func (w watchedQueue) After(others ...device.Queue) error {
	inner := make([]device.Queue, len(others))
	for i, q := range others {
		inner[i] = q.(watchedQueue).Queue
	}
	return w.see(w.Queue.After(inner...))
}

func (w watchedQueue) Wait() (time.Duration, error) {
	took, err := w.Queue.Wait()
	return took, w.see(err)
}

// watchedRecorder is the recorder of a watched device.
type watchedRecorder struct {
	device.Recorder
	*health
}

func (w watchedRecorder) Record(lead device.Queue, put func() error) (device.Graph, error) {
	g, err := w.Recorder.Record(lead.(watchedQueue).Queue, put)
	if err != nil {
		return nil, w.see(err)
	}
	return watchedGraph{g, w.health}, nil
}

// watchedGraph is a graph of a watched device.
type watchedGraph struct {
	device.Graph
	*health
}

func (w watchedGraph) Launch() error { return w.see(w.Graph.Launch()) }
