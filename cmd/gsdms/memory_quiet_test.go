package main

import (
	"context"
	"testing"
	"time"

	"gsdms/sql"
)

// Memory goes back once for each pause behind statements, and never while they come.
func TestReleasing(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	ticks, asked := make(chan time.Time), make(chan int64)
	released, done := make(chan bool, 10), make(chan bool)
	go func() {
		releasing(ctx, ticks, func() int64 { return <-asked }, func() { released <- true })
		close(done)
	}()
	asked <- 3 // before the first tick
	for i, c := range []struct {
		ended int64
		want  int
	}{{3, 0}, {3, 0}, {4, 0}, {9, 0}, {9, 1}, {9, 1}, {9, 1}, {10, 1}, {10, 2}, {10, 2}} {
		ticks <- time.Time{}
		asked <- c.ended
		if i > 0 && len(released) > c.want {
			t.Errorf("tick %d: memory has gone back %d times, not %d", i, len(released), c.want)
		}
	}
	stop()
	<-done
	if len(released) != 2 {
		t.Errorf("memory has gone back %d times in two pauses", len(released))
	}
}

// What is told of statements goes on to who was told before.
func TestReleaseWhenQuietObserves(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	told := 0
	releaseWhenQuiet(ctx, func(sql.Observation) { told++ })(sql.Observation{})
	releaseWhenQuiet(ctx, nil)(sql.Observation{})
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}
