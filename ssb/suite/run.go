package suite

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"gsdms/sql"
)

// RunOptions say what to measure. All are set by the caller but Progress, which may be nil.
type RunOptions struct {
	Queries  []Query
	Warm     int           // runs before those that are timed; they end after a second
	Runs     int           // timed; they end after two seconds
	Limit    time.Duration // of one run; 0: none
	Progress func(query string, done, total int)
}

// warmLong and runsLong end the runs of a query early.
const (
	warmLong = time.Second
	runsLong = 2 * time.Second
)

// Times are of one query, in milliseconds. Error is why there are none.
type Times struct {
	Query  string  `json:"query"`
	Rows   int     `json:"rows"`
	Min    float64 `json:"min_ms,omitempty"`
	Median float64 `json:"median_ms,omitempty"`
	Max    float64 `json:"max_ms,omitempty"`
	Error  string  `json:"error,omitempty"`
}

// Run times the queries one by one, on tables that are loaded. A query that fails is
// reported with its error and the others go on; only the end of ctx ends the run.
func Run(ctx context.Context, session *sql.Session, o RunOptions) ([]Times, error) {
	var out []Times
	for i, q := range o.Queries {
		if o.Progress != nil {
			o.Progress(q.Name, i, len(o.Queries))
		}
		t, err := o.time(ctx, session, q)
		if ctx.Err() != nil {
			return out, fmt.Errorf("run %s: %w", q.Name, ctx.Err())
		}
		if err != nil {
			t = Times{Error: err.Error()}
		}
		t.Query = q.Name
		out = append(out, t)
	}
	return out, nil
}

func (o *RunOptions) time(ctx context.Context, session *sql.Session, q Query) (Times, error) {
	runtime.GC()
	rows, _, err := o.repeat(ctx, session, q, o.Warm, warmLong)
	if err != nil {
		return Times{}, err
	}
	again, times, err := o.repeat(ctx, session, q, o.Runs, runsLong)
	if err == nil && o.Warm > 0 && rows != again {
		err = fmt.Errorf("%d rows, and %d when asked again", rows, again)
	}
	if err != nil {
		return Times{}, err
	}
	slices.Sort(times)
	n := len(times)
	return Times{Rows: again, Min: milliseconds(times[0]), Median: milliseconds((times[(n-1)/2] + times[n/2]) / 2), Max: milliseconds(times[n-1])}, nil
}

// repeat runs a query n times, or until long has passed.
func (o *RunOptions) repeat(ctx context.Context, session *sql.Session, q Query, n int, long time.Duration) (rows int, times []time.Duration, err error) {
	for total := time.Duration(0); len(times) < n && total < long; total += times[len(times)-1] {
		start := time.Now()
		rows, err = o.once(ctx, session, q)
		if err != nil {
			return 0, nil, err
		}
		times = append(times, time.Since(start))
	}
	return rows, times, nil
}

func (o *RunOptions) once(ctx context.Context, session *sql.Session, q Query) (int, error) {
	if o.Limit > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, o.Limit, fmt.Errorf("stopped after %v", o.Limit))
		defer cancel()
		ctx = limited
	}
	r, err := session.Query(ctx, q.Text)
	if err != nil && ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if err != nil {
		return 0, err
	}
	if r.Rows == nil {
		return 0, errors.New("the statement gives no rows")
	}
	return r.Rows.Len, nil
}

// milliseconds keeps microseconds.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
