package host

import (
	"fmt"
	"time"

	"gsdms/cuda/device"
)

// queue does everything at once, or writes it on a tape.
type queue struct {
	device *Device
	tape   *tape // nil: nothing is recorded
}

// tape is operations to be done later, and the queues that write on it.
type tape struct {
	device *Device
	todo   []func() error
	queues []*queue
}

// do does an operation, or notes it.
func (q *queue) do(operation string, f func() error) error {
	run := func() error {
		if err := q.device.fails(operation); err != nil {
			return err
		}
		return f()
	}
	if q.tape != nil {
		q.tape.todo = append(q.tape.todo, run)
		return nil
	}
	return run()
}

func (q *queue) CopyIn(dst device.Ptr, src []byte) error {
	return q.do("copy", func() error {
		to, err := q.device.bytes(dst, len(src))
		copy(to, src)
		return err
	})
}

func (q *queue) CopyOut(dst []byte, src device.Ptr) error {
	return q.do("copy", func() error {
		from, err := q.device.bytes(src, len(dst))
		copy(dst, from)
		return err
	})
}

func (q *queue) Launch(f device.Function, grid, block, shared int, params device.Ptr) error {
	k := f.(*function)
	if grid < 1 || block < warpSize || block%warpSize != 0 || block > k.threads || shared > blockShared {
		return fmt.Errorf("launch %d blocks of %d threads and %d bytes of shared memory: a block has up to %d and %d", grid, block, shared, k.threads, blockShared)
	}
	return q.do("launch", func() error { return k.call(grid, block/warpSize, shared, params) })
}

func (q *queue) Clear(dst device.Ptr, bytes int64) error {
	return q.do("clear", func() error {
		to, err := q.device.bytes(dst, int(bytes))
		clear(to)
		return err
	})
}

// After has nothing to wait for; what follows a queue that records is recorded, too.
func (q *queue) After(others ...device.Queue) error {
	for _, o := range others {
		if t := o.(*queue).tape; t != nil && q.tape == nil {
			q.tape = t
			t.queues = append(t.queues, q)
		}
	}
	return nil
}

func (q *queue) Wait() (time.Duration, error) { return 0, q.device.fails("wait") }

// Record implements device.Recorder.
func (d *Device) Record(lead device.Queue, put func() error) (device.Graph, error) {
	if err := d.fails("record"); err != nil {
		return nil, err
	}
	q := lead.(*queue)
	t := &tape{device: d, queues: []*queue{q}}
	q.tape = t
	err := put()
	for _, q := range t.queues {
		q.tape = nil
	}
	return t, err
}

// Launch does what was noted, in order.
func (t *tape) Launch() error {
	for _, f := range t.todo {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// Close has nothing to free.
func (t *tape) Close() error { return nil }
