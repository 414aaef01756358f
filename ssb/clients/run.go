package clients

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gsdms/ssb/bench"
)

// Way is a way to ask, such as by sessions of the engine or by connections to its server.
type Way struct {
	Name string
	Open func(ctx context.Context) (a Asker, end func(), err error)
}

// Options say what to measure.
type Options struct {
	Clients  []int     // so many at a time, by each way in turns
	Rates    []float64 // so many queries a second, asked by the most clients above, by the last way
	Duration time.Duration
	Rounds   int // of each number of clients
	Idle     int // that are there by the last way, and ask nothing
	Seed     uint64
	Progress func(stage string)
}

// Run asks the questions in all ways. The report has what was measured, also where answers
// were wrong or did not come, which is an error. first asks how many sessions the server
// has: those that are left when all clients have gone are an error, too.
func Run(ctx context.Context, first Asker, q *Questions, ways []Way, o Options) (r *Report, err error) {
	r = &Report{Different: len(q.queries)}
	before, err := sessions(ctx, first)
	if err != nil {
		return r, err
	}
	o.Progress(fmt.Sprintf("%d idle clients", o.Idle))
	_, end, err := ways[len(ways)-1].many(ctx, o.Idle)
	if err != nil {
		return r, err
	}
	defer func() {
		end()
		err = errors.Join(err, noneLeft(ctx, first, before))
	}()
	for _, n := range o.Clients {
		o.Progress(fmt.Sprintf("%d clients", n))
		err = errors.Join(err, r.closed(ctx, q, ways, n, o), noneLeft(ctx, first, before+o.Idle))
	}
	return r, errors.Join(err, r.arriving(ctx, q, ways[len(ways)-1], o), ctx.Err())
}

// closed measures n clients by all ways.
func (r *Report) closed(ctx context.Context, q *Questions, ways []Way, n int, o Options) error {
	askers := make([][]Asker, len(ways))
	for i, w := range ways {
		var end func()
		var err error
		if askers[i], end, err = w.many(ctx, n); err != nil {
			return err
		}
		defer end()
	}
	outcomes := make([]Outcome, len(ways))
	for round := range o.Rounds + 1 {
		for i := range ways {
			if round == 0 { // to warm up
				Closed(ctx, askers[i], q, o.Seed, o.Duration/4)
				continue
			}
			outcomes[i].Add(Closed(ctx, askers[i], q, o.Seed+uint64(round), o.Duration))
		}
	}
	var err error
	for i, w := range ways {
		r.Rows = append(r.Rows, Row{What: fmt.Sprintf("%d by %s", n, w.Name), Outcome: &outcomes[i]})
		if i > 0 {
			r.Rows[len(r.Rows)-1].Share = outcomes[i].PerSecond() / outcomes[0].PerSecond()
		}
		err = errors.Join(err, outcomes[i].Err())
	}
	return err
}

// arriving measures arrivals.
func (r *Report) arriving(ctx context.Context, q *Questions, w Way, o Options) error {
	most := 1
	for _, n := range o.Clients {
		most = max(most, n)
	}
	askers, end, err := w.many(ctx, most)
	if err != nil {
		return err
	}
	defer end()
	for _, rate := range o.Rates {
		o.Progress(fmt.Sprintf("%v queries a second", rate))
		one := Arriving(ctx, askers, q, o.Seed, rate, o.Duration)
		r.Rows = append(r.Rows, Row{What: fmt.Sprintf("%v a second by %s", rate, w.Name), Outcome: one})
		err = errors.Join(err, one.Err())
	}
	return err
}

// many opens n.
func (w Way) many(ctx context.Context, n int) (all []Asker, end func(), err error) {
	var ends []func()
	end = func() {
		for _, f := range ends {
			f()
		}
	}
	for range n {
		a, f, err := w.Open(ctx)
		if err != nil {
			end()
			return nil, nil, fmt.Errorf("%d clients by %s: the one after %d: %w", n, w.Name, len(all), err)
		}
		all, ends = append(all, a), append(ends, f)
	}
	return all, end, nil
}

// sessions asks how many a server has.
func sessions(ctx context.Context, a Asker) (int, error) {
	r, err := a.Query(ctx, "SHOW STATUS LIKE 'Threads_connected'")
	if err != nil {
		return 0, fmt.Errorf("count the sessions: %w", err)
	}
	if r.Rows.Len != 1 {
		return 0, errors.New("count the sessions: the server does not say how many there are")
	}
	text, _ := r.Text(0, 1)
	return strconv.Atoi(text)
}

// noneLeft waits until the server has as many sessions as before.
func noneLeft(ctx context.Context, a Asker, before int) error {
	for wait := time.Millisecond; ; wait *= 2 {
		n, err := sessions(ctx, a)
		switch {
		case err != nil || n <= before:
			return err
		case wait > time.Second:
			return fmt.Errorf("%d sessions are left of clients that have gone", n-before)
		}
		time.Sleep(wait)
	}
}

// One is an asker as an engine of package bench, which asks one query after another.
func One(a Asker) bench.Engine { return one{a} }

type one struct{ Asker }

// Ask implements bench.Engine.
func (o one) Ask(ctx context.Context, texts []string) ([]bench.Reply, error) {
	replies := make([]bench.Reply, len(texts))
	for i, text := range texts {
		r, err := o.Query(ctx, text)
		if err != nil {
			return nil, err
		}
		replies[i] = bench.Reply{Rows: r.Report.Rows, Answer: func() bench.Answer { return bench.AnswerOf(r) }}
	}
	return replies, nil
}
