package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"gsdms/ssb/bench"
)

// contest measures the systems in turn.
type contest struct {
	options options
	load    *bench.Suite
	systems []*process // ours first
	right   answers
	report  *report
	able    []bench.Query // those that every system answers, once it is known
}

// long ends a measurement after fewer rounds than asked for, but not before the fewest.
const (
	long   = 20 * time.Second
	fewest = 3
)

// answers are what all systems have to answer, by text.
type answers map[string]answer

// run measures section by section, and shows each as soon as it is done.
func (b *contest) run(ctx context.Context, w io.Writer) error {
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
	fmt.Fprintf(w, "\n%s\n\n%s", b.report.figures(), b.report.slower()+b.footer())
	return b.report.wrong()
}

// close ends all processes.
func (b *contest) close() error {
	var errs []error
	for _, s := range b.systems {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// learn has the right answers computed apart from all engines, where the suite can.
func (b *contest) learn(ctx context.Context, queries []bench.Query) error {
	if b.load.Answers == nil {
		return nil
	}
	queries = slices.DeleteFunc(slices.Clone(queries), func(q bench.Query) bool {
		_, known := b.right[q.Text]
		return known
	})
	if len(queries) == 0 {
		return nil
	}
	answers, err := b.load.Answers(ctx, queries)
	for i, a := range answers {
		if a != nil {
			b.right[queries[i].Text] = exactAnswer(a)
		}
	}
	return err
}

// check compares a system's answer with the right one; the first to come is right where no
// other is known. The error is a difference.
func (a answers) check(q bench.Query, got answer) error {
	want, known := a[q.Text]
	if !known {
		a[q.Text] = got
		return nil
	}
	if err := compare(q, got, want); err != nil {
		return fmt.Errorf("%s: %s: %w", wrongAnswer, q.Name, err)
	}
	return nil
}

// wrongAnswer begins the fault of a system whose answer is not that of the others.
const wrongAnswer = "another answer"

// memory measures the machine.
func (b *contest) memory(ctx context.Context) (err error) {
	b.report.Memory, err = memory(ctx, b.options.Threads)
	return err
}

// queries measures each of the suite alone.
func (b *contest) queries(ctx context.Context) error {
	b.able = []bench.Query{}
	for _, q := range b.load.Queries {
		line, err := b.compare(ctx, q.Name, []bench.Query{q})
		if err != nil {
			return err
		}
		line.Text = q.Text
		b.report.Queries = append(b.report.Queries, line)
		if line.whole() {
			b.able = append(b.able, q)
		}
	}
	return nil
}

// answered gives the queries that every system answers, and asks each once if that is not
// known yet.
func (b *contest) answered(ctx context.Context) ([]bench.Query, error) {
	if b.able != nil {
		return b.able, nil
	}
	once := *b
	once.options.rounds, once.options.warm, once.options.runs = 1, 1, 1
	able := []bench.Query{}
	for _, q := range b.load.Queries {
		line, err := once.compare(ctx, q.Name, []bench.Query{q})
		if err != nil {
			return nil, err
		}
		if line.whole() {
			able = append(able, q)
		}
	}
	b.able = able
	return able, nil
}

// batches measures many queries at once. First those of which none is like another: the
// suite's, and as many with literals of their own as each batch has. Then the suite's again
// and again, as many as the largest batch has: equal queries that arrive together may run
// once. Answers that stay with the engine are not asked for again and again: they are as
// large as the tables.
func (b *contest) batches(ctx context.Context) error {
	able, err := b.answered(ctx)
	if err != nil || len(able) == 0 {
		return err
	}
	lists := [][]bench.Query{able}
	most := slices.Max(b.options.batches)
	for _, n := range b.options.batches {
		if n > len(able) && b.load.Random != nil {
			lists = append(lists, b.load.Different(b.options.Seed, n))
		}
	}
	for _, queries := range lists {
		if err := b.batch(ctx, atOnce(len(queries)), queries); err != nil {
			return err
		}
	}
	large := slices.ContainsFunc(able, func(q bench.Query) bool { return q.Kept })
	if most <= len(able) || large {
		return nil
	}
	var again []bench.Query
	for i := range most {
		again = append(again, able[i%len(able)])
	}
	return b.batch(ctx, fmt.Sprintf("%d at once, only %d different", most, len(able)), again)
}

func (b *contest) batch(ctx context.Context, name string, queries []bench.Query) error {
	line, err := b.compare(ctx, name, queries)
	b.report.Batches = append(b.report.Batches, line)
	return err
}

// atOnce names a batch of queries that are all different.
func atOnce(n int) string { return fmt.Sprintf("%d at once", n) }

// compare lets the systems take turns at queries, asked together. A system that cannot
// answer, or answers otherwise than is right, has a fault and no more turns.
func (b *contest) compare(ctx context.Context, name string, queries []bench.Query) (line, error) {
	if err := b.learn(ctx, queries); err != nil {
		return line{}, err
	}
	t := &turn{Queries: queries, Warm: b.options.warm, Runs: b.options.runs, Limit: b.options.limit}
	systems := make([]measured, len(b.systems))
	start := time.Now()
	for round := 0; round < b.options.rounds && (round < fewest || time.Since(start) < long); round++ {
		for i, s := range b.systems {
			if systems[i].fault != "" {
				continue
			}
			r, err := s.ask(request{Turn: t})
			if err != nil {
				return line{}, fmt.Errorf("%s: %w", name, err)
			}
			systems[i].add(r, b.faultOf(queries, r))
		}
	}
	return newLine(name, systems), nil
}

// faultOf is what is wrong with a reply, "" if nothing is.
func (b *contest) faultOf(queries []bench.Query, r reply) string {
	if r.Fault != "" {
		return r.Fault
	}
	for i, q := range queries {
		if err := b.right.check(q, r.Answers[i]); err != nil {
			return err.Error()
		}
	}
	return ""
}

// closed has clients that ask without a pause.
func (b *contest) closed(ctx context.Context) error {
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
func (b *contest) open(ctx context.Context) error {
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

// loop runs one loop on one system, with the queries that every system answers and whose
// answers are brought to the client.
func (b *contest) loop(ctx context.Context, s *process, l loop) (Latency, error) {
	able, err := b.answered(ctx)
	if err == nil {
		l.Queries = slices.DeleteFunc(slices.Clone(able), func(q bench.Query) bool { return q.Kept })
		err = b.learn(ctx, l.Queries)
	}
	if err != nil {
		return Latency{}, err
	}
	if len(l.Queries) == 0 {
		return Latency{}, fmt.Errorf("%s: no query that all systems answer brings its answer to the client", b.load.Name)
	}
	l.Duration, l.Seed = b.options.duration, b.options.Seed
	r, err := s.ask(request{Loop: &l})
	for _, k := range r.Samples {
		if err == nil {
			err = b.right.check(l.Queries[k.Query], k.Answer)
		}
	}
	r.Latency.System = s.name
	return r.Latency, err
}
