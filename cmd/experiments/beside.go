package experiments

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"gsdms/operators/analysis"
)

// besideTime is how long queries are asked of each kind.
const besideTime = 700 * time.Millisecond

// besides is what queries and a histogram that computes for long do to each other.
type besides struct {
	*mixed
	long *analysis.Pairs
}

// beside adds the rows: queries one by one and at once, alone and while one histogram after another is
// counted. Times of a histogram are of those that were whole while queries were asked.
func (m *mixed) beside(t table.Writer, points int) error {
	b := &besides{mixed: m, long: Cloud("doubles", points, 100, 100)}
	alone, err := m.median(b.histogram)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		ask  func(turn int) error
	}{
		{"one by one", func(turn int) error { return m.ask(m.queries[turn%len(m.queries)]) }},
		{fmt.Sprintf("%d at once", len(m.queries)), func(int) error { return m.asks() }},
	} {
		for _, histograms := range []bool{false, true} {
			took, each, err := b.while(histograms, c.ask)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			row := table.Row{c.name, "alone", len(took), milliseconds(took[len(took)/2]), milliseconds(took[len(took)*95/100]), "", ""}
			if histograms {
				row[1], row[5], row[6] = "beside", milliseconds(each), fmt.Sprintf("%.2f", each.Seconds()/alone.Seconds())
			}
			t.AppendRow(row)
		}
	}
	t.AppendRow(table.Row{"none", "", "", "", "", milliseconds(alone), "1.00"})
	return nil
}

func (b *besides) histogram() error {
	_, err := b.counter.CountPairs(b.ctx, b.long, 1<<40)
	return err
}

// while asks for some time, with histograms or without, and gives the times that asking took,
// ascending, and that of a histogram.
func (b *besides) while(histograms bool, ask func(turn int) error) (took []time.Duration, each time.Duration, err error) {
	if err := ask(0); err != nil { // and the columns and kernels are there
		return nil, 0, err
	}
	stop, done := make(chan struct{}), make(chan error, 1)
	whole := 0
	began := time.Now()
	if histograms {
		go func() {
			for {
				err := b.histogram()
				select {
				case <-stop:
					done <- err
					return
				default:
				}
				if whole, each = whole+1, time.Since(began); err != nil {
					done <- err
					return
				}
			}
		}()
	} else {
		done <- nil
	}
	for turn := 0; err == nil && time.Since(began) < besideTime; turn++ {
		asked := time.Now()
		err = ask(turn)
		took = append(took, time.Since(asked))
	}
	close(stop)
	err = errors.Join(err, <-done)
	slices.Sort(took)
	return took, each / time.Duration(max(1, whole)), err
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1e3) }
