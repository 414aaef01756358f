package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"gsdms/ssb"
)

// bench measures the systems in turn.
type bench struct {
	options options
	systems []*process // ours first
	right   answers
	report  *report
}

// long ends a measurement after fewer rounds than asked for, but not before the fewest.
const (
	long   = 20 * time.Second
	fewest = 3
)

// answers are right ones by text.
type answers map[string]ssb.Answer

// run measures section by section, and shows each as soon as it is done.
func (b *bench) run(ctx context.Context, w io.Writer) error {
	fmt.Fprintln(w, b.report.heading())
	measure := map[string]func(context.Context) error{
		"memory": b.memory, "queries": b.queries, "batches": b.batches, "closed": b.closed, "open": b.open,
	}
	for _, section := range sections {
		if !slices.Contains(b.options.only, section) {
			continue
		}
		if err := measure[section](ctx); err != nil {
			return fmt.Errorf("%s: %w", section, err)
		}
		fmt.Fprintf(w, "\n%s\n", b.report.section(section))
		if err := b.report.writeJSON(b.options.json); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "\n%s\n\n%s", b.report.figures(), b.footer())
	return nil
}

// close ends all processes.
func (b *bench) close() error {
	var errs []error
	for _, s := range b.systems {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// learn has the right answers computed by plain loops, apart from all engines.
func (b *bench) learn(ctx context.Context, queries []ssb.Query) error {
	queries = slices.DeleteFunc(slices.Clone(queries), func(q ssb.Query) bool { return b.right[q.Text] != nil })
	if len(queries) == 0 {
		return nil
	}
	answers, err := ssb.Evaluate(ctx, b.options.SF, queries, b.options.Threads)
	for i := range answers {
		b.right[queries[i].Text] = answers[i]
	}
	return err
}

// check compares all answers that came with the right ones.
func (a answers) check(queries []ssb.Query, got []variants) error {
	for i, q := range queries {
		for _, answer := range got[i] {
			if err := q.Check(answer, a[q.Text]); err != nil {
				return err
			}
		}
	}
	return nil
}

// memory measures the machine.
func (b *bench) memory(ctx context.Context) (err error) {
	b.report.Memory, err = memory(ctx, b.options.Threads)
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

// batches measures many queries at once: the 13 again and again, and as many with random
// literals as the largest batch has.
func (b *bench) batches(ctx context.Context) error {
	for _, n := range b.options.batches {
		var queries []ssb.Query
		for i := range n {
			queries = append(queries, ssb.Queries()[i%13])
		}
		line, err := b.compare(ctx, atOnce(n), queries)
		if err != nil {
			return err
		}
		b.report.Batches = append(b.report.Batches, line)
	}
	n := slices.Max(b.options.batches)
	line, err := b.compare(ctx, fmt.Sprintf("%d random", n), ssb.Random(b.options.Seed, n))
	b.report.Batches = append(b.report.Batches, line)
	return err
}

// atOnce names a batch.
func atOnce(n int) string { return fmt.Sprintf("%d at once", n) }

// compare lets the systems take turns at queries, asked together.
func (b *bench) compare(ctx context.Context, name string, queries []ssb.Query) (line, error) {
	if err := b.learn(ctx, queries); err != nil {
		return line{}, err
	}
	t := &turn{Warm: b.options.warm, Runs: b.options.runs}
	for _, q := range queries {
		t.Texts = append(t.Texts, q.Text)
	}
	systems := make([]measured, len(b.systems))
	start := time.Now()
	for round := 0; round < b.options.rounds && (round < fewest || time.Since(start) < long); round++ {
		for i, s := range b.systems {
			r, err := s.ask(request{Turn: t})
			if err == nil {
				err = b.right.check(queries, r.Answers)
			}
			if err != nil {
				return line{}, fmt.Errorf("%s: %s: %w", name, s.name, err)
			}
			systems[i].add(r)
		}
	}
	return newLine(name, systems), nil
}

// closed has clients that ask without a pause.
func (b *bench) closed(ctx context.Context) error {
	for _, s := range b.systems {
		l, err := b.loop(ctx, s, loop{Clients: b.options.clients})
		if err != nil {
			return err
		}
		b.report.Closed = append(b.report.Closed, l)
	}
	return nil
}

// open lets queries arrive at random times, whoever is still waiting. A system that was
// overloaded at one rate is not asked at higher ones.
func (b *bench) open(ctx context.Context) error {
	for _, s := range b.systems {
		for _, rate := range b.options.rates {
			l, err := b.loop(ctx, s, loop{Rate: rate})
			if err != nil {
				return err
			}
			b.report.Open = append(b.report.Open, l)
			if l.Overloaded {
				break
			}
		}
	}
	return nil
}

// loop runs one loop on one system.
func (b *bench) loop(ctx context.Context, s *process, l loop) (Latency, error) {
	if err := b.learn(ctx, ssb.Queries()); err != nil {
		return Latency{}, err
	}
	l.Duration, l.Seed = b.options.duration, b.options.Seed
	r, err := s.ask(request{Loop: &l})
	if err == nil {
		err = b.right.check(ssb.Queries(), r.Answers)
	}
	r.Latency.System = s.name
	return r.Latency, err
}
