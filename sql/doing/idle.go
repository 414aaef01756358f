package doing

import (
	"context"
	"math"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
)

// sleep is SLEEP: the statement waits for so many seconds, under its timeout and where KILL
// reaches it.
func sleep(ctx context.Context, seconds plan.Value) error {
	s, err := strict.Convert(seconds, plan.Type{Kind: plan.Double})
	if err != nil || s.IsNull() || s.Float < 0 {
		return parse.ErrorAt("", -1, parse.CodeWrongArguments, "Incorrect arguments to sleep: %s seconds", seconds)
	}
	wait := time.Duration(math.MaxInt64)
	if n := s.Float * float64(time.Second); n < math.MaxInt64 {
		wait = time.Duration(n)
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// benchmark is BENCHMARK: an expression is computed so many times, and 0 given. NULL times, and
// less than 0, are NULL as in MySQL.
func benchmark(ctx context.Context, times plan.Value, compute func() (plan.Value, error)) (plan.Value, error) {
	n, err := strict.Convert(times, plan.Type{Kind: plan.Int})
	if err != nil || n.IsNull() || n.Int < 0 {
		return plan.Value{}, err
	}
	for range n.Int {
		if err := ctx.Err(); err != nil {
			return plan.Value{}, context.Cause(ctx)
		}
		if _, err := compute(); err != nil {
			return plan.Value{}, err
		}
	}
	return value.OfInt(0), nil
}
