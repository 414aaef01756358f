package index

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/value"
)

// chainOf gives the rows whose keys are a tuple: those of a chain that has them, or those that
// lie side by side.
func chainOf(x *Join, keys ...int64) []int {
	if x.Packed != nil {
		n, ok := int64(0), true
		for i, part := range x.Packed {
			ok = ok && keys[i] >= part.Lo && keys[i] <= part.Hi
			n += (keys[i] - part.Lo) * part.Stride
		}
		if keys = []int64{n}; !ok {
			return nil
		}
	}
	if !x.Direct {
		found := inChain(x, keys)
		if x.Starts == nil || len(found) == 0 {
			return found
		}
		return bucketRows(x, found[0])
	}
	if at := uint64(keys[0]) - uint64(x.Lo); x.Starts != nil && at < uint64(len(x.Heads)) {
		return bucketRows(x, int(at))
	}
	if at := x.First(keys...); at != 0 {
		return []int{int(at) - 1}
	}
	return nil
}

func bucketRows(x *Join, bucket int) (out []int) {
	for place := Stored(x.Starts, bucket); place < Stored(x.Starts, bucket+1); place++ {
		out = append(out, x.rowAt(int(place)))
	}
	return out
}

func inChain(x *Join, keys []int64) (out []int) {
	for at := x.First(keys...); at != 0; at = x.After(at - 1) {
		equal := true
		for i, a := range x.Keys {
			n, null := NumberOf(a, int(at-1))
			equal = equal && !null && n == keys[i]
		}
		if equal {
			out = append(out, int(at-1))
		}
	}
	return out
}

// TestIndexOfSeveralNumbers holds indexes over two columns of numbers against a map: they are
// one packed number where 64 bits do, which is direct where it is dense, and have the rows
// of keys that come often side by side.
func TestIndexOfSeveralNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for _, c := range []struct {
		name           string
		first, second  int64 // numbers of each key, and how far apart
		step           int64
		packed, direct bool
		grouped        bool
	}{
		{"dense", 40, 30, 1, true, true, true},
		{"sparse", 5000, 3000, 1, true, false, false},
		{"sparse and often", 20, 20, 100_000, true, false, true},
		{"too far apart", 20, 20, math.MaxInt64 / 20, false, false, true},
	} {
		const rows = 20_000
		var numbers [2][]int64
		var null [2][]bool
		want := map[[2]int64][]int{}
		in := &operators.BitSet{Len: rows, Bits: make([]uint64, rows/64+1)}
		for i := range rows {
			k := [2]int64{r.Int64N(c.first)*c.step - 9, r.Int64N(c.second)*c.step - 5}
			some := true
			for j := range numbers {
				no := r.IntN(10) == 0
				numbers[j], null[j], some = append(numbers[j], k[j]), append(null[j], no), some && !no
			}
			if r.IntN(8) == 0 {
				continue
			}
			in.Bits[i/64] |= 1 << (i % 64)
			if some {
				want[k] = append(want[k], i)
			}
		}
		a, _ := Numbers(t.Context(), "a", numbers[0], null[0])
		b, _ := Numbers(t.Context(), "b", numbers[1], null[1])
		x, err := newJoin(context.Background(), "x", &plan.Table{Name: "t", Rows: rows}, []*operators.Array{a, b}, in, math.MaxInt64, room{})
		if err != nil {
			t.Fatal(err)
		}
		if (x.Packed != nil) != c.packed || x.Direct != c.direct || (x.Order != nil) != c.grouped {
			t.Errorf("%s: packed %v, direct %v, side by side %v", c.name, x.Packed, x.Direct, x.Order != nil)
		}
		for k, rows := range want {
			if got := chainOf(x, k[0], k[1]); !slices.Equal(got, rows) {
				t.Fatalf("%s: keys %v: rows %v, want %v", c.name, k, got, rows)
			}
		}
		for range 1000 {
			k := [2]int64{r.Int64N(c.first+2)*c.step - 10, r.Int64N(c.second+2)*c.step - 6}
			if got := chainOf(x, k[0], k[1]); !slices.Equal(got, want[k]) {
				t.Fatalf("%s: keys %v: rows %v, want %v", c.name, k, got, want[k])
			}
		}
	}
}

