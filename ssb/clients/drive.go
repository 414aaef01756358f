package clients

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"gsdms/sql/result"
)

// Asker asks one query at a time: a session of the engine, or a connection to a server.
type Asker interface {
	Query(ctx context.Context, text string) (*result.Set, error)
}

// Patience is how long clients wait for answers when they have asked their last query.
const Patience = 30 * time.Second

// Closed lets each of askers ask random ones of the questions for so long, the next when it
// has an answer.
func Closed(ctx context.Context, askers []Asker, q *Questions, seed uint64, long time.Duration) *Outcome {
	ctx, cancel := context.WithTimeout(ctx, long+Patience)
	defer cancel()
	began := time.Now()
	return together(askers, began, func(i int, a Asker, o *Outcome) {
		d := dice(seed, i)
		for ctx.Err() == nil && time.Since(began) < long {
			o.ask(ctx, a, q, d.IntN(len(q.queries)), time.Now())
		}
	})
}

// Arriving lets questions arrive for so long, so many a second, at times that know nothing
// of each other (a Poisson process). Who is free asks them. What is measured begins with the
// arrival, so it has the time in which nobody was free.
func Arriving(ctx context.Context, askers []Asker, q *Questions, seed uint64, rate float64, long time.Duration) *Outcome {
	ctx, cancel := context.WithTimeout(ctx, long+Patience)
	defer cancel()
	arrivals := make(chan time.Time, int(rate*long.Seconds()*2)+1000) // more than arrive, so that nobody who is late delays another
	began := time.Now()
	asked := make(chan int, 1)
	go func() {
		defer close(arrivals)
		asked <- arrive(ctx, arrivals, dice(seed, -1), rate, began, began.Add(long))
	}()
	o := together(askers, began, func(i int, a Asker, o *Outcome) {
		d := dice(seed, i)
		for at := range arrivals {
			if ctx.Err() != nil {
				return
			}
			o.ask(ctx, a, q, d.IntN(len(q.queries)), at)
		}
	})
	o.Asked = <-asked
	o.Lost = o.Asked - o.Answered - o.Wrong - o.Failed
	return o
}

// arrive sends the times of arrivals when they have come, and says how many there were.
func arrive(ctx context.Context, arrivals chan<- time.Time, d *rand.Rand, rate float64, at, end time.Time) (n int) {
	for {
		at = at.Add(time.Duration(d.ExpFloat64() / rate * float64(time.Second)))
		if at.After(end) || ctx.Err() != nil {
			return n
		}
		time.Sleep(time.Until(at))
		arrivals <- at
		n++
	}
}

// dice are those of one client.
func dice(seed uint64, i int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(i)+1)) }

// together runs the clients and adds up what came of them.
func together(askers []Asker, began time.Time, run func(i int, a Asker, o *Outcome)) *Outcome {
	each, before := make([]*Outcome, len(askers)), cpu()
	var all sync.WaitGroup
	for i, a := range askers {
		each[i] = &Outcome{}
		all.Go(func() { run(i, a, each[i]) })
	}
	all.Wait()
	total := &Outcome{}
	for _, o := range each {
		total.Add(o)
	}
	total.Long, total.CPU = time.Since(began), cpu()-before
	return total
}

// ask asks one question, which has arrived at a time.
func (o *Outcome) ask(ctx context.Context, a Asker, q *Questions, i int, at time.Time) {
	o.Asked++
	r, err := a.Query(ctx, q.queries[i].Text)
	took := time.Since(at)
	switch {
	case err != nil && ctx.Err() != nil:
		o.Lost++
		return
	case err != nil:
		o.Failed++
		o.note(fmt.Errorf("%s: %w", q.queries[i].Name, err))
		return
	}
	if err := q.check(i, r); err != nil {
		o.Wrong++
		o.note(err)
		return
	}
	o.Answered++
	o.times = append(o.times, took)
}
