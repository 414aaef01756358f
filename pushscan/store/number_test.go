package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

func numbered() store.Definition {
	d := store.Definition{Name: "n", Columns: columns("id", "#a"), PrimaryKey: []int{0}}
	d.Columns[0].Own = plan.Numbered
	return d
}

// ids are the numbers of the rows.
func ids(t *testing.T, c *store.Catalog) (out []int64) {
	t.Helper()
	for _, row := range read(t, table(t, c, "n")) {
		out = append(out, row[0].(int64))
	}
	return out
}

// A load that fails gives no numbers, one that follows gives them again; what a batch of a source
// holds stays as it is; numbers go on where the folder is opened again.
func TestNumbers(t *testing.T) {
	dir := t.TempDir()
	c, d := open(t, dir), numbered()
	define(t, c, d)
	ctx := context.Background()
	asked := rows{{nil, "a"}, {int64(0), "b"}}
	l, err := c.LoadNumbered(ctx, "n", source(d, asked))
	if err != nil || l.Rows != 2 || l.First != 1 || asked[0][0] != nil || asked[1][0] != int64(0) {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := c.LoadNumbered(ctx, "n", source(d, rows{{nil, "c"}, {int64(1), "d"}})); err == nil || l.First != 0 || l.Rows != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := c.LoadNumbered(ctx, "n", source(d, rows{{int64(10), "e"}})); err != nil || l.First != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(t, dir)
	if l, err := c.LoadNumbered(ctx, "n", source(d, rows{{nil, "f"}})); err != nil || l.First != 11 {
		t.Errorf("%+v, %v", l, err)
	}
	if got := table(t, c, "n").NextNumber; got != 12 {
		t.Errorf("the next number is %d", got)
	}
}

// Loads at the same time never give one number twice.
func TestNumbersAtOnce(t *testing.T) {
	c, d := open(t, t.TempDir()), numbered()
	define(t, c, d)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if _, err := c.Load(context.Background(), "n", source(d, rows{{nil, "a"}, {nil, "b"}})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i, id := range ids(t, c) {
		if id != int64(i+1) {
			t.Fatalf("row %d has number %d", i, id)
		}
	}
}

// Columns that make no sense are refused, and numbers that have run out.
func TestNumbersRefused(t *testing.T) {
	c := open(t, t.TempDir())
	ctx := context.Background()
	two, words, day := numbered(), numbered(), numbered()
	two.Columns = append(two.Columns, plan.Column{Name: "b", Type: integer, Own: plan.Numbered})
	words.Columns[1].Own, words.Columns[0].Own = plan.Numbered, 0
	day.Columns[0].Own = plan.DefaultsToNow
	for _, d := range []store.Definition{two, words, day} {
		if err := c.Create(ctx, d); err == nil {
			t.Errorf("%+v is accepted", d.Columns)
		}
	}
	d := numbered()
	d.Columns[0].Type = plan.Type{Kind: plan.Int, Name: "TINYINT", Min: -128, Max: 127}
	d.NextNumber = 127
	define(t, c, d)
	load(t, c, d, rows{{nil, "a"}})
	var e *store.NumbersError
	if _, err := c.Load(ctx, "n", source(d, rows{{nil, "b"}})); !errors.As(err, &e) || e.SQLCode() != 1467 {
		t.Errorf("error %v", err)
	}
	load(t, c, d, rows{{int64(-1), "c"}})
}

// Columns that follow change where another one does.
func TestFollowing(t *testing.T) {
	c, d := open(t, t.TempDir()), store.Definition{Name: "t", Columns: columns("a", "b", "stamp")}
	define(t, c, d)
	load(t, c, d, rows{{int64(1), int64(1), int64(5)}, {int64(2), int64(2), int64(5)}, {int64(3), int64(3), int64(9)}})
	given := rows{{int64(0), int64(1), int64(9)}, {int64(1), int64(7), int64(9)}, {int64(2), int64(7), int64(9)}}
	with := store.Definition{Columns: columns("row", "b", "stamp")}
	u, err := c.Update(context.Background(), "t", []string{"b", "stamp"}, func(_ *store.View, take func(ingest.Source) error) error { return take(source(with, given)) }, "stamp")
	if err != nil || u != (store.Updated{Matched: 3, Changed: 2}) {
		t.Errorf("%+v, %v", u, err)
	}
	want := rows{{int64(1), int64(1), int64(5)}, {int64(2), int64(7), int64(9)}, {int64(3), int64(7), int64(9)}}
	if got := read(t, table(t, c, "t")); !same(got, want) {
		t.Errorf("%v", got)
	}
}
