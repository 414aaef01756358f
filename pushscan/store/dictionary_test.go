package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"gsdms/pushscan/store"
)

// Loads that bring new texts among the old ones put them in order; a load without new
// texts, or one that fails, leaves the dictionary's file as it is.
func TestDictionaryAcrossLoads(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	d := store.Definition{Name: "t", Columns: columns("n", "#text"), PrimaryKey: []int{0}}
	d.Columns[1].Nullable = true
	define(t, c, d)
	var want rows
	seen := map[any]bool{}
	for i, texts := range [][]any{{"m", "m", "c"}, {"z", "a", "m", "n", nil}, {"a", nil, "z", "c"}, {"", "zz"}, {nil}, {"b", "b"}} {
		before := dictionaries(t, dir)
		grows := false
		var more rows
		for _, text := range texts {
			grows = grows || text != nil && !seen[text]
			seen[text] = text != nil
			more = append(more, []any{int64(len(want) + len(more)), text})
		}
		load(t, c, d, more)
		want = append(want, more...)
		if got := read(t, table(t, c, "t")); !same(sortedByKey(got), want) {
			t.Errorf("load %d: %v, want %v", i, got, want)
		}
		dict := table(t, c, "t").Columns[1].Dict
		for k := 1; k < dict.Len(); k++ {
			if dict.At(k-1) >= dict.At(k) {
				t.Errorf("load %d: %q is not below %q", i, dict.At(k-1), dict.At(k))
			}
		}
		if after := dictionaries(t, dir); !grows && !slices.Equal(before, after) {
			t.Errorf("load %d: the files %v became %v", i, before, after)
		}
	}
	before := dictionaries(t, dir)
	if _, err := c.Load(context.Background(), "t", source(d, rows{{int64(0), "new"}})); err == nil {
		t.Error("a key that is there was loaded")
	}
	c.Close()
	c, err := store.Open(dir, store.Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := read(t, table(t, c, "t")); !same(sortedByKey(got), want) {
		t.Errorf("after a failure: %v, want %v", got, want)
	}
	if after := dictionaries(t, dir); !slices.Equal(before[len(before)-1:], after) {
		t.Errorf("the files %v became %v", before, after)
	}
	if err := c.Truncate(context.Background(), "t"); err != nil {
		t.Fatal(err)
	}
	load(t, c, d, rows{{int64(1), "only"}})
	if n := table(t, c, "t").Columns[1].Dict.Len(); n != 1 {
		t.Errorf("%d texts after a truncate and one row", n)
	}
}

func dictionaries(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "t", "*.dict"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// BenchmarkInsert adds one row to a table of 10,000, of which two columns are texts.
func BenchmarkInsert(b *testing.B) {
	c := open(b, b.TempDir())
	d := store.Definition{Name: "t", Columns: columns("n", "#few", "#many", "m"), PrimaryKey: []int{0}}
	define(b, c, d)
	row := func(i int) []any {
		return []any{int64(i), fmt.Sprint("few ", i%500), fmt.Sprint("many ", i), int64(i % 7)}
	}
	var first rows
	for i := range 10_000 {
		first = append(first, row(i))
	}
	load(b, c, d, first)
	b.ReportAllocs()
	for i := 10_000; b.Loop(); i++ {
		load(b, c, d, rows{row(i)})
	}
}
