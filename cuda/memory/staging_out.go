package memory

import (
	"errors"
	"sync/atomic"

	"gsdms/cuda/device"
	"gsdms/operators"
)

// Outgoing is host memory that gets what lies at an address of the device, as much as it holds.
type Outgoing struct {
	To   []byte
	From device.Ptr
}

// copyOut copies from the device and returns when everything is here. What is large comes
// through the page-locked buffers, emptied by several goroutines, since the memory that it goes to
// is new and each of its pages costs as much as its copy.
func (s *staging) copyOut(pieces ...Outgoing) error {
	var parts []Outgoing
	for _, p := range pieces {
		for len(p.To) > 0 {
			k := min(len(p.To), pieceBytes)
			parts = append(parts, Outgoing{p.To[:k], p.From})
			p.To, p.From = p.To[k:], p.From+device.Ptr(k)
		}
	}
	var next atomic.Int64
	workers := max(1, min(len(parts), len(s.lanes)))
	return errors.Join(operators.Spread(workers, func(int) error {
		l := <-s.idle
		defer func() { s.idle <- l }()
		return l.bring(parts, &next)
	})...)
}

// bring copies parts through the lane until none is left.
func (l *lane) bring(parts []Outgoing, next *atomic.Int64) error {
	var under [2][]byte // where what each buffer is getting belongs
	land := func(i int) error {
		_, err := l.queues[i].Wait()
		if err == nil {
			copy(under[i], l.buffers[i])
		}
		under[i] = nil
		return err
	}
	for n := 0; ; n++ {
		i := n % 2
		if err := land(i); err != nil {
			return errors.Join(err, land(1-i))
		}
		at := int(next.Add(1)) - 1
		if at >= len(parts) {
			return land(1 - i)
		}
		if err := l.queues[i].CopyOut(l.buffers[i][:len(parts[at].To)], parts[at].From); err != nil {
			return errors.Join(err, land(1-i))
		}
		under[i] = parts[at].To
	}
}
