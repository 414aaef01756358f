package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"gsdms/pushscan"
)

// RunOptions say what to measure. The zero value asks for the suite's queries one by one
// and then all at once, three runs each after one to warm up, not verified.
type RunOptions struct {
	Queries     []Query                             // nil: the suite's
	Concurrency []int                               // 1: one by one; n > 1: n together, the queries repeated in order; nil: 1 and the number of queries
	Runs        int                                 // 0: 3
	Warmup      *int                                // nil: 1
	Long        time.Duration                       // a query is not run again after so much time, in warm-up or timed; 0: it is
	Random      uint64                              // not 0: batches of n ask the suite's Random instead
	Verify      bool                                // check every answer of every run, where the right one is known
	Backend     string                              // for the report
	Threads     int                                 // for the report: those of the backend; 0: as many as Go may use
	Cold        bool                                // for the report: the engine plans every text anew
	Progress    func(stage string, done, total int) // may be nil
	// Settle returns when the engine makes nothing beside what runs that later runs will find, such as
	// compiled kernels, and reports whether it made any: then a run follows that is not timed. nil: it never does.
	Settle func(context.Context) (waited bool)
}

func (o RunOptions) withDefaults(s *Suite) RunOptions {
	if len(o.Queries) == 0 {
		o.Queries = s.Queries
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
	if o.Settle == nil {
		o.Settle = func(context.Context) bool { return false }
	}
	return o
}

// Run measures a suite's queries on data that is loaded. A query that the engine refuses,
// and with Verify one whose answer is wrong, gets no time: its entry holds the error or
// the difference, the others go on, and Run returns the report together with an error. A
// batch is measured without the queries that are refused, and says how many. Times are
// whole queries, from the text to the result.
func Run(ctx context.Context, s *Suite, e Engine, o RunOptions) (*Report, error) {
	o = o.withDefaults(s)
	for _, n := range o.Concurrency {
		if n < 1 {
			return nil, fmt.Errorf("concurrency %d: must be at least 1", n)
		}
	}
	if o.Random != 0 && s.Random == nil {
		return nil, fmt.Errorf("%s has no random queries", s.Title)
	}
	rows, err := s.count(ctx, e)
	if err != nil {
		return nil, err
	}
	r := &runner{suite: s, engine: e, options: o, known: map[string]Answer{}, refused: map[string]error{}, report: &Report{
		Benchmark: s.Title, Notice: s.Notice, Fact: s.Fact,
		SF: s.SF, Size: s.Size, Backend: o.Backend, Threads: o.Threads, Machine: ThisMachine(), Rows: rows, Runs: o.Runs, Warmup: *o.Warmup, Long: o.Long.Seconds(), Cold: o.Cold,
	}}
	for _, n := range o.Concurrency {
		if err := r.at(ctx, n); err != nil {
			return nil, err
		}
	}
	return r.report, errors.Join(r.failures...)
}

type runner struct {
	suite    *Suite
	engine   Engine
	options  RunOptions
	report   *Report
	known    map[string]Answer // by text; nil: looked for and not known
	refused  map[string]error  // by text
	failures []error
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
			r.refused[q.Text] = err
			m, err = r.failed(ctx, []Query{q}, err)
		}
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
		queries = r.suite.Random(r.options.Random, n, queries)
	}
	if err := r.learn(ctx, queries); err != nil {
		return err
	}
	together := make([]Query, n)
	for i := range together {
		together[i] = queries[i%len(queries)]
	}
	r.options.Progress(fmt.Sprintf("%d at once", n), 0, 1)
	accepted, m, err := r.together(ctx, together)
	if err != nil {
		return err
	}
	r.report.Batches = append(r.report.Batches, BatchTimes{
		Concurrency: n, Queries: accepted, Passes: m.passes, Times: m.times, Verdict: m.verdict, Random: r.options.Random,
	})
	return nil
}

// together measures a batch and says how many of its queries took part: not those that
// the engine refuses.
func (r *runner) together(ctx context.Context, batch []Query) (int, measured, error) {
	queries := r.accepted(batch)
	m, err := r.measure(ctx, queries)
	if err != nil && r.findRefused(ctx, queries) {
		queries = r.accepted(batch)
		m, err = r.measure(ctx, queries)
	}
	if n := len(batch) - len(queries); n > 0 && err == nil {
		m.verdict.Error = fmt.Sprintf("%d refused", n)
		r.failures = append(r.failures, fmt.Errorf("%d of %d queries at once: %s", n, len(batch), r.firstRefused(batch)))
	}
	if err != nil {
		m, err = r.failed(ctx, queries, err)
	}
	return len(queries), m, err
}

// accepted are the queries that are not known to be refused.
func (r *runner) accepted(queries []Query) []Query {
	return slices.DeleteFunc(slices.Clone(queries), func(q Query) bool { return r.refused[q.Text] != nil })
}

// findRefused asks each of the queries alone and reports whether any is refused; none is
// because the run was interrupted.
func (r *runner) findRefused(ctx context.Context, queries []Query) bool {
	before := len(r.refused)
	for _, q := range queries {
		if _, err := r.engine.Ask(ctx, []string{q.Text}); err != nil && ctx.Err() == nil {
			r.refused[q.Text] = err
		}
	}
	return len(r.refused) > before
}

