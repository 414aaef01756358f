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
	most   int // goroutines
	leave  []*ride
	next   atomic.Int64
	called atomic.Bool
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
	c := &callers{most: max(1, min(riders-1, runtime.GOMAXPROCS(0)/2))}
	if c.most < 2 { // the one that the stream's goroutine begins is as soon there
		return nil
	}
	go c.gather(expected - expected/10 - time.Duration(c.most)*wakeTime)
	return c
}

// gather begins the callers after a time, and is one.
func (c *callers) gather(after time.Duration) {
	for end := time.Now().Add(after); !c.called.Load() && time.Until(end) > 0; {
		pause := unix.NsecToTimespec(int64(min(time.Until(end), longestPause)))
		_ = unix.Nanosleep(&pause, nil) // the scheduler's timers are of milliseconds
	}
	for range c.most - 1 {
		go c.wait()
	}
	c.wait()
}

// wait is awake until the callers are called, and then one of them.
func (c *callers) wait() {
	operators.Deepen()
	for began, offered := time.Now(), time.Now(); !c.called.Load(); {
		for i := 0; i < spins && !c.called.Load(); i++ {
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

// call hands riders who have ended well over, and lets the callers go.
func (c *callers) call(leave []*ride) {
	if c == nil {
		for _, r := range leave {
			r.finish(nil)
		}
		return
	}
	c.leave = leave
	c.called.Store(true)
	if len(leave) > 0 {
		go c.work() // should none of the others be awake
	}
}

// work takes riders one after another.
func (c *callers) work() {
	for {
		i := int(c.next.Add(1)) - 1
		if i >= len(c.leave) {
			return
		}
		c.leave[i].finishCollected()
	}
}
