package clients

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Heavy is a kind of query that takes long, or does not end.
type Heavy struct {
	Name string
	Text func(client int) string // each client's is another, so that nobody shares an answer
}

// Light is a query that takes little, with its right answer.
type Light struct {
	Name string
	Asks *Questions
}

// BesideOptions say what to measure beside what.
type BesideOptions struct {
	Heavy    []int // so many clients ask heavy queries, by each kind; 0 is measured once
	Kinds    []Heavy
	Light    []Light
	Rate     float64       // so many of each light query arrive a second
	Duration time.Duration // of each measurement
	Seed     uint64
	Progress func(stage string)
}

// LightClients is how many clients ask one of the light queries: two, so that one who waits
// does not keep those who come behind from being measured.
const LightClients = 2

// warm is how long heavy queries run before anybody measures: they are planned by then.
const warm = time.Second

// Beside measures how long light queries take while heavy ones run. The heavy ones are
// cancelled at the end of each measurement, and the report has how long the last of them
// took to end. Wrong answers, light queries without one and sessions that stay are an error;
// a heavy query may be refused, and is counted.
func Beside(ctx context.Context, first Asker, way Way, o BesideOptions) (*BesideReport, error) {
	r := &BesideReport{Way: way.Name}
	before, err := sessions(ctx, first)
	if err != nil {
		return r, err
	}
	measure := func(kind Heavy, n int) error {
		return errors.Join(r.measure(ctx, way, kind, n, o), noneLeft(ctx, first, before))
	}
	err = measure(Heavy{Name: "none"}, 0)
	for _, kind := range o.Kinds {
		for _, n := range o.Heavy {
			if n > 0 && ctx.Err() == nil {
				err = errors.Join(err, measure(kind, n))
			}
		}
	}
	return r, errors.Join(err, ctx.Err())
}

// measure measures the light queries beside n heavy ones of a kind.
func (r *BesideReport) measure(ctx context.Context, way Way, kind Heavy, n int, o BesideOptions) error {
	o.Progress(fmt.Sprintf("%d of %s", n, kind.Name))
	crowd, err := way.crowd(ctx, kind, n)
	if err != nil {
		return err
	}
	outcomes, err := way.light(ctx, o)
	load := crowd.end()
	if err != nil {
		return err
	}
	for i, l := range o.Light {
		what := fmt.Sprintf("%s, beside %d of %s", l.Name, n, kind.Name)
		r.Rows = append(r.Rows, BesideRow{Kind: kind.Name, Heavy: n, Light: l.Name, Outcome: outcomes[i], Load: load})
		if bad := outcomes[i].Err(); bad != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", what, bad))
		}
	}
	return err
}

// light lets the light queries arrive, all of them side by side.
func (w Way) light(ctx context.Context, o BesideOptions) ([]*Outcome, error) {
	askers := make([][]Asker, len(o.Light))
	for i := range o.Light {
		var end func()
		var err error
		if askers[i], end, err = w.many(ctx, LightClients); err != nil {
			return nil, err
		}
		defer end()
		for _, a := range askers[i] { // plans are made before anybody measures
			if _, err := a.Query(ctx, o.Light[i].Asks.queries[0].Text); err != nil {
				return nil, fmt.Errorf("%s: %w", o.Light[i].Name, err)
			}
		}
	}
	outcomes := make([]*Outcome, len(o.Light))
	var all sync.WaitGroup
	for i, l := range o.Light {
		all.Go(func() {
			outcomes[i] = Arriving(ctx, askers[i], l.Asks, o.Seed+uint64(i), o.Rate, o.Duration)
		})
	}
	all.Wait()
	return outcomes, nil
}

// Load is what heavy clients did meanwhile.
type Load struct {
	Answered, Refused int
	First             error         // of those refused
	Ended             time.Duration // from the cancel to the end of the last query
}

// crowd is the clients that ask heavy queries.
type crowd struct {
	cancel context.CancelFunc
	all    sync.WaitGroup
	close  func()

	mu sync.Mutex
	Load
}

// crowd lets n clients ask heavy queries of a kind, and returns when these run.
func (w Way) crowd(ctx context.Context, kind Heavy, n int) (*crowd, error) {
	askers, end, err := w.many(ctx, n)
	if err != nil {
		return nil, err
	}
	c := &crowd{close: end}
	ctx, c.cancel = context.WithCancel(ctx)
	for i, a := range askers {
		c.all.Go(func() { c.ask(ctx, a, kind.Text(i)) })
	}
	if n > 0 {
		select {
		case <-time.After(warm):
		case <-ctx.Done():
		}
	}
	return c, nil
}

// ask asks one query again and again until ctx ends.
func (c *crowd) ask(ctx context.Context, a Asker, text string) {
	for ctx.Err() == nil {
		_, err := a.Query(ctx, text)
		if ctx.Err() != nil {
			return
		}
		c.mu.Lock()
		if err == nil {
			c.Answered++
		} else if c.Refused++; c.First == nil {
			c.First = err
		}
		c.mu.Unlock()
	}
}

// end cancels the queries and waits for them.
func (c *crowd) end() Load {
	began := time.Now()
	c.cancel()
	c.all.Wait()
	c.Ended = time.Since(began)
	c.close()
	return c.Load
}