// firstRefused says which of the queries is refused first, and why.
func (r *runner) firstRefused(queries []Query) string {
	for _, q := range queries {
		if err := r.refused[q.Text]; err != nil {
			return fmt.Sprintf("%s: %s", q.Name, err)
		}
	}
	return ""
}

// failed is what is measured where the engine gives an error, unless it is the end of
// ctx. The failure is kept as a text: of several errors that are joined, one alone would
// be found and shown.
func (r *runner) failed(ctx context.Context, queries []Query, err error) (measured, error) {
	if ctx.Err() != nil {
		return measured{}, fmt.Errorf("run %s: %w", title(queries), err)
	}
	r.failures = append(r.failures, fmt.Errorf("%s: %s", title(queries), err))
	return measured{verdict: Verdict{Error: err.Error()}}, nil
}

// learn finds out the right answers of queries.
func (r *runner) learn(ctx context.Context, queries []Query) error {
	if !r.options.Verify || r.suite.Answers == nil {
		return nil
	}
	var unknown []Query
	for _, q := range queries {
		if _, asked := r.known[q.Text]; !asked {
			unknown = append(unknown, q)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	r.options.Progress("computing the right answers", 0, 1)
	answers, err := r.suite.Answers(ctx, unknown)
	if err != nil {
		return err
	}
	for i, q := range unknown {
		r.known[q.Text] = answers[i]
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

// measure asks queries together, again and again. No queries take no time.
func (r *runner) measure(ctx context.Context, queries []Query) (measured, error) {
	m := measured{verdict: Verdict{Verified: r.verifies(queries)}}
	if len(queries) == 0 {
		return m, nil
	}
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	runtime.GC()
	var times []time.Duration
	err := r.warm(ctx, queries, texts, &m)
	if err == nil && m.verdict.Wrong == "" {
		times, err = r.repeat(ctx, queries, texts, r.options.Runs, &m)
	}
	switch {
	case err != nil:
		return measured{}, err
	case m.verdict.Wrong == "":
		m.times = timesOf(times)
	}
	return m, nil
}

// warm asks queries before they are timed, and again while there is something that the next run
// will find made.
func (r *runner) warm(ctx context.Context, queries []Query, texts []string, m *measured) error {
	_, err := r.repeat(ctx, queries, texts, *r.options.Warmup, m)
	for n := 0; n < mostSettling && err == nil && m.verdict.Wrong == "" && r.options.Settle(ctx); n++ {
		r.report.Settled++
		_, err = r.repeat(ctx, queries, texts, 1, m)
	}
	return err
}

// mostSettling is how many runs at most wait for what the engine makes beside them: a chain of
// several, since what one leaves out another may ask for.
const mostSettling = 20

// repeat asks n times, or until that has taken long. A wrong answer is the verdict and ends it.
func (r *runner) repeat(ctx context.Context, queries []Query, texts []string, n int, m *measured) (times []time.Duration, err error) {
	long := r.options.Long
	for total := time.Duration(0); len(times) < n && (long == 0 || total < long); total += times[len(times)-1] {
		start := time.Now()
		replies, err := r.engine.Ask(ctx, texts)
		took := time.Since(start)
		if err != nil {
			return nil, err
		}
		m.rows, m.passes = replies[0].Rows, max(m.passes, passes(replies))
		if err := r.check(queries, replies); err != nil {
			r.failures = append(r.failures, err)
			m.verdict = Verdict{Wrong: err.Error()}
			return nil, nil
		}
		times = append(times, took)
	}
	return times, nil
}

// verifies reports whether every one of the queries has a known answer to compare with.
func (r *runner) verifies(queries []Query) bool {
	return len(queries) > 0 && !slices.ContainsFunc(queries, func(q Query) bool { return r.known[q.Text] == nil })
}

func title(queries []Query) string {
	if len(queries) == 1 {
		return queries[0].Name
	}
	return fmt.Sprintf("%d queries at once", len(queries))
}

// check compares every reply with the right answer, where that is known.
func (r *runner) check(queries []Query, replies []Reply) error {
	for i, q := range queries {
		right := r.known[q.Text]
		if right == nil {
			continue
		}
		if err := q.Check(replies[i].Answer(), right); err != nil {
			return err
		}
	}
	return nil
}

// passes is how often a table was read for queries that started together: from the chunk
// at which the first joined to the one at which the last left, over the chunks of the
// table; the most of any table.
func passes(replies []Reply) float64 {
	most := 0.0
	first, last := map[string]pushscan.Report{}, map[string]int{}
	for _, r := range replies {
		table := r.Scan.Table
		if _, ok := first[table]; !ok {
			first[table] = r.Scan
		}
		last[table] = max(last[table], later(first[table], r.Scan)+r.Scan.Chunks)
		most = max(most, pushscan.Report{Chunks: last[table], Of: first[table].Of}.Passes())
	}
	return most
}

// later is how many chunks b joined after a. The scan is circular: one that joined two
// chunks before the end and one that joined at the start after it are two apart.
func later(a, b pushscan.Report) int {
	if a.Of == 0 {
		return 0
	}
	return (b.Start - a.Start + a.Of) % a.Of
}
