package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"gsdms/ssb"
)

// bench measures the systems in turn.
type bench struct {
	options options
	systems []system
	right   map[string]ssb.Answer // by text
	report  *report
}

// run measures section by section, and shows each as soon as it is done.
func (b *bench) run(ctx context.Context, w io.Writer) error {
	fmt.Fprintln(w, b.report.heading())
	for _, section := range []struct {
		name string
		run  func(context.Context) error
	}{{"queries", b.queries}, {"batches", b.batches}, {"closed", b.closed}, {"open", b.open}} {
		if !slices.Contains(strings.Split(b.options.only, ","), section.name) {
			continue
		}
		if err := section.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
		fmt.Fprintf(w, "\n%s\n", b.report.section(section.name))
		if err := b.report.writeJSON(b.options.json); err != nil {
			return err
		}
	}
	return nil
}

// learn has the right answers computed by plain loops, apart from all engines.
func (b *bench) learn(ctx context.Context, queries []ssb.Query) error {
	queries = slices.DeleteFunc(slices.Clone(queries), func(q ssb.Query) bool { return b.right[q.Text] != nil })
	if len(queries) == 0 {
		return nil
	}
	answers, err := ssb.Evaluate(ctx, b.options.sf, queries, b.options.threads)
	for i := range answers {
		b.right[queries[i].Text] = answers[i]
	}
	return err
}

// queries measures each of the 13 alone.
func (b *bench) queries(ctx context.Context) error {
	for _, q := range ssb.Queries() {
		line, err := b.compare(ctx, q.Name, []ssb.Query{q})
		if err != nil {
			return err
		}
		b.report.Queries = append(b.report.Queries, line)
	}
	return nil
}

// batches measures many queries at once: the 13 in turn, and as many with random
// literals as the largest batch has.
func (b *bench) batches(ctx context.Context) error {
	for _, n := range b.options.batches {
		var queries []ssb.Query
		for i := range n {
			queries = append(queries, ssb.Queries()[i%13])
		}
		line, err := b.compare(ctx, fmt.Sprintf("%d at once", n), queries)
		if err != nil {
			return err
		}
		b.report.Batches = append(b.report.Batches, line)
	}
	n := slices.Max(b.options.batches)
	line, err := b.compare(ctx, fmt.Sprintf("%d random", n), ssb.Random(b.options.seed, n))
	b.report.Batches = append(b.report.Batches, line)
	return err
}

// compare asks queries together of every system in turn, round by round.
func (b *bench) compare(ctx context.Context, name string, queries []ssb.Query) (line, error) {
	if err := b.learn(ctx, queries); err != nil {
		return line{}, err
	}
	times := make([][]time.Duration, len(b.systems))
	clients := make([]ssb.Engine, len(b.systems))
	for i, s := range b.systems {
		var err error
		if clients[i], err = s.Client(ctx); err != nil {
			return line{}, err
		}
	}
	for round := range b.options.rounds + 1 {
		for i, s := range b.systems {
			took, err := b.once(ctx, clients[i], queries)
			if err != nil {
				return line{}, fmt.Errorf("%s: %s: %w", name, s.Name(), err)
			}
			if round > 0 {
				times[i] = append(times[i], took)
			}
		}
	}
	return newLine(name, b.systems, times), nil
}

// once times one run, to the last value in Go's hands, and then checks the answers. The
// same run goes before it untimed: the caches hold what the system before has left.
func (b *bench) once(ctx context.Context, client ssb.Engine, queries []ssb.Query) (time.Duration, error) {
	texts := make([]string, len(queries))
	for i, q := range queries {
		texts[i] = q.Text
	}
	runtime.GC()
	if _, err := client.Ask(ctx, texts); err != nil {
		return 0, err
	}
	start := time.Now()
	replies, err := client.Ask(ctx, texts)
	took := time.Since(start)
	if err != nil {
		return 0, err
	}
	for i, q := range queries {
		if err := q.Check(replies[i].Answer(), b.right[q.Text]); err != nil {
			return 0, err
		}
	}
	return took, nil
}
