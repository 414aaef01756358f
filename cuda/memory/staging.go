package memory

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"gsdms/cuda/device"
	"gsdms/cuda/narrow"
)

// staging copies host memory to the device through page-locked buffers: several
// goroutines fill them while the device copies what is full. Safe for concurrent use.
type staging struct {
	memory device.Memory
	idle   chan *lane // each belongs to the goroutine that has taken it
	lanes  []*lane
	copied atomic.Int64 // bytes
}

// lane is two buffers, each with a queue of its own: one is filled while the other is
// copied.
type lane struct {
	queues  [2]device.Queue
	buffers [2][]byte
}

// piece is host memory that goes to an address of the device.
type piece struct {
	at     device.Ptr
	from   []byte
	packs  bool   // its numbers are narrower on the device
	via    []byte // page-locked memory as long as what goes there, to go through and to stay in; nil: a lane's buffer
	filled bool   // via holds it already
}

// arriving is how many bytes so many of from are on the device.
func (p *piece) arriving(bytes int) int {
	if p.packs {
		return narrow.Packed(bytes)
	}
	return bytes
}

// Measured on an H200 with 16 cores: page-locked memory goes over the bus at 55.0 GB/s
// in pieces of 16 MiB, 53.6 in 4 MiB, 48.6 in 1 MiB, 36 in 256 KiB; memory that is not
// locked at 10. One goroutine fills a buffer from the page cache at 11 GB/s, eight at
// 84. Filling and copying by eight, in pieces of 4 MiB, take 51 GB/s, by four 43; more
// than eight gain nothing.
const (
	pieceBytes  = 4 << 20
	lockedBytes = 16 << 20 // of pieces that need no filling
	firstBytes  = 1 << 20  // of the pieces that are filled while the bus still waits
	mostLanes   = 8
	fillBytes   = 256 << 10 // copied at once: more goes past the processor's cache, which the bus reads faster than memory
)

func newStaging(d device.Device) (*staging, error) {
	s := &staging{memory: d.Memory(), idle: make(chan *lane, mostLanes)}
	for range min(mostLanes, max(2, runtime.GOMAXPROCS(0))) {
		l := &lane{}
		s.lanes = append(s.lanes, l)
		for i := range l.queues {
			var err error
			if l.queues[i], err = d.NewQueue(); err == nil {
				l.buffers[i], err = s.memory.Pin(pieceBytes)
			}
			if err != nil {
				return nil, errors.Join(err, s.close())
			}
		}
		s.idle <- l
	}
	return s, nil
}

// close frees the buffers; nobody copies any more.
func (s *staging) close() error {
	var errs []error
	for _, l := range s.lanes {
		for _, b := range l.buffers {
			if b != nil {
				errs = append(errs, s.memory.Unpin(b))
			}
		}
	}
	return errors.Join(errs...)
}

// arrival is a copy that is under way.
type arrival struct {
	issued chan struct{}  // closed when the device has been told of every piece
	done   chan struct{}  // closed when every piece is there, or the copy has failed
	queues []device.Queue // that the pieces are on; valid after issued
	failed atomic.Bool    // a piece was not issued, and err will say why

	mu   sync.Mutex
	errs []error
}

// err is what went wrong; valid after done.
func (a *arrival) err() error { return errors.Join(a.errs...) }

// begin starts to copy the pieces to the device. Until it is done the memory that is
// copied must stay; after an error what the device holds is undefined.
func (s *staging) begin(ctx context.Context, pieces []piece) *arrival {
	pieces = cut(pieces, len(s.lanes))
	c := &carrying{ctx: ctx, pieces: pieces, arrival: &arrival{issued: make(chan struct{}), done: make(chan struct{})}}
	workers := max(1, min(len(pieces), len(s.lanes)))
	c.issuing.Store(int64(workers))
	c.running.Store(int64(workers))
	for range workers {
		go s.carry(c)
	}
	return c.arrival
}

// copyIn copies the pieces to the device and returns when they are there.
func (s *staging) copyIn(pieces ...piece) error {
	a := s.begin(context.Background(), pieces)
	<-a.done
	return a.err()
}

// cut makes pieces that fit a buffer, the first ones smaller.
func cut(pieces []piece, first int) []piece {
	out := make([]piece, 0, len(pieces))
	for _, p := range pieces {
		for len(p.from) > 0 {
			most := pieceBytes
			switch {
			case p.filled:
				most = lockedBytes
			case len(out) < first:
				most = firstBytes
			}
			k := min(len(p.from), most)
			head, there := p, p.arriving(k)
			head.from = p.from[:k]
			if p.via != nil {
				head.via, p.via = p.via[:there], p.via[there:]
			}
			out = append(out, head)
			p.at, p.from = p.at+device.Ptr(there), p.from[k:]
		}
	}
	return out
}

// carrying is pieces that several goroutines copy.
type carrying struct {
	*arrival
	ctx     context.Context
	pieces  []piece
	next    atomic.Int64
	issuing atomic.Int64 // goroutines that may still issue a piece
	running atomic.Int64
}

// take gives a piece that is still to be copied.
func (c *carrying) take() (p piece, ok bool, err error) {
	n := c.next.Add(1) - 1
	if n >= int64(len(c.pieces)) || c.failed.Load() {
		return piece{}, false, nil
	}
	return c.pieces[n], true, c.ctx.Err()
}

// carry copies pieces through one lane until none is left.
func (s *staging) carry(c *carrying) {
	l := <-s.idle
	err := s.issue(c, l)
	c.mu.Lock()
	c.queues = append(c.queues, l.queues[:]...)
	c.mu.Unlock()
	if c.issuing.Add(-1) == 0 {
		close(c.issued)
	}
	err = errors.Join(err, l.wait())
	s.idle <- l
	c.mu.Lock()
	if err != nil {
		c.errs = append(c.errs, err)
	}
	c.mu.Unlock()
	if c.running.Add(-1) == 0 {
		close(c.done)
	}
}

// issue fills buffers and starts their copies. A fault of the memory that is copied (a
// file that was cut short under its mapping) is an error.
func (s *staging) issue(c *carrying, l *lane) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read what goes to the device: %v", p)
		}
		if err != nil {
			c.failed.Store(true)
		}
	}()
	for n := 0; ; n++ {
		p, ok, err := c.take()
		if err != nil || !ok {
			return err
		}
		if err := l.copy(n%2, p); err != nil {
			return err
		}
		s.copied.Add(int64(p.arriving(len(p.from))))
	}
}

// copy fills one of the lane's buffers and starts its way to the device.
func (l *lane) copy(i int, p piece) error {
	if _, err := l.queues[i].Wait(); err != nil {
		return err
	}
	to := p.via
	if to == nil {
		to = l.buffers[i][:p.arriving(len(p.from))]
	}
	if err := p.fill(to); err != nil {
		return err
	}
	return l.queues[i].CopyIn(p.at, to)
}

// fill brings the piece to page-locked memory, unless it lies there.
func (p *piece) fill(to []byte) error {
	if p.filled {
		return nil
	}
	if p.packs {
		return narrow.Pack(to, p.from)
	}
	for at := 0; at < len(to); at += fillBytes {
		end := min(at+fillBytes, len(to))
		copy(to[at:end], p.from[at:end])
	}
	return nil
}

func (l *lane) wait() error {
	_, first := l.queues[0].Wait()
	_, second := l.queues[1].Wait()
	return errors.Join(first, second)
}
