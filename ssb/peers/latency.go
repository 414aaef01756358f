package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"gsdms/ssb/bench"
)

// sampled is the share of answers that the loops keep, to be checked when the clock has
// stopped: one in so many.
const sampled = 16

// loop is clients that ask queries in random order for a while: Clients of them,
// each as soon as it has its answer, or else as many as it takes at Rate arrivals a
// second.
type loop struct {
	Queries  []bench.Query
	Clients  int
	Rate     float64
	Duration time.Duration
	Seed     uint64
}

// Latency is what clients of one system saw.
type Latency struct {
	System     string  `json:"system"`
	Clients    int     `json:"clients,omitempty"` // of a closed loop
	Rate       float64 `json:"rate,omitempty"`    // arrivals a second
	Queries    int     `json:"queries"`
	PerSecond  float64 `json:"queries_per_second"`
	P50        float64 `json:"p50_ms"`
	P95        float64 `json:"p95_ms"`
	P99        float64 `json:"p99_ms"`
	Overloaded bool    `json:"overloaded,omitempty"` // the queue grew, and was given up
}

func (l *loop) run(ctx context.Context, c *crowd) (reply, error) {
	seen := &latencies{}
	run := l.open
	if l.Clients > 0 {
		run = l.closed
	}
	start := time.Now()
	overloaded, err := run(ctx, c, seen)
	if err != nil {
		return reply{}, err
	}
	wall := time.Since(start)
	if !overloaded {
		wall = max(wall, l.Duration) // the last may have arrived early
	}
	samples, err := seen.samples()
	if err != nil {
		return reply{}, err
	}
	r := reply{Latency: seen.summary(wall), Samples: samples}
	r.Latency.Clients, r.Latency.Rate, r.Latency.Overloaded = l.Clients, l.Rate, overloaded
	return r, nil
}

// closed lets clients ask one query after the other without a pause.
func (l *loop) closed(ctx context.Context, c *crowd, seen *latencies) (overloaded bool, err error) {
	end := time.Now().Add(l.Duration)
	group, ctx := errgroup.WithContext(ctx)
	for i := range l.Clients {
		group.Go(guarded(func() error {
			client, err := c.take(ctx)
			if err != nil {
				return err
			}
			defer c.give(client)
			dice := rand.New(rand.NewPCG(l.Seed, uint64(i)))
			for time.Now().Before(end) {
				if err := seen.ask(ctx, client, dice.IntN(len(c.queries)), c.queries, time.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	return false, group.Wait()
}

// open is a Poisson process: the gaps between arrivals are exponential. A latency counts
// from when the query was due, also where the arrivals themselves are late. A system is
// overloaded when more than half a second of arrivals are waiting (but 51 at least, 2,001
// at most), which ends them, or when those that wait at the end need more than a tenth
// as long again. What is not done in half as long again is cancelled.
func (l *loop) open(ctx context.Context, c *crowd, seen *latencies) (overloaded bool, err error) {
	dice := rand.New(rand.NewPCG(l.Seed, uint64(l.Rate*1000)))
	most := int64(min(max(50, l.Rate/2), 2000))
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	group, asking := errgroup.WithContext(limited)
	var waiting atomic.Int64
	start := time.Now()
	full := false
	for due := time.Duration(0); due < l.Duration && !full; due += time.Duration(dice.ExpFloat64() / l.Rate * float64(time.Second)) {
		time.Sleep(time.Until(start.Add(due)))
		query := dice.IntN(len(c.queries))
		full = waiting.Add(1) > most
		group.Go(guarded(func() error {
			defer waiting.Add(-1)
			err := c.one(asking, seen, query, start.Add(due))
			if asking.Err() != nil {
				return nil // given up, or another has failed and says so
			}
			return err
		}))
	}
	defer time.AfterFunc(l.Duration/2, cancel).Stop()
	err = errors.Join(group.Wait(), ctx.Err())
	return full || time.Since(start) > l.Duration+l.Duration/10, err
}

// crowd is the clients of a system, used again by the next loop. Any goroutine may call it.
type crowd struct {
	system  system
	queries []bench.Query
	mu      sync.Mutex
	free    []client
}

// take gives a client that is prepared for the queries.
func (c *crowd) take(ctx context.Context) (client, error) {
	c.mu.Lock()
	if n := len(c.free); n > 0 {
		defer c.mu.Unlock()
		client := c.free[n-1]
		c.free = c.free[:n-1]
		return client, nil
	}
	c.mu.Unlock()
	client, err := c.system.Client(ctx)
	if err != nil {
		return nil, err
	}
	return client, client.Prepare(ctx, c.queries)
}

func (c *crowd) give(client client) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, client)
}

// gather makes clients before the clock runs, until n are free.
func (c *crowd) gather(ctx context.Context, n int) error {
	for len(c.free) < n {
		client, err := c.system.Client(ctx)
		if err != nil {
			return err
		}
		if err := client.Prepare(ctx, c.queries); err != nil {
			return err
		}
		c.give(client)
	}
	return nil
}

// one asks one query on any client.
func (c *crowd) one(ctx context.Context, seen *latencies, query int, since time.Time) error {
	client, err := c.take(ctx)
	if err != nil {
		return err
	}
	defer c.give(client)
	return seen.ask(ctx, client, query, c.queries, since)
}

// latencies collects what clients see.
type latencies struct {
	mu   sync.Mutex
	all  []time.Duration
	kept []kept
}

// kept is an answer to check later.
type kept struct {
	query  int
	answer func() (answer, error)
}

// sample is an answer that a loop got to one of its queries.
type sample struct {
	Query  int
	Answer answer
}

// ask asks one query and counts it from since.
func (l *latencies) ask(ctx context.Context, client client, query int, queries []bench.Query, since time.Time) error {
	out := client.Ask(ctx, queries[query:query+1])[0]
	took := time.Since(since)
	if out.err != nil {
		return fmt.Errorf("%s: %w", queries[query].Name, out.err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all)%sampled == 0 {
		l.kept = append(l.kept, kept{query, out.answer})
	}
	l.all = append(l.all, took)
	return nil
}

// samples gives the kept answers.
func (l *latencies) samples() (out []sample, err error) {
	for _, k := range l.kept {
		a, err := k.answer()
		if err != nil {
			return nil, err
		}
		out = append(out, sample{k.query, a})
	}
	return out, nil
}

// summary gives percentiles in milliseconds.
func (l *latencies) summary(wall time.Duration) Latency {
	slices.Sort(l.all)
	at := func(p float64) float64 {
		if len(l.all) == 0 {
			return 0
		}
		return milliseconds(l.all[min(int(p*float64(len(l.all))), len(l.all)-1)])
	}
	return Latency{Queries: len(l.all), PerSecond: float64(len(l.all)) / wall.Seconds(), P50: at(.50), P95: at(.95), P99: at(.99)}
}
