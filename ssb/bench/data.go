package bench

import (
	"context"
	"fmt"
	"strconv"
)

// Scaled is a benchmark whose size is a scale factor.
type Scaled struct {
	Suite     func(sf float64) (*Suite, error)
	Command   string  // what makes and loads it: "gsdms ssb"
	Customers float64 // rows of the table customer at scale factor 1, which tell it
}

// Find gives the suite at the scale factor that the tables of an engine tell.
func (b Scaled) Find(ctx context.Context, e Engine) (*Suite, error) {
	n, err := count(ctx, e, "customer", b.Command)
	if err != nil {
		return nil, err
	}
	s, err := b.Suite(float64(n) / b.Customers)
	if err != nil {
		return nil, fmt.Errorf("table customer has %d rows, which is no scale factor's: %w", n, err)
	}
	return s, nil
}

// Run measures queries on data that is loaded, as bench.Run does.
func (b Scaled) Run(ctx context.Context, e Engine, o RunOptions) (*Report, error) {
	s, err := b.Find(ctx, e)
	if err != nil {
		return nil, err
	}
	return Run(ctx, s, e, o)
}

// count counts the rows of each table, which have to be the suite's.
func (s *Suite) count(ctx context.Context, e Engine) (map[string]int64, error) {
	rows := map[string]int64{}
	for _, t := range s.Tables {
		n, err := count(ctx, e, t.Name, s.Command)
		if err != nil {
			return nil, err
		}
		if n != t.Rows {
			return nil, fmt.Errorf("table %s has %d rows, but %d at %s: load the benchmark's data again (%s load)", t.Name, n, t.Rows, s.Size, s.Command)
		}
		rows[t.Name] = n
	}
	return rows, nil
}

func count(ctx context.Context, e Engine, table, command string) (int64, error) {
	replies, err := e.Ask(ctx, []string{"select count(*) from " + table})
	if err != nil {
		return 0, fmt.Errorf("look at the benchmark's tables: %w (%s load makes them)", err, command)
	}
	return strconv.ParseInt(replies[0].Answer()[0][0], 10, 64)
}
