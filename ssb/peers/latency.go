package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"gsdms/ssb"
)

// sampled is the share of answers that the loops keep and check when the clock has
// stopped: one in so many.
const sampled = 16

// waitingMost is how many queries may wait at a rate before a system counts as
// overloaded there.
const waitingMost = 200

// latencies collects what clients see.
type latencies struct {
	mu   sync.Mutex
	all  []time.Duration
	kept []kept
}

// kept is an answer to check later.
type kept struct {
	query ssb.Query
	reply ssb.Reply
}

// ask asks one query and counts it from since.
func (l *latencies) ask(ctx context.Context, client ssb.Engine, q ssb.Query, since time.Time) error {
	replies, err := client.Ask(ctx, []string{q.Text})
	took := time.Since(since)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all)%sampled == 0 {
		l.kept = append(l.kept, kept{q, replies[0]})
	}
	l.all = append(l.all, took)
	return nil
}

// check compares the kept answers with the right ones.
func (l *latencies) check(right map[string]ssb.Answer) error {
	for _, k := range l.kept {
		if err := k.query.Check(k.reply.Answer(), right[k.query.Text]); err != nil {
			return err
		}
	}
	return nil
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

// closed lets clients ask one query after the other without a pause.
func (b *bench) closed(ctx context.Context) error {
	if err := b.learn(ctx, ssb.Queries()); err != nil {
		return err
	}
	for _, s := range b.systems {
		l, err := b.loop(ctx, s)
		if err != nil {
			return err
		}
		l.System, l.Clients = s.Name(), b.options.clients
		b.report.Closed = append(b.report.Closed, l)
	}
	return nil
}

func (b *bench) loop(ctx context.Context, s system) (Latency, error) {
	l := &latencies{}
	start := time.Now()
	group, gctx := errgroup.WithContext(ctx)
	for c := range b.options.clients {
		group.Go(guarded(func() error {
			client, err := s.Client(gctx)
			if err != nil {
				return err
			}
			dice := rand.New(rand.NewPCG(b.options.seed, uint64(c)))
			for time.Since(start) < b.options.duration {
				if err := l.ask(gctx, client, ssb.Queries()[dice.IntN(13)], time.Now()); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	if err := group.Wait(); err != nil {
		return Latency{}, err
	}
	wall := time.Since(start)
	return l.summary(wall), l.check(b.right)
}

// open lets queries arrive at random times, whoever is still waiting. A system that was
// overloaded at one rate is not asked at higher ones.
func (b *bench) open(ctx context.Context) error {
	if err := b.learn(ctx, ssb.Queries()); err != nil {
		return err
	}
	for _, s := range b.systems {
		for _, rate := range b.options.rates {
			l, err := b.arrivals(ctx, s, rate)
			if err != nil {
				return err
			}
			l.System, l.Rate = s.Name(), rate
			b.report.Open = append(b.report.Open, l)
			if l.Overloaded {
				break
			}
		}
	}
	return nil
}

// arrivals is a Poisson process: the gaps between arrivals are exponential. A latency
// counts from the arrival.
func (b *bench) arrivals(ctx context.Context, s system, rate float64) (Latency, error) {
	dice := rand.New(rand.NewPCG(b.options.seed, uint64(rate*1000)))
	l := &latencies{}
	var waiting atomic.Int64
	overloaded := false
	start := time.Now()
	group, gctx := errgroup.WithContext(ctx)
	for at := time.Duration(0); at < b.options.duration; at += time.Duration(dice.ExpFloat64() / rate * float64(time.Second)) {
		time.Sleep(time.Until(start.Add(at)))
		if waiting.Load() > waitingMost {
			overloaded = true
			break
		}
		q := ssb.Queries()[dice.IntN(13)]
		waiting.Add(1)
		group.Go(guarded(func() error {
			defer waiting.Add(-1)
			client, err := s.Client(gctx)
			if err != nil {
				return err
			}
			return l.ask(gctx, client, q, start.Add(at))
		}))
	}
	arrived := time.Since(start)
	if err := group.Wait(); err != nil {
		return Latency{}, err
	}
	wall := time.Since(start)
	out := l.summary(wall)
	// What is still waiting at the end of the arrivals takes its time; more than half as
	// long again means that the queue was growing.
	out.Overloaded = overloaded || wall > arrived+arrived/2
	return out, l.check(b.right)
}
