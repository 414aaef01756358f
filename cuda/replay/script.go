package replay

import (
	"slices"
	"time"
	"unsafe"

	"gsdms/cuda/device"
)

// Script is work for queues, in the order in which it is to be put on them. Copies and clears of a
// queue that follow each other touch different memory. The zero value is none.
type Script struct{ steps []step }

// step is one thing to put on a queue. Two that are equal do the same.
type step struct {
	what               what
	queue, other       device.Queue
	function           device.Function
	at                 device.Ptr // on the device: what is copied or cleared, or the parameters
	here               *byte      // on the host
	bytes              int64
	grid, block, bonus int // of a launch; bonus is its dynamic shared memory
}

type what int

const (
	clearing what = iota
	copyingIn
	copyingOut
	launching
	following
)

// On gives what writes down what it is to put on a queue. It cannot be waited for.
func (s *Script) On(q device.Queue) device.Queue { return line{s, q} }

// line writes the steps of one queue.
type line struct {
	script *Script
	queue  device.Queue
}

func (l line) add(one step) error {
	one.queue = l.queue
	l.script.steps = append(l.script.steps, one)
	return nil
}

func (l line) Clear(dst device.Ptr, bytes int64) error {
	return l.add(step{what: clearing, at: dst, bytes: bytes})
}

func (l line) CopyIn(dst device.Ptr, src []byte) error {
	return l.add(step{what: copyingIn, at: dst, here: unsafe.SliceData(src), bytes: int64(len(src))})
}

func (l line) CopyOut(dst []byte, src device.Ptr) error {
	return l.add(step{what: copyingOut, at: src, here: unsafe.SliceData(dst), bytes: int64(len(dst))})
}

func (l line) Launch(f device.Function, grid, block, shared int, params device.Ptr) error {
	return l.add(step{what: launching, function: f, grid: grid, block: block, bonus: shared, at: params})
}

// After follows queues, or what writes for them.
func (l line) After(others ...device.Queue) error {
	for _, o := range others {
		if of, ok := o.(line); ok {
			o = of.queue
		}
		if o != l.queue {
			_ = l.add(step{what: following, other: o})
		}
	}
	return nil
}

// Wait is not to be called: nothing has been put on the queue.
func (l line) Wait() (time.Duration, error) { panic("a queue that is written for is waited for") }

// same reports whether both do the same.
func (s *Script) same(o *Script) bool { return slices.Equal(s.steps, o.steps) }

// Put puts the work on the queues, copies and clears that follow each other as one where a queue can.
func (s *Script) Put() error {
	for at := 0; at < len(s.steps); {
		n, err := s.move(at)
		if n == 0 && err == nil {
			n, err = 1, s.steps[at].put()
		}
		if err != nil {
			return err
		}
		at += n
	}
	return nil
}

// move puts the steps from one on that move memory on their queue as one. It gives how many they are, 0
// where that is not so.
func (s *Script) move(at int) (n int, err error) {
	m, ok := s.steps[at].queue.(device.Mover)
	if !ok {
		return 0, nil
	}
	var all []device.Move
	for _, one := range s.steps[at:min(len(s.steps), at+device.MostMoves)] {
		if one.what > copyingOut || one.queue != s.steps[at].queue {
			break
		}
		all = append(all, device.Move{There: one.at, Here: one.here, Bytes: one.bytes, Out: one.what == copyingOut})
	}
	if len(all) == 0 {
		return 0, nil
	}
	done, err := m.Move(all)
	if !done || err != nil {
		return 0, err
	}
	return len(all), nil
}

func (s *step) put() error {
	switch s.what {
	case clearing:
		return s.queue.Clear(s.at, s.bytes)
	case copyingIn:
		return s.queue.CopyIn(s.at, unsafe.Slice(s.here, s.bytes))
	case copyingOut:
		return s.queue.CopyOut(unsafe.Slice(s.here, s.bytes), s.at)
	case launching:
		return s.queue.Launch(s.function, s.grid, s.block, s.bonus, s.at)
	}
	return s.queue.After(s.other)
}