// TestIndexFindsAllRows holds chains against a map, for sizes that are built by one
// worker and by several.
func TestIndexFindsAllRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, rows := range []int{0, 1, 2, 500, 150_000} {
		numbers, null := make([]int64, rows), make([]bool, rows)
		values := make([]plan.Value, rows)
		want := map[[2]int64][]int{}
		for i := range rows {
			numbers[i], null[i] = int64(r.IntN(rows/3+1))-7, r.IntN(10) == 0
			values[i] = value.OfFloat(float64(r.IntN(3)))
			if r.IntN(20) == 0 {
				values[i] = plan.Value{}
			}
			if !null[i] && !values[i].IsNull() {
				k := [2]int64{numbers[i], operators.FloatKey(values[i].Float)}
				want[k] = append(want[k], i)
			}
		}
		a, _ := Numbers(t.Context(), "a", numbers, null)
		x, err := newJoin(context.Background(), "x", &plan.Table{Name: "t", Rows: rows}, []*operators.Array{a, doubles(t, "b", values)}, nil, math.MaxInt64, room{})
		if err != nil {
			t.Fatal(err)
		}
		unique := true
		for k, rows := range want {
			unique = unique && len(rows) == 1
			if got := chainOf(x, k[0], k[1]); !slices.Equal(got, rows) {
				t.Fatalf("keys %v: rows %v, want %v", k, got, rows)
			}
		}
		if (x.Unique && x.Order == nil) != unique {
			t.Errorf("of %d rows the keys are unique: %v", len(numbers), x.Unique)
		}
		if got := chainOf(x, -100, 0); got != nil {
			t.Errorf("rows %v for a key that is not there", got)
		}
	}
}

func TestIndexWithoutKeysChainsAllRows(t *testing.T) {
	x, err := newJoin(context.Background(), "x", &plan.Table{Name: "t", Rows: 3}, nil, nil, math.MaxInt64, room{})
	if err != nil {
		t.Fatal(err)
	}
	if got := chainOf(x); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("rows %v", got)
	}
}

func entry(t *testing.T, c *Cache, key Key, bytes int64, built *atomic.Int64) {
	t.Helper()
	v, err := c.Get(context.Background(), key, func() (any, int64, error) {
		built.Add(1)
		return key.Column, bytes, nil
	})
	if err != nil || v != key.Column {
		t.Errorf("entry %v: %v, %v", key, v, err)
	}
}

// TestCacheKeepsItsLimit holds that the entries used longest ago go first.
func TestCacheKeepsItsLimit(t *testing.T) {
	c := NewCache(400)
	table := &plan.Table{Name: "t"}
	var built atomic.Int64
	for _, step := range []struct {
		column int
		built  int64 // builds in all after this step
	}{{1, 1}, {2, 2}, {1, 2}, {3, 3}, {1, 3}, {2, 4}, {3, 5}} {
		entry(t, c, Key{Table: table, Column: step.column}, 45, &built)
		if built.Load() != step.built {
			t.Fatalf("column %d: %d builds, want %d", step.column, built.Load(), step.built)
		}
		if c.bytes > c.limit || c.bytes != int64(45*len(c.entries)) || c.used.Len() != len(c.entries) {
			t.Fatalf("%d bytes in %d entries, %d in order", c.bytes, len(c.entries), c.used.Len())
		}
	}
	entry(t, c, Key{Table: table, Column: 9}, 1000, &built)
	if c.bytes > c.limit {
		t.Errorf("%d bytes after an entry above the limit", c.bytes)
	}
}

// TestCacheBuildsOnce holds that callers at the same time share one build.
func TestCacheBuildsOnce(t *testing.T) {
	c := NewCache(1 << 20)
	table := &plan.Table{Name: "t"}
	var built atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for column := range 50 {
				entry(t, c, Key{Table: table, Column: column}, 1, &built)
			}
		})
	}
	wg.Wait()
	if built.Load() != 50 {
		t.Errorf("%d builds of 50 entries", built.Load())
	}
}

