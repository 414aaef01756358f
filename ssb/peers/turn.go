package main

import (
	"context"
	"fmt"
	"time"

	"gsdms/ssb/bench"
)

// warmLong and runsLong end the untimed and the timed part of a turn early. What takes
// so long reads its tables often enough to be warm after one run.
const (
	warmLong = 500 * time.Millisecond
	runsLong = time.Second
)

// turn is runs of the same queries in a row, those of the first part untimed: it takes
// about four until the caches hold what they can hold. Each part has at least one run.
type turn struct {
	Queries    []bench.Query
	Warm, Runs int
	Limit      time.Duration // of one run; 0: none
}

// run takes the turn. What a query cannot do is the reply's fault and ends the turn.
func (t *turn) run(ctx context.Context, client client) (reply, error) {
	r := reply{Answers: make([]answer, len(t.Queries))}
	warm, err := t.part(ctx, client, &r, t.Warm, warmLong)
	if err != nil || r.Fault != "" {
		return r, err
	}
	r.First = warm[0]
	r.Times, err = t.part(ctx, client, &r, t.Runs, runsLong)
	return r, err
}

// part is at most n runs, and no more after long: what each of them took. That is a whole query, from its text
// to the last value in Go's hands; the answers become text between the runs.
func (t *turn) part(ctx context.Context, client client, r *reply, n int, long time.Duration) (runs []spent, err error) {
	for total := time.Duration(0); len(runs) < n && (len(runs) == 0 || total < long); {
		used, start := processorTime(), time.Now()
		outcomes, err := t.ask(ctx, client)
		took := spent{time.Since(start), processorTime() - used, 1}
		if err != nil {
			return nil, err
		}
		first := r.Busy.Runs == 0
		r.Busy.add(took)
		if r.Fault = t.check(outcomes, r, first); r.Fault != "" {
			return nil, nil
		}
		runs = append(runs, took)
		total += took.Wall
	}
	return runs, nil
}

// ask asks all queries, for as long as the limit lets it.
func (t *turn) ask(ctx context.Context, client client) ([]outcome, error) {
	limited, cancel := ctx, func() {}
	if t.Limit > 0 {
		limited, cancel = context.WithTimeout(ctx, t.Limit)
	}
	defer cancel()
	outcomes := client.Ask(limited, t.Queries)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i := range outcomes {
		if outcomes[i].err != nil && limited.Err() != nil {
			outcomes[i].err = fmt.Errorf("stopped after %v", t.Limit)
		}
	}
	return outcomes, nil
}

// check gives the first fault of a run: an error, or an answer other than in the turn's
// first run. Kept answers are read in that one alone, since they may be large.
func (t *turn) check(outcomes []outcome, r *reply, first bool) (fault string) {
	for i, q := range t.Queries {
		err := outcomes[i].err
		if err == nil && (first || !q.Kept) {
			var a answer
			if a, err = outcomes[i].answer(); err == nil && first {
				r.Answers[i] = a
			} else if err == nil {
				err = compare(q, a, r.Answers[i])
			}
		}
		if err != nil && len(t.Queries) > 1 {
			err = fmt.Errorf("%s: %w", q.Name, err)
		}
		if err != nil {
			return err.Error()
		}
	}
	return ""
}
