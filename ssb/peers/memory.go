package main

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
)

// The array that shows how fast the machine's memory is: about what a query of the
// benchmark reads at scale factor 1, and too large for a cache that a core has to itself.
const (
	memoryBytes  = 48 << 20
	memoryPause  = 100 * time.Millisecond
	memoryRuns   = 6
	memoryRounds = 9
)

// memory measures how fast threads read an array that they share out, in runs in a row
// after a pause in which this program does nothing: the median in GB/s a thread, by run.
// It says how far a time depends on what the last-level cache still holds.
func memory(ctx context.Context, threads int) ([]float64, error) {
	array := make([]uint64, memoryBytes/8)
	for i := range array {
		array[i] = uint64(i)
	}
	times := make([][][]time.Duration, memoryRuns) // by run and thread
	for i := range times {
		times[i] = make([][]time.Duration, threads)
	}
	for range memoryRounds {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(memoryPause):
		}
		var group errgroup.Group
		for t := range threads {
			part := array[t*len(array)/threads : (t+1)*len(array)/threads]
			group.Go(guarded(func() error {
				for run := range times {
					start := time.Now()
					sumOf(part)
					times[run][t] = append(times[run][t], time.Since(start))
				}
				return nil
			}))
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
	}
	speeds := make([]float64, memoryRuns)
	for run, byThread := range times {
		for _, of := range byThread {
			speeds[run] += memoryBytes / float64(threads) / median(of).Seconds() / 1e9 / float64(threads)
		}
	}
	return speeds, nil
}

// sumOf reads one number of every cache line.
//
//go:noinline
func sumOf(part []uint64) (sum uint64) {
	for i := 0; i < len(part); i += 8 {
		sum += part[i]
	}
	return sum
}
