package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// The first NULL of a column is stored in another form than the codes before it, also of texts that
// were read out of the dictionary's tail before it came.
func TestNullBehindLateTexts(t *testing.T) {
	t.Parallel()
	for _, texts := range [][]any{{"c"}, {"a"}, {"a", "z", "k"}} {
		for _, early := range []bool{true, false} {
			c := open(t, t.TempDir())
			d := store.Definition{Name: "t", Columns: columns("n", "#text")}
			d.Columns[1].Nullable = true
			define(t, c, d)
			all := rows{{int64(0), "b"}, {int64(1), "d"}}
			load(t, c, d, all)
			for _, text := range append(slices.Clone(texts), nil, "e", nil, "b") {
				row := []any{int64(len(all)), text}
				load(t, c, d, rows{row})
				if all = append(all, row); early && !same(read(t, table(t, c, "t")), all) {
					t.Fatalf("%v behind %v: the rows are not those that came", text, texts)
				}
			}
			if !same(read(t, table(t, c, "t")), all) {
				t.Errorf("with %v at the end: the rows are not those that came", texts)
			}
			c.Close()
		}
	}
}

// Texts that come to a column after others are those that were given, whatever has come between
// them and whatever is done to the table then; its key, a text, too, is held.
func TestLateTexts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, ctx := open(t, dir), context.Background()
	d := store.Definition{Name: "t", Columns: columns("#k", "#text", "n"), PrimaryKey: []int{0}}
	d.Columns[1].Nullable = true
	define(t, c, d)
	r := rand.New(rand.NewPCG(3, 9))
	var all rows
	tails := 0
	steps := 2 * tries(30)
	for step := range steps {
		more := rows{}
		for range 1 + r.IntN(800) {
			row := []any{fmt.Sprintf("%d %d", r.IntN(1000), len(all)+len(more)), nil, int64(step)}
			if r.IntN(10) > 0 {
				row[1] = fmt.Sprint("text ", r.IntN(100000))
			}
			more = append(more, row)
		}
		load(t, c, d, more)
		all = append(all, more...)
		again := []any{all[r.IntN(len(all))][0], "again", int64(0)}
		var refused *store.RowError
		if _, err := c.Load(ctx, "t", source(d, rows{{"a new key", "a new text", int64(1)}, again})); !errors.As(err, &refused) || refused.Row != 1 {
			t.Fatalf("step %d: a key twice: %v", step, err)
		}
		if found, _ := filepath.Glob(filepath.Join(dir, "t", "*.tail")); len(found) > 0 {
			tails++
		}
		if step%7 == 6 {
			all = meddle(t, c, d, all, step)
		}
		if step%20 == 19 {
			c.Close()
			c = open(t, dir)
		}
		if step%5 == 4 && !same(sortedByKey(read(t, table(t, c, "t"))), sortedByKey(slices.Clone(all))) {
			t.Fatalf("step %d: the rows are not those that came", step)
		}
	}
	if tails < steps/2 {
		t.Errorf("texts came behind a dictionary in %d steps only", tails)
	}
}

// meddle changes the table in another way, and gives the rows that it then has.
func meddle(t *testing.T, c *store.Catalog, d store.Definition, all rows, step int) rows {
	t.Helper()
	ctx := context.Background()
	snapshot := table(t, c, "t")
	now := read(t, snapshot)
	var err error
	switch step / 7 % 4 {
	case 0:
		err = c.Optimize(ctx, "t")
	case 1: // some rows get a text that others have
		given := rows{}
		for i := 0; i < len(now); i += 50 {
			given, now[i][1] = append(given, []any{int64(i), "text 5"}), "text 5"
		}
		u := store.Definition{Name: "t", Columns: append([]plan.Column{{Type: plan.Type{Kind: plan.Int}}}, d.Columns[1])}
		_, err = c.Update(ctx, "t", []string{"text"}, func(_ *store.View, take func(ingest.Source) error) error { return take(source(u, given)) })
		all = now
	case 2:
		err = c.Rename(ctx, map[string]string{"t": "u"})
		if err == nil {
			err = c.Rename(ctx, map[string]string{"u": "t"})
		}
	case 3: // more than what is appended, which writes the table anew
		more := make(rows, 270000)
		for i := range more {
			more[i] = []any{fmt.Sprint("bulk ", step, " ", i), fmt.Sprint("text ", i%7), int64(step)}
		}
		load(t, c, d, more)
		all = append(all, more...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The zones of segments hold also while some texts are behind their dictionary.
func TestLateZones(t *testing.T) {
	t.Parallel()
	c := open(t, t.TempDir())
	d := store.Definition{Name: "t", Columns: columns("#text")}
	d.Columns[0].Nullable = true
	define(t, c, d)
	first := make(rows, 2*plan.SegmentRows+5)
	for i := range first {
		first[i] = []any{fmt.Sprintf("m%06d", i%3000+1000*(i/plan.SegmentRows))}
	}
	load(t, c, d, first)
	load(t, c, d, rows{{"a"}, {nil}, {"m000000a"}, {"z"}, {"a"}})
	want := append(first, rows{{"a"}, {nil}, {"m000000a"}, {"z"}, {"a"}}...)
	if got := read(t, table(t, c, "t")); !same(got, want) {
		t.Error("other rows")
	}
}