// TestCacheForgetsErrors holds that a failed build is tried again, also by those
// who waited for one that was cancelled.
func TestCacheForgetsErrors(t *testing.T) {
	c := NewCache(400)
	key := Key{Table: &plan.Table{Name: "t"}}
	broken := errors.New("broken")
	if _, err := c.Get(context.Background(), key, func() (any, int64, error) { return nil, 7, broken }); err != broken {
		t.Fatalf("error %v", err)
	}
	started, done := make(chan struct{}), make(chan error)
	go func() {
		_, err := c.Get(context.Background(), key, func() (any, int64, error) {
			close(started)
			<-done
			return nil, 7, context.Canceled
		})
		done <- err
	}()
	<-started
	waiting := make(chan any)
	go func() {
		v, _ := c.Get(context.Background(), key, func() (any, int64, error) { return "mine", 7, nil })
		waiting <- v
	}()
	done <- nil
	if err := <-done; err != context.Canceled {
		t.Errorf("the cancelled builder got %v", err)
	}
	if v := <-waiting; v != "mine" {
		t.Errorf("who waited got %v", v)
	}
	if c.bytes != 7 {
		t.Errorf("%d bytes", c.bytes)
	}
}

// TestCachePanic holds that a build that panics leaves no entry behind.
func TestCachePanic(t *testing.T) {
	c := NewCache(400)
	key := Key{Table: &plan.Table{Name: "t"}}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		_, _ = c.Get(context.Background(), key, func() (any, int64, error) { panic("build") })
	}()
	var built atomic.Int64
	entry(t, c, key, 1, &built)
}

// TestCacheFollowsSnapshots holds that a newer snapshot of a table drops what was
// made of the older one, and that asking for an older one does no harm.
func TestCacheFollowsSnapshots(t *testing.T) {
	c := NewCache(400)
	old, other := &plan.Table{Name: "t", Version: 1}, &plan.Table{Name: "u", Version: 1}
	next := &plan.Table{Name: "t", Version: 2}
	var built atomic.Int64
	entry(t, c, Key{Table: old}, 10, &built)
	entry(t, c, Key{Table: other}, 10, &built)
	entry(t, c, Key{Table: next}, 10, &built)
	if len(c.entries) != 2 || c.bytes != 20 {
		t.Errorf("%d entries, %d bytes", len(c.entries), c.bytes)
	}
	entry(t, c, Key{Table: old}, 10, &built)
	entry(t, c, Key{Table: next}, 10, &built)
	if built.Load() != 4 {
		t.Errorf("%d builds, want 4", built.Load())
	}
	both := Key{Table: other, With: next}
	entry(t, c, both, 10, &built)
	entry(t, c, Key{Table: &plan.Table{Name: "t", Version: 3}}, 10, &built)
	if c.entries[both.held()] != nil {
		t.Error("what depends on two tables stays when one of them is a newer one")
	}
}

// TestSetBits holds runs of bits, also over words, against looking at each bit.
func TestSetBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 500 {
		words := make([]uint64, r.IntN(4))
		for i := range words {
			words[i] = []uint64{0, ^uint64(0), r.Uint64(), 1 << 63, 1}[r.IntN(5)]
		}
		var want []sets.Interval
		for i := range len(words) * 64 {
			if words[i/64]>>(i%64)&1 == 1 {
				want = append(want, sets.Interval{Lo: int64(i) - 9, Hi: int64(i) - 9})
			}
		}
		if got := sets.OfBits(words, -9); !slices.Equal(got, sets.NewRanges(want)) {
			t.Fatalf("%x: %v, want %v", words, got, sets.NewRanges(want))
		}
	}
}

// doubles stores values that are doubles or NULL.
func doubles(t *testing.T, name string, values []plan.Value) *operators.Array {
	numbers, null := make([]float64, len(values)), make([]bool, len(values))
	for i, v := range values {
		numbers[i], null[i] = v.Float, v.IsNull()
	}
	return Floats(t.Context(), name, numbers, null)
}
