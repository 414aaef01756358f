package main

import (
	"context"
	"time"

	"gsdms/ssb"
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
	Texts      []string
	Warm, Runs int
}

// run takes the turn.
func (t *turn) run(ctx context.Context, client ssb.Engine) (reply, error) {
	r := reply{Answers: make([]variants, len(t.Texts))}
	warm, err := t.part(ctx, client, &r, t.Warm, warmLong)
	if err != nil {
		return r, err
	}
	r.First = warm[0]
	r.Times, err = t.part(ctx, client, &r, t.Runs, runsLong)
	return r, err
}

// part is at most n runs, and no more after long. A time is a whole query, from its text
// to the last value in Go's hands; the answers become text between the runs.
func (t *turn) part(ctx context.Context, client ssb.Engine, r *reply, n int, long time.Duration) (times []time.Duration, err error) {
	for total := time.Duration(0); len(times) < n && (len(times) == 0 || total < long); {
		used, start := processorTime(), time.Now()
		replies, err := client.Ask(ctx, t.Texts)
		took := time.Since(start)
		if err != nil {
			return nil, err
		}
		r.Busy.add(spent{took, processorTime() - used, 1})
		for i := range replies {
			r.Answers[i].add(replies[i].Answer())
		}
		times = append(times, took)
		total += took
	}
	return times, nil
}
