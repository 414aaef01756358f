package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// exitSignal plus its number is the status of a program that a signal ended.
const exitSignal = 128

// farewell is how long a command has to end by itself after a signal. It may wait for
// what never comes, such as a reader of its output; the folder is whole at any point and
// free as soon as the process is gone.
const farewell = 120 * time.Millisecond

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
	ctx, cancel := context.WithCancel(e.ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			if n, ok := s.(syscall.Signal); ok {
				e.ended.number.Store(int32(n))
			}
			time.AfterFunc(farewell, func() { os.Exit(e.ended.status(exitError)) })
			cancel()
		case <-done:
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(); close(done) }
}
