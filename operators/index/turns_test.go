package index

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// turns are as many as are wanted, and count.
type turns struct{ held, paused atomic.Int64 }

func (c *turns) Take()  { c.held.Add(1) }
func (c *turns) Leave() { c.held.Add(-1) }
func (c *turns) Pause() { c.paused.Add(1) }

// Who goes over many rows looks whether its turn is over: in each pass after 16,384 rows at
// most, whatever is made of them.
func TestPassesPause(t *testing.T) {
	const rows = 1 << 18
	ctx := context.Background()
	made := func(of func(i int) int64) *operators.Array {
		numbers := make([]int64, rows)
		for i := range numbers {
			numbers[i] = of(i)
		}
		a, _ := Numbers(ctx, "a", numbers, nil)
		return a
	}
	row := made(func(i int) int64 { return int64(i) })
	mixed := made(func(i int) int64 { return int64(i * 7919 % rows) })
	often := made(func(i int) int64 { return int64(i * 7919 % rows / 8) })
	sparse := made(func(i int) int64 { return int64(i*7919%rows/8) << 32 })
	join := func(keys ...*operators.Array) func(ctx context.Context) error {
		return func(ctx context.Context) error {
			_, err := newJoin(ctx, "x", &plan.Table{Name: "t", Rows: rows}, keys, nil, math.MaxInt64, room{})
			return err
		}
	}
	for _, c := range []struct {
		name   string
		passes int // over all rows
		make   func(ctx context.Context) error
	}{
		{"an index of numbers in order", 1, join(row)},
		{"an index of numbers in any order", 3, join(mixed)},
		{"an index of numbers that come often", 3, join(often)},
		{"a hash table", 2, join(sparse)},
		{"packed numbers", 4, join(often, mixed)},
		{"keys by row", 1, func(ctx context.Context) error { _, err := Through(ctx, mixed, often); return err }},
		{"numbers", 2, func(ctx context.Context) error { Numbers(ctx, "n", make([]int64, rows), nil); return nil }},
		{"doubles", 1, func(ctx context.Context) error { Floats(ctx, "d", make([]float64, rows), nil); return nil }},
		{"an order", 3, func(ctx context.Context) error {
			_, err := NewCache(1<<30).NewOrder(ctx, &plan.Table{Rows: rows}, nil, mixed, nil, nil)
			return err
		}},
		{"a set of keys", 2, func(ctx context.Context) error { _, _, err := Keys(ctx, mixed, nil); return err }},
		{"runs", 2, func(ctx context.Context) error {
			v, err := newView(ctx, mixed, &plan.Column{Storage: mixed.Storage})
			if err == nil {
				_, err = v.rows(ctx, sets.Stored{{Lo: 3, Hi: 5}})
			}
			return err
		}},
	} {
		counted := &turns{}
		if err := c.make(operators.WithTurns(ctx, counted)); err != nil {
			t.Fatal(err)
		}
		if got, want := counted.paused.Load(), int64(c.passes*rows/(1<<14)); got < want {
			t.Errorf("%s: the turn's end is looked for %d times, want %d", c.name, got, want)
		}
		if counted.held.Load() != 0 {
			t.Errorf("%s: %d turns are kept", c.name, counted.held.Load())
		}
	}
}

// Who waits for what another makes has no turn meanwhile, and its own again behind it.
func TestCacheWaitsOutOfTurn(t *testing.T) {
	c, key := NewCache(1<<20), Key{Table: &plan.Table{Name: "t"}}
	begun, end := make(chan struct{}), make(chan struct{})
	go func() {
		_, _ = c.Get(context.Background(), key, func() (any, int64, error) {
			close(begun)
			<-end
			return 1, 1, nil
		})
	}()
	<-begun
	counted := &turns{}
	ctx, leave := operators.InTurn(operators.WithTurns(t.Context(), counted))
	got := make(chan any)
	go func() {
		v, _ := c.Get(ctx, key, nil)
		got <- v
	}()
	for counted.held.Load() != 0 {
		time.Sleep(time.Millisecond)
	}
	close(end)
	if v := <-got; v != 1 || counted.held.Load() != 1 {
		t.Errorf("the entry is %v, with %d turns", v, counted.held.Load())
	}
	leave()
}
