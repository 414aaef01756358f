//go:build cuda

package card

import (
	"time"
	"unsafe"

	"gsdms/cuda/device"

	"gorgonia.org/cu"
)

// queue is a CUDA stream, and two events around the launches between two Waits.
type queue struct {
	card       *Card
	stream     cu.Stream
	began, end cu.Event
	tail       cu.Event // of what another queue waits for
	busy       bool     // something was put on since the last Wait
	launched   bool     // a kernel was
	recording  *recording
}

// NewQueue makes a stream of the highest priority. The context destroys it.
func (c *Card) NewQueue() (device.Queue, error) {
	return c.newQueue(func(_, greatest int) int { return greatest })
}

// NewYielding implements device.Yielder: a stream of the lowest priority.
func (c *Card) NewYielding() (device.Queue, error) {
	return c.newQueue(func(least, _ int) int { return least })
}

// newQueue makes a stream of a priority that is chosen from those that there are.
func (c *Card) newQueue(choose func(least, greatest int) int) (device.Queue, error) {
	q := &queue{card: c}
	err := c.do(func() error {
		least, greatest, err := cu.StreamPriorityRange()
		if err != nil {
			return err
		}
		if q.stream, err = cu.MakeStreamWithPriority(choose(least, greatest), cu.NonBlocking); err != nil {
			return err
		}
		if q.began, err = cu.MakeEvent(cu.DefaultEvent); err != nil {
			return err
		}
		if q.end, err = cu.MakeEvent(cu.DefaultEvent); err != nil {
			return err
		}
		q.tail, err = cu.MakeEvent(cu.DisableTiming)
		return err
	})
	return q, wrap(err, "make a stream on %s", c.limits.Name)
}

// put runs f on the card's context.
func (q *queue) put(what string, f func() error) error {
	q.busy = true
	return wrap(q.card.do(f), "%s on %s", what, q.card.limits.Name)
}

func (q *queue) CopyIn(dst device.Ptr, src []byte) error {
	if len(src) == 0 {
		return nil
	}
	return q.put("copy in", func() error {
		return cu.MemcpyHtoDAsync(cu.DevicePtr(dst), unsafe.Pointer(unsafe.SliceData(src)), int64(len(src)), q.stream)
	})
}

func (q *queue) CopyOut(dst []byte, src device.Ptr) error {
	if len(dst) == 0 {
		return nil
	}
	return q.put("copy out", func() error {
		return cu.MemcpyDtoHAsync(unsafe.Pointer(unsafe.SliceData(dst)), cu.DevicePtr(src), int64(len(dst)), q.stream)
	})
}

func (q *queue) Launch(f device.Function, grid, block, shared int, params device.Ptr) error {
	address := uint64(params)
	return q.put("launch a kernel", func() error {
		if !q.launched {
			q.launched = true
			if err := q.note(q.began); err != nil {
				return err
			}
		}
		if err := f.(*function).fn.Launch(grid, 1, 1, block, 1, 1, shared, q.stream, []unsafe.Pointer{unsafe.Pointer(&address)}); err != nil {
			return err
		}
		return q.note(q.end)
	})
}

// note puts an event on the stream whose time is asked for.
func (q *queue) note(e cu.Event) error {
	if q.recording == nil {
		return e.Record(q.stream)
	}
	return q.recording.note(e, q.stream)
}

func (q *queue) After(others ...device.Queue) error {
	if len(others) == 0 {
		return nil
	}
	return q.put("wait for another stream", func() error {
		for _, other := range others {
			if err := q.follow(other.(*queue)); err != nil {
				return err
			}
		}
		return nil
	})
}

// follow has what comes next wait for what is on the other queue now, or a little more
// if others record the same event meanwhile.
func (q *queue) follow(other *queue) error {
	if q == other {
		return nil
	}
	if err := other.tail.Record(other.stream); err != nil {
		return err
	}
	if r := other.recording; r != nil && q.recording == nil {
		r.join(q)
	}
	return q.stream.Wait(other.tail, 0)
}

func (q *queue) Wait() (took time.Duration, err error) {
	if !q.busy {
		return 0, nil
	}
	err = q.card.do(func() error {
		if err := q.stream.Synchronize(); err != nil || !q.launched {
			return err
		}
		ms, err := q.began.Elapsed(q.end)
		took = time.Duration(ms * float64(time.Millisecond))
		return err
	})
	q.busy, q.launched = false, false
	return took, wrap(err, "work on %s", q.card.limits.Name)
}

func (q *queue) Clear(dst device.Ptr, bytes int64) error {
	return q.put("clear memory", func() error {
		return cu.MemsetD8Async(cu.DevicePtr(dst), 0, bytes, q.stream)
	})
}
