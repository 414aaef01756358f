package cuda

import (
	"sync"

	"gsdms/cuda/device"
)

// queues keeps the device's queues for reuse, because making one costs as much as a
// small query. Safe for concurrent use.
type queues struct {
	make func() (device.Queue, error)
	mu   sync.Mutex
	idle []device.Queue
}

// get gives a queue to the caller alone, until put.
func (q *queues) get() (device.Queue, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := len(q.idle); n > 0 {
		out := q.idle[n-1]
		q.idle = q.idle[:n-1]
		return out, nil
	}
	return q.make()
}

// put takes back a queue on which nothing is under way.
func (q *queues) put(one device.Queue) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle = append(q.idle, one)
}
