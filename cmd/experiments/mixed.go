package experiments

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/operators/analysis"
	"gsdms/pushscan"
)

// Mixes prints what queries, with constants of a seed, and histograms of so many points do to each
// other, and to queries those of so many that they compute for long.
func (l *Kernels) Mixes(out io.Writer, counter analysis.PairCounter, seed uint64, points, long int) error {
	m := newMixed(l, counter, seed, points)
	t := newTable(fmt.Sprintf("\n%d queries and %d histograms of %d points", mixedQueries, mixedPairs, points), "what", "whole ms", "times one after another")
	if err := m.mix(t); err != nil {
		return err
	}
	fmt.Fprintln(out, t.Render())
	t = newTable(fmt.Sprintf("\nQueries beside histograms of %d points", long), "queries", "histograms", "asked", "median ms", "95 % ms", "histogram ms", "times alone")
	if err := m.beside(t, long); err != nil {
		return err
	}
	fmt.Fprintln(out, t.Render())
	return nil
}

// mixed compares ways to run queries of the benchmark and histograms of distances on one card.
type mixed struct {
	*Kernels
	counter analysis.PairCounter
	queries []string
	pairs   []*analysis.Pairs
}

// How many of each there are.
const (
	mixedQueries = 8
	mixedPairs   = 2
)

func newMixed(l *Kernels, counter analysis.PairCounter, seed uint64, points int) *mixed {
	m := &mixed{Kernels: l, counter: counter, queries: texts(seed, mixedQueries)}
	for range mixedPairs {
		m.pairs = append(m.pairs, Cloud("doubles", points, 100, 100))
	}
	return m
}

// mix adds the rows: one after another, each alone; queries as streams; and as the engine runs them.
func (m *mixed) mix(t table.Writer) error {
	l := m.Kernels
	at := func(g pushscan.Granularity, name string) int {
		return slices.IndexFunc(l.ways, func(w way) bool { return w.granularity == g && w.name == name })
	}
	var first time.Duration
	for _, c := range []struct {
		name string
		way  int
		run  func() error
	}{
		{"queries alone", at(pushscan.Auto, "knapsack, concurrency"), m.asks},
		{"histograms alone, at once", at(pushscan.Auto, "knapsack, concurrency"), func() error { return m.counts(len(m.pairs)) }},
		{"all one after another", at(pushscan.Pipeline, "knapsack, concurrency"), m.singly},
		{"queries as streams, histograms", at(pushscan.Pipeline, "streams"), m.together},
		{"queries as kernels, histograms", at(pushscan.Pipeline, "knapsack, concurrency"), m.together},
		{"queries as one kernel, histograms", at(pushscan.Auto, "knapsack, concurrency"), m.together},
	} {
		if err := l.turn(c.way); err != nil {
			return err
		}
		took, err := m.median(c.run)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if c.name == "all one after another" {
			first = took
		}
		times := ""
		if first > 0 {
			times = fmt.Sprintf("%.2f", first.Seconds()/took.Seconds())
		}
		t.AppendRow(table.Row{c.name, fmt.Sprintf("%.3f", took.Seconds()*1e3), times})
	}
	return nil
}

// median times several runs, after two to warm up.
func (m *mixed) median(run func() error) (time.Duration, error) {
	all := make([]time.Duration, 0, m.runs)
	for i := range m.runs + 2 {
		began := time.Now()
		if err := run(); err != nil {
			return 0, err
		}
		if i >= 2 {
			all = append(all, time.Since(began))
		}
	}
	slices.Sort(all)
	return all[len(all)/2], nil
}

// asks runs the queries at once.
func (m *mixed) asks() error { return m.ask(m.queries...) }

// ask runs queries at once. Their answers are compared elsewhere.
func (m *mixed) ask(queries ...string) error {
	var errs []error
	for _, a := range m.Session.Together(m.ctx, queries) {
		errs = append(errs, a.Err)
	}
	return errors.Join(errs...)
}

// counts runs the histograms, so many at once.
func (m *mixed) counts(atOnce int) error {
	errs, turns := make([]error, len(m.pairs)), make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i, p := range m.pairs {
		turns <- struct{}{}
		all.Go(func() {
			_, errs[i] = m.counter.CountPairs(m.ctx, p, 1<<40)
			<-turns
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// singly runs everything one after another.
func (m *mixed) singly() error {
	for _, q := range m.queries {
		if err := m.ask(q); err != nil {
			return err
		}
	}
	return m.counts(1)
}

// together runs everything at once.
func (m *mixed) together() error {
	done := make(chan error, 1)
	go func() { done <- m.counts(len(m.pairs)) }()
	return errors.Join(m.asks(), <-done)
}
