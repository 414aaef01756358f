package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// exitSignal plus its number is the status of a program that a signal ended.
const exitSignal = 128

// farewell is how long a command has to end by itself after a signal. It may wait for
// what never comes, such as a reader of its output; the folder is whole at any point and
// free as soon as the process is gone. That takes the system a while where there is much memory
// to take back.
const farewell = 80 * time.Millisecond

// ended remembers the signal that ends a command.
type ended struct{ number atomic.Int32 }

// status is the exit status of a command that ended with an error of its own or by a
// signal.
func (e *ended) status(otherwise int) int {
	if n := e.number.Load(); n != 0 {
		return exitSignal + int(n)
	}
	return otherwise
}

// interrupted gives a context that ends at the first Ctrl-C or SIGTERM. Soon after that
// the process does, whatever it is waiting for, also if stop has been called since.
func (e *environment) interrupted() (ctx context.Context, stop context.CancelFunc) {
	return e.interruptedWith(0)
}

// interruptedWith is interrupted for what may go on for a while: the process ends soon after the
// grace. Its status is that of the signal if stop is called later than that, since something was
// cut off. A second signal ends the process at once.
func (e *environment) interruptedWith(grace time.Duration) (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(e.ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done, known := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(known)
		select {
		case s := <-signals:
			signal.Stop(signals)
			end := time.Now().Add(grace)
			time.AfterFunc(grace+farewell, func() {
				e.ended.with(s)
				os.Exit(e.ended.status(exitError))
			})
			cancel()
			e.ended.by(s, end, done)
		case <-done:
		}
	}()
	return ctx, sync.OnceFunc(func() { signal.Stop(signals); cancel(); close(done); <-known })
}

// by remembers a signal unless all is done before the end.
func (e *ended) by(s os.Signal, end time.Time, done <-chan struct{}) {
	select {
	case <-done:
	case <-time.After(time.Until(end)):
	}
	if !time.Now().Before(end) {
		e.with(s)
	}
}

// with remembers a signal.
func (e *ended) with(s os.Signal) {
	if n, ok := s.(syscall.Signal); ok {
		e.number.Store(int32(n))
	}
}
