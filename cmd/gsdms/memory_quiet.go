package main

import (
	"context"
	"runtime/debug"
	"sync/atomic"
	"time"

	"gsdms/sql"
)

// quietFor is how long no statement ends before memory goes back to the system. A collection of
// what is held costs less than a tenth of a second of one processor then.
const quietFor = 15 * time.Second

// releaseWhenQuiet has memory that statements have left go back to the system when a while
// passes without any, until ctx ends, and gives what is to be told of statements in place of
// observe. Go keeps as much as it holds for the next ones, however long they do not come.
func releaseWhenQuiet(ctx context.Context, observe func(sql.Observation)) func(sql.Observation) {
	var ended atomic.Int64
	ticker := time.NewTicker(quietFor)
	go func() {
		defer ticker.Stop()
		releasing(ctx, ticker.C, ended.Load, debug.FreeOSMemory)
	}()
	return func(o sql.Observation) {
		ended.Add(1)
		if observe != nil {
			observe(o)
		}
	}
}

// releasing calls release once for each pause between two ticks in which ended stays what it was.
func releasing(ctx context.Context, ticks <-chan time.Time, ended func() int64, release func()) {
	last, released := ended(), true
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		switch now := ended(); {
		case now != last:
			last, released = now, false
		case !released:
			release()
			released = true
		}
	}
}
