package device_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gsdms/cuda/cudatest"
	"gsdms/cuda/device"
)

// failing is a queue whose waits fail.
type failing struct {
	cudatest.IdleQueue
	with error
}

func (q *failing) Wait() (time.Duration, error) { return 0, q.with }

// A device is lost when something ends with ErrLost, whatever is around that, and not before.
func TestWatchedIsLost(t *testing.T) {
	q := &failing{}
	d := device.Watch(&cudatest.Idle{Queue: q})
	watched, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		with error
		lost bool
	}{{nil, false}, {device.ErrNoMemory, false}, {fmt.Errorf("wait: %w", device.ErrLost), true}, {nil, true}} {
		q.with = c.with
		if _, err := watched.Wait(); !errors.Is(err, c.with) || d.Lost() != c.lost {
			t.Errorf("after %v: error %v, lost %v", c.with, err, d.Lost())
		}
	}
}

// What is freed after Close is not: its address may be another's by then.
func TestWatchedFreesNothingAfterClose(t *testing.T) {
	idle := &cudatest.Idle{}
	d := device.Watch(idle)
	m := d.Memory()
	for _, closed := range []bool{false, true} {
		p, err := m.Alloc(8)
		if err != nil {
			t.Fatal(err)
		}
		if closed {
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Free(p); err != nil || (idle.InUse() > 0) != closed {
			t.Errorf("closed %v: %d bytes are left, %v", closed, idle.InUse(), err)
		}
	}
}
