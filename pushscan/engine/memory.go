package engine

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"gsdms/operators"
)

// budget shares out the memory of all queries: a query waits, in order of arrival,
// until its share is free. Those that ask for little have a part of their own, so that they
// wait for none that ask for much. Shares are estimates: what queries hold is counted by
// accounts. Safe for concurrent use.
type budget struct {
	total, little int64
	free          *semaphore.Weighted
	freeLittle    *semaphore.Weighted
}

// littleShare is which part of all memory is little, and littlePart which part those have
// who ask for little.
const (
	littleShare = 512
	littlePart  = 8
)

func newBudget(total int64) *budget {
	return &budget{
		total: total, little: total / littleShare,
		free: semaphore.NewWeighted(total), freeLittle: semaphore.NewWeighted(total / littlePart),
	}
}

// take waits for the bytes, or for less if there are not so many in all; release
// gives them back.
func (b *budget) take(ctx context.Context, bytes int64) (release func(), err error) {
	bytes = min(bytes, b.total)
	free := b.free
	if bytes <= b.little {
		free = b.freeLittle
	}
	if err := free.Acquire(ctx, bytes); err != nil {
		return nil, context.Cause(ctx)
	}
	return func() { free.Release(bytes) }, nil
}

// memoryRefusal is the error of what would pass the memory of all queries.
const memoryRefusal = "all queries together need more than --memory %d bytes: raise it, or run fewer at once"

// reservedPart is which part of all memory is for queries and indexes that hold little: they are not
// refused for what the others hold.
const reservedPart = 64

// reclaimer gives what the engine does when memory is short: it forgets the plans, the tables and the
// memory of runs that are kept for later queries, and has the collector find what nobody refers to. Those
// who come while that goes on wait for it. A round that found little is not followed by another at once:
// of 64 queries that were refused and came again, each had the collector look, 80 times a second, and a
// query of 1 ms took 300 to 2,000.
func (e *Engine) reclaimer(forget func()) func() {
	return rounds(func() (pause time.Duration) {
		began, held := time.Now(), e.account.Used()
		if forget != nil {
			forget()
		}
		e.cache.Forget()
		for _, b := range e.keeping {
			b.Forget()
		}
		collect()
		if held-e.account.Used() > e.account.Limit()/reservedPart {
			return 0
		}
		return min(pauseTimes*time.Since(began), longestPause)
	})
}

// A round that found little is followed by none for so many times what it took.
const (
	pauseTimes   = 8
	longestPause = 50 * time.Millisecond
)

// keeps has memory that a backend keeps for later runs count in the engine's account, and notes what it
// offers.
func (e *Engine) keeps(b operators.Backend) {
	if p, ok := b.(operators.Pairing); ok {
		e.pairs = e.pairs || p.FoldsPairs()
	}
	if k, ok := b.(operators.Keeping); ok {
		k.KeepUnder(e.account)
		e.keeping = append(e.keeping, k)
	}
}

// rounds gives a function that calls another for all who come before that has ended. The
// other says how long none is to follow: who comes meanwhile waits.
func rounds(f func() (pause time.Duration)) func() {
	var mu sync.Mutex
	var round atomic.Int64
	var next time.Time
	return func() {
		seen := round.Load()
		mu.Lock()
		defer mu.Unlock()
		if round.Load() == seen {
			time.Sleep(time.Until(next))
			next = time.Now().Add(f())
			round.Add(1)
		}
	}
}

// collect has the collector find what nobody refers to.
func collect() {
	runtime.GC()
	time.Sleep(cleanupTime)
}

// collector gives collect for who may be short again and again: others would notice more
// than ten collections a second.
func collector() func() {
	var next time.Time
	return rounds(func() time.Duration {
		if now := time.Now(); now.After(next) {
			collect()
			next = now.Add(100 * time.Millisecond)
		}
		return 0
	})
}

// cleanupTime is what the functions need that give back what was collected.
const cleanupTime = time.Millisecond

// keptBytes is how large a result is whose memory counts as long as it is referred to:
// smaller ones count until they are handed over.
const keptBytes = 1 << 20

// settle ends a query: it gives back all that the query holds but its result, which counts
// until the collector finds that nobody refers to it.
func (s *Started) settle(r *Result) {
	defer close(s.gone)
	defer s.release()
	for _, done := range slices.Backward(s.closers) {
		done()
	}
	kept := int64(0)
	if r != nil {
		kept = r.Rows.Bytes()
	}
	if kept < keptBytes || s.account.Charge(kept-s.account.Used()) != nil {
		s.account.Empty()
		return
	}
	runtime.AddCleanup(r.Rows, func(a *operators.Account) { a.Empty() }, s.account)
}

// cellBytes is what one accumulator or one emitted cell takes.
const cellBytes = 16

// share estimates what a run of the program will hold. Where the number of rows or
// groups is not known before, it is taken to be no more than the table's rows, the
// combinations of the keys' values and the limit of a query.
func share(p *operators.Program, limit int64) int64 {
	switch s := p.Sink.(type) {
	case *operators.Groups:
		width := int64(len(s.Keys)+len(s.Aggs)) * cellBytes
		if s.Dense {
			return min(limit, int64(s.Size)*width)
		}
		return min(limit, int64(min(float64(p.Table.Rows), s.Most()))*width)
	case *operators.Emit:
		rows := int64(p.Table.Rows)
		if p.Limit >= 0 {
			rows = min(rows, p.Limit)
		}
		return min(limit, rows*int64(len(s.Out))*cellBytes)
	default:
		return limit
	}
}

// Idle reports whether no query holds a share of the memory.
func (e *Engine) Idle() bool {
	return e.memory.idle()
}

// idle reports whether nobody has a share.
func (b *budget) idle() bool {
	if !b.free.TryAcquire(b.total) {
		return false
	}
	defer b.free.Release(b.total)
	if !b.freeLittle.TryAcquire(b.total / littlePart) {
		return false
	}
	b.freeLittle.Release(b.total / littlePart)
	return true
}
