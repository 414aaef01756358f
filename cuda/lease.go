package cuda

import (
	"gsdms/cuda/conduct"
	"gsdms/cuda/device"
)

// lease is what an analysis that runs slice by slice has of the device. Who makes one counts
// itself among the backend's users; what is not there yet is zero.
type lease struct {
	backend *Backend
	work    *conduct.Work
	queue   device.Queue
	here    []byte     // the parameters, page-locked
	at      device.Ptr // of what the kernel reads and writes
}

// Close gives everything back, when the device is done with it.
func (l *lease) Close() (err error) {
	if l.queue != nil {
		_, err = l.queue.Wait()
		l.backend.yielding.put(l.queue)
	}
	l.backend.memory.Unpin(l.here)
	if l.at != 0 {
		l.backend.memory.Free(l.at)
	}
	if l.work != nil {
		l.work.End()
	}
	l.backend.users.Add(-1)
	return err
}
