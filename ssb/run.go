package ssb

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"gsdms/pushscan"
)

// RunOptions say what to measure. The zero value asks for the 13 queries one by one
// and then all at once, three runs each after one to warm up, not verified.
type RunOptions struct {
	Queries     []Query                             // nil: the 13
	Concurrency []int                               // 1: one by one; n > 1: n together, the queries repeated in order; nil: 1 and the number of queries
	Runs        int                                 // 0: 3
	Warmup      *int                                // nil: 1
	Random      uint64                              // not 0: batches of n ask RandomOf(seed, n, Queries) instead
	Verify      bool                                // check every answer of every run
	Backend     string                              // for the report
	Threads     int                                 // for the report: those of the backend; 0: as many as Go may use
	Cold        bool                                // for the report: the engine plans every text anew
	Progress    func(stage string, done, total int) // may be nil
}

func (o RunOptions) withDefaults() RunOptions {
	if len(o.Queries) == 0 {
		o.Queries = Queries()
	}
	if len(o.Concurrency) == 0 {
		o.Concurrency = []int{1, len(o.Queries)}
	}
	if o.Runs <= 0 {
		o.Runs = 3
	}
	if o.Warmup == nil {
		o.Warmup = new(int)
		*o.Warmup = 1
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return o
}

// Run measures queries on data that is loaded. With Verify, answers are compared with
// the published ones at scale factors 0.01 and 1 and with Evaluate's at any other, and
// a query whose answer is wrong gets no time: its entry holds the difference, and Run
// returns the report together with an error. Times are whole queries, from the text to
// the result.
func Run(ctx context.Context, e Engine, o RunOptions) (*Report, error) {
	o = o.withDefaults()
	for _, n := range o.Concurrency {
		if n < 1 {
			return nil, fmt.Errorf("concurrency %d: must be at least 1", n)
		}
	}
	data, err := dataOf(ctx, e)
	if err != nil {
		return nil, err
	}
	r := &runner{engine: e, options: o, report: &Report{
		SF: data.SF, Backend: o.Backend, Threads: o.Threads, Machine: ThisMachine(), Data: data, Runs: o.Runs, Warmup: *o.Warmup, Cold: o.Cold,
	}}
	for _, n := range o.Concurrency {
		if err := r.at(ctx, n); err != nil {
			return nil, err
		}
	}
	return r.report, errors.Join(r.wrong...)
}

type runner struct {
	engine  Engine
	options RunOptions
	report  *Report
	known   map[string]Answer // by text
	wrong   []error
}

// at measures at one concurrency.
func (r *runner) at(ctx context.Context, n int) error {
	if n > 1 {
		return r.batch(ctx, n)
	}
	if err := r.learn(ctx, r.options.Queries); err != nil {
		return err
	}
	for i, q := range r.options.Queries {
		r.options.Progress("queries one by one", i, len(r.options.Queries))
		m, err := r.measure(ctx, []Query{q})
		if err != nil {
			return err
		}
		r.report.Queries = append(r.report.Queries, QueryTimes{Query: q.Name, Rows: m.rows, Times: m.times, Verdict: m.verdict})
	}
	return nil
}

func (r *runner) batch(ctx context.Context, n int) error {
	queries := r.options.Queries
	if r.options.Random != 0 {
		queries = RandomOf(r.options.Random, n, queries)
	}
	if err := r.learn(ctx, queries); err != nil {
		return err
	}
	together := make([]Query, n)
	for i := range together {
		together[i] = queries[i%len(queries)]
	}
	r.options.Progress(fmt.Sprintf("%d at once", n), 0, 1)
	m, err := r.measure(ctx, together)
	if err != nil {
		return err
	}
	r.report.Batches = append(r.report.Batches, BatchTimes{
		Concurrency: n, Queries: n, Passes: m.passes, Times: m.times, Verdict: m.verdict, Random: r.options.Random,
	})
	return nil
}

// learn finds out the right answers of queries.
func (r *runner) learn(ctx context.Context, queries []Query) error {
	if !r.options.Verify {
		return nil
	}
	if r.known == nil {
		if err := r.learnReference(); err != nil {
			return err
		}
	}
	queries = slices.DeleteFunc(slices.Clone(queries), func(q Query) bool { return r.known[q.Text] != nil })
	if len(queries) == 0 {
		return nil
	}
	r.options.Progress("computing the right answers", 0, 1)
	answers, err := Evaluate(ctx, r.report.SF, queries, runtime.GOMAXPROCS(0))
	if err != nil {
		return err
	}
	for i, q := range queries {
		r.known[q.Text] = answers[i]
	}
	return nil
}

func (r *runner) learnReference() error {
	answers, err := reference(r.report.SF)
	if err != nil {
		return err
	}
	r.known = map[string]Answer{}
	for _, q := range Queries() {
		if a, ok := answers[q.Name]; ok {
			r.known[q.Text] = a
		}
	}
	return nil
}

// measured is the outcome of one measurement.
type measured struct {
	rows    int
	passes  float64
	times   Times
	verdict Verdict
}

// measure asks queries together, again and again.
func (r *runner) measure(ctx context.Context, queries []Query) (measured, error) {
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	runtime.GC()
	m := measured{verdict: Verdict{Verified: r.options.Verify}}
	var times []time.Duration
	for run := range *r.options.Warmup + r.options.Runs {
		start := time.Now()
		replies, err := r.engine.Ask(ctx, texts)
		took := time.Since(start)
		if err != nil {
			return m, fmt.Errorf("run %s: %w", title(queries), err)
		}
		if err := r.check(queries, replies); err != nil {
			r.wrong = append(r.wrong, err)
			return measured{rows: replies[0].Rows, verdict: Verdict{Wrong: err.Error()}}, nil
		}
		m.rows, m.passes = replies[0].Rows, max(m.passes, passes(replies))
		if run >= *r.options.Warmup {
			times = append(times, took)
		}
	}
	m.times = timesOf(times)
	return m, nil
}

func title(queries []Query) string {
	if len(queries) == 1 {
		return queries[0].Name
	}
	return fmt.Sprintf("%d queries at once", len(queries))
}

// check compares every reply with the right answer.
func (r *runner) check(queries []Query, replies []Reply) error {
	if !r.options.Verify {
		return nil
	}
	for i, q := range queries {
		if err := q.Check(replies[i].Answer(), r.known[q.Text]); err != nil {
			return err
		}
	}
	return nil
}

// passes is how often the table was read for queries that started together: from the
// chunk at which the first joined to the one at which the last left, over the chunks of
// the table.
func passes(replies []Reply) float64 {
	first := replies[0].Scan
	last := 0
	for _, r := range replies {
		last = max(last, later(first, r.Scan)+r.Scan.Chunks)
	}
	return pushscan.Report{Chunks: last, Of: first.Of}.Passes()
}

// later is how many chunks b joined after a. The scan is circular: one that joined two
// chunks before the end and one that joined at the start after it are two apart.
func later(a, b pushscan.Report) int {
	if a.Of == 0 {
		return 0
	}
	return (b.Start - a.Start + a.Of) % a.Of
}
