package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
)

// Readers, loads, drops, truncations and optimizations at once: whoever looks sees
// whole tables that fit each other.
func TestConcurrentChanges(t *testing.T) {
	t.Parallel()
	c := open(t, t.TempDir())
	products, sales := saleTables()
	define(t, c, products)
	define(t, c, sales)
	load(t, c, products, productsFrom(0))
	ctx, stop := context.WithCancel(context.Background())
	var readers, writers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				if err := look(c); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	work := []func(i int) error{
		func(i int) error { return appendSales(c, sales) },
		func(i int) error { return c.Optimize(ctx, "products") },
		func(i int) error {
			_, err := c.Load(ctx, "products", source(products, productsFrom((i+1)*productRows)))
			return err
		},
		func(i int) error {
			d := store.Definition{Name: fmt.Sprint("extra", i), Columns: columns("a")}
			return errors.Join(c.Create(ctx, d), c.Drop(ctx, d.Name))
		},
	}
	for _, w := range work {
		writers.Go(func() {
			for i := range 4 {
				if err := w(i); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	stop()
	readers.Wait()
	if n := table(t, c, "products").Rows; n != 5*productRows {
		t.Errorf("%d products in the end", n)
	}
}

// appendSales empties the table or adds to it. It is the only one to change it.
func appendSales(c *store.Catalog, sales store.Definition) error {
	ctx := context.Background()
	v := c.View()
	s, err := v.Table("sales")
	v.Close()
	if err != nil {
		return err
	}
	if s.Rows >= 2*saleRows {
		return c.Truncate(ctx, "sales")
	}
	_, err = c.Load(ctx, "sales", source(sales, salesFrom(s.Rows)))
	return err
}

// look reads a view and checks it.
func look(c *store.Catalog) error {
	v := c.View()
	defer v.Close()
	s, errS := v.Table("sales")
	p, errP := v.Table("products")
	if err := errors.Join(errS, errP); err != nil {
		return err
	}
	if s.Columns[1].Ref.Table != p {
		return errors.New("the sales reference another version of the products")
	}
	n, err := readColumn(s, 0)
	if err != nil {
		return err
	}
	keys, err := readColumn(s, 1)
	if err != nil {
		return err
	}
	for i := range n {
		if key := n[i].(int64); keys[i] != productKey(int(key)) {
			return fmt.Errorf("sale %d is of product %v", key, keys[i])
		}
	}
	return nil
}

// Loads, failed loads and views leave neither descriptors nor mappings behind.
func TestNothingLeaks(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	use := func(i int) {
		good := rows{order(int64(i), 1), order(int64(i), 2)}
		load(t, c, d, good)
		if _, err := c.Load(context.Background(), "orders", source(d, good)); err == nil {
			t.Fatal("the same keys twice")
		}
		v := c.View()
		snapshot, err := v.Table("orders")
		if err != nil {
			t.Fatal(err)
		}
		for k := range snapshot.Shown() {
			if _, err := readColumn(snapshot, k); err != nil {
				t.Fatal(err)
			}
		}
		v.Close()
	}
	for i := range 9 { // from then on the folder has a log
		use(i)
	}
	descriptors, mappings := inUse(t, dir)
	for i := range 20 {
		use(i + 9)
	}
	if d, m := inUse(t, dir); d != descriptors || m != mappings {
		t.Errorf("%d descriptors and %d mappings, before %d and %d", d, m, descriptors, mappings)
	}
	c.Close()
	if _, m := inUse(t, dir); m != 0 {
		t.Errorf("%d mappings after the end", m)
	}
}

// inUse counts the process's descriptors and its mappings of files below dir.
func inUse(t *testing.T, dir string) (descriptors, mappings int) {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(open), strings.Count(string(mustRead(t, "/proc/self/maps")), dir)
}

// A load of several segments, whose spills have files, closes them, also when it fails.
func TestSpillsAreClosed(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	d := store.Definition{Name: "t", Columns: columns("n", "#s")}
	define(t, c, d)
	data := make(rows, plan.SegmentRows+10)
	for i := range data {
		data[i] = []any{int64(i), "x"}
	}
	before, _ := inUse(t, dir)
	for range 3 {
		load(t, c, d, data)
		failing := source(d, append(data[:len(data):len(data)], []any{nil, ""}))
		if _, err := c.Load(context.Background(), "t", failing); err == nil {
			t.Fatal("NULL in a NOT NULL column")
		}
	}
	if after, _ := inUse(t, dir); after != before {
		t.Errorf("%d descriptors, before %d", after, before)
	}
}
