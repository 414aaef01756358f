package pushscan

import (
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"gsdms/operators"
)

// callers take riders to their rows when the wave of a device ends. Meanwhile the host has had nothing
// to do and its processors sleep, each takes tens of microseconds to wake, and the scheduler wakes one
// after another: of 104 riders whose rows take 16 processors 0.2 ms the last had them after 1.1. So
// callers wake shortly before the wave is expected to end, and stay awake until it does. They
// are on half of the processors at most.
type callers struct {
	most  int          // goroutines
	leave []*ride      // who leaves
	told  atomic.Int64 // of them are there
	taken atomic.Int64 // likewise
	ended atomic.Bool  // no more come
}

const (
	wakeTime  = 50 * time.Microsecond  // from one processor's waking to the next one's
	mostAwake = 2 * time.Millisecond   // of a caller that is not called
	spins     = 500                    // looks, half a microsecond of them, between looks at the clock
	stint     = 100 * time.Microsecond // between offers of its processor to others

	longWave     = 20 * time.Millisecond // whose end is known too badly, and beside which a millisecond is nothing
	longestPause = time.Millisecond      // before a look whether the wave has ended
)

// summon has callers ready for so many riders in a time from now; nil where none are of use.
func summon(riders int, expected time.Duration) *callers {
	if riders < 2 || expected <= 0 || expected > longWave {
		return nil
	}
	c := &callers{most: max(1, min(riders-1, runtime.GOMAXPROCS(0)/2)), leave: make([]*ride, riders)}
	if c.most < 2 { // the one that the stream's goroutine begins is as soon there
		return nil
	}
	go c.gather(expected - expected/10 - time.Duration(c.most)*wakeTime)
	return c
}

// gather begins the callers after a time, and is one.
func (c *callers) gather(after time.Duration) {
	for end := time.Now().Add(after); !c.over() && time.Until(end) > 0; {
		pause := unix.NsecToTimespec(int64(min(time.Until(end), longestPause)))
		_ = unix.Nanosleep(&pause, nil) // the scheduler's timers are of milliseconds
	}
	if c.over() {
		return
	}
	for range c.most - 1 {
		go c.wait()
	}
	c.wait()
}

// wait is awake until riders come, and takes them until no more do.
func (c *callers) wait() {
	operators.Deepen()
	for began, offered := time.Now(), time.Now(); !c.over(); {
		for i := 0; i < spins && c.told.Load() == c.taken.Load() && !c.over(); i++ {
		}
		if c.work() > 0 {
			began = time.Now()
		}
		now := time.Now()
		if now.Sub(began) > mostAwake {
			return
		}
		if now.Sub(offered) > stint { // sooner, few processors would do the looking of all
			runtime.Gosched()
			offered = now
		}
	}
	c.work()
}

// over reports whether nobody comes any more.
func (c *callers) over() bool { return c.ended.Load() }

// tell has a rider who has ended well be taken to its rows.
func (c *callers) tell(r *ride) {
	if c == nil || int(c.told.Load()) == len(c.leave) {
		r.finish(nil)
		return
	}
	c.leave[c.told.Load()] = r
	c.told.Add(1)
}

// end lets the callers go when they have taken all.
func (c *callers) end() {
	if c == nil {
		return
	}
	c.ended.Store(true)
	if c.taken.Load() < c.told.Load() {
		go c.work() // should none of the others be awake
	}
}

// work takes riders who are there, one after another, and gives how many.
func (c *callers) work() (n int) {
	for i := c.taken.Load(); i < c.told.Load(); i = c.taken.Load() {
		if c.taken.CompareAndSwap(i, i+1) {
			c.leave[i].finishCollected()
			n++
		}
	}
	return n
}
