package index

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// What making an order takes is charged while it is made, and what is kept of it afterwards. Where
// there is no room for it files hold it, if there are any, else the order is refused.
func TestOrdersAreCharged(t *testing.T) {
	const rows = 100_000
	numbers, want := make([]int64, rows), make([]int64, rows)
	for i := range numbers {
		numbers[i] = int64(i * 7919 % rows) // once each
		want[numbers[i]] = int64(i)
	}
	by, _ := Numbers(t.Context(), "n", numbers, nil)
	table := &plan.Table{Name: "t", Rows: rows, Passing: true}
	mapped := int64(0)
	files := func(bytes int64) ([]byte, error) {
		mapped += bytes
		return make([]byte, bytes), nil
	}
	for _, c := range []struct {
		name   string
		limit  int64
		beyond func(bytes int64) ([]byte, error)
		fits   bool
		mapped int64
	}{
		{"with room", 33 * rows, nil, true, 0},
		{"with room to compare", 25 * rows, nil, true, 0},
		{"without room", 16 * rows, nil, false, 0},
		{"in a file", 20 * rows, files, true, 8 * rows},
		{"without room for what is kept", 4 * rows, files, false, 0},
	} {
		mapped = 0
		account := operators.NewAccount(c.limit, "the limit is %d", nil)
		cache := NewCache(1 << 30).Passing(account)
		if c.beyond != nil {
			cache.Beyond(c.beyond)
		}
		o, err := cache.NewOrder(context.Background(), table, nil, by, nil, nil)
		if mapped != c.mapped {
			t.Errorf("%s: %d bytes are in files, want %d", c.name, mapped, c.mapped)
		}
		if !c.fits {
			if !errors.As(err, new(*operators.ShortError)) || account.Used() != 0 {
				t.Errorf("%s: %v, and %d bytes are charged", c.name, err, account.Used())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(numbersOf(o.Rows), want) {
			t.Errorf("%s: the rows are in another order", c.name)
		}
		if kept := int64(len(o.Rows.Data) + len(o.Low.Values.Data)); account.Used() != kept {
			t.Errorf("%s: %d bytes are charged, %d are kept", c.name, account.Used(), kept)
		}
		if least := int64(entryBytes+keepBytes)*rows - c.mapped; account.Most() < least {
			t.Errorf("%s: %d bytes were charged at most, %d were held", c.name, account.Most(), least)
		}
	}
}

func numbersOf(a *operators.Array) []int64 {
	out := make([]int64, a.Len)
	for i := range out {
		out[i] = a.Number(i)
	}
	return out
}

// ending are turns that end a context when they have been looked at so often.
type ending struct {
	after, looks atomic.Int64
	end          func()
}

func (e *ending) Take()  {}
func (e *ending) Leave() {}

func (e *ending) Pause() {
	if e.looks.Add(1) == e.after.Load() {
		e.end()
	}
}

// Sorting rows ends soon when it is given up: here after the two passes that gather them.
func TestSortingEndsWhenItIsGivenUp(t *testing.T) {
	const rows = 1 << 18
	numbers := make([]int64, rows)
	for i := range numbers {
		numbers[i] = int64(i * 7919 % rows)
	}
	by, _ := Numbers(t.Context(), "n", numbers, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	order := func(turns *ending) error {
		_, err := NewCache(1<<30).NewOrder(operators.WithTurns(ctx, turns), &plan.Table{Name: "t", Rows: rows}, nil, by, nil, nil)
		return err
	}
	whole, turns := &ending{}, &ending{end: cancel}
	if err := order(whole); err != nil {
		t.Fatal(err)
	}
	gathering := rows / blockRows
	turns.after.Store(int64(2*gathering + 3))
	if err := order(turns); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if on, left := turns.looks.Load()-turns.after.Load(), whole.looks.Load()-turns.after.Load(); 2*on > left {
		t.Errorf("it went on for %d looks of %d", on, left)
	}
}

// Of spans that lie in no order of both their ends every one that meets another is between the places
// that the bounds give, and the first of these does if any does.
func TestOrdersOfSpansHaveAllThatMeet(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n := 1 + random.IntN(60)
		begins, ends := make([]int64, n), make([]int64, n)
		for i := range n {
			begins[i] = random.Int64N(100)
			ends[i] = begins[i] + random.Int64N(1+random.Int64N(50)) - 3
		}
		from, _ := Numbers(t.Context(), "from", begins, nil)
		to, _ := Numbers(t.Context(), "to", ends, nil)
		o, err := NewCache(1<<30).NewOrder(t.Context(), &plan.Table{Name: "t", Rows: n}, nil, to, from, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			row := int(o.Rows.Number(i))
			if begin := o.High.Values.Number(i + 1); begin != begins[row] || i > 0 && o.Low.Values.Number(i+1) < o.Low.Values.Number(i) {
				t.Fatalf("place %d has %d, %d", i, begin, o.Low.Values.Number(i+1))
			}
		}
		for at := int64(-5); at < 110; at++ {
			meets := func(row int) bool { return begins[row] < at+3 && ends[row] > at }
			first, end := n, 0
			for i := n; i > 0; i-- {
				if o.Low.Values.Number(i) > at {
					first = i - 1
				}
				if o.High.Values.Number(i) < at+3 {
					end = max(end, i)
				}
			}
			found := false
			for i := range n {
				met := meets(int(o.Rows.Number(i)))
				if found = found || met; met && (i < first || i >= end) {
					t.Fatalf("place %d meets %d and is not in %d to %d", i, at, first, end)
				}
			}
			if first < end && !meets(int(o.Rows.Number(first))) || found && first >= end {
				t.Fatalf("%d is met by the place %d to %d: %t", at, first, end, found)
			}
		}
	}
}

// Rows of many values are in the order of these, those of the same as they lie in the table, whatever
// the span of the values, how many buckets there are, whether there is room to sort by digits, and whether
// several goroutines sort a bucket together. Rows without a value, or that are not in the set, are left out.
func TestOrdersOfManyRows(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, span := range []int64{1, 2, 1000, 2047, 2048, 70_000, 1 << 33, math.MaxInt64} {
		for _, limit := range []int64{1 << 30, 25 * 30_000} {
			testOrder(t, random, 30_000, span, limit)
		}
	}
	for _, span := range []int64{2, 70_000, math.MaxInt64} {
		testOrder(t, random, 5*manyShared/2, span, 1<<30)
	}
}

func testOrder(t *testing.T, random *rand.Rand, rows int, span, limit int64) {
	keys, values, null := make([]int64, rows), make([]int64, rows), make([]bool, rows)
	for i := range values {
		keys[i], values[i], null[i] = int64(random.IntN(4)/2), random.Int64N(span)-span/2, random.IntN(90) == 0
	}
	by, _ := Numbers(t.Context(), "n", values, null)
	of, _ := Numbers(t.Context(), "k", keys, nil)
	some := &operators.BitSet{Len: rows, Bits: make([]uint64, (rows+63)/64)}
	for i := range rows {
		if random.IntN(50) > 0 {
			some.Bits[i/64] |= 1 << (i % 64)
		}
	}
	table := &plan.Table{Name: "t", Rows: rows, Passing: true}
	for n := range 4 {
		bucketed, in := n%2 == 1, some
		if n < 2 {
			in = nil
		}
		cache, want := NewCache(1<<30), []int64{}
		var x *Join
		if bucketed {
			x, _ = cache.Build(t.Context(), "k", table, []*operators.Array{of}, nil)
		}
		for i := range rows {
			if !null[i] && Has(in, i) {
				want = append(want, int64(i))
			}
		}
		slices.SortStableFunc(want, func(a, b int64) int {
			if bucketed && keys[a] != keys[b] {
				return cmp.Compare(keys[a], keys[b])
			}
			return cmp.Compare(values[a], values[b])
		})
		account := operators.NewAccount(limit, "the limit is %d", nil)
		o, err := cache.Passing(account).NewOrder(t.Context(), table, x, by, nil, in)
		if err != nil {
			t.Fatal(err)
		}
		testPlaces(t, o, want, values)
		if !bucketed {
			continue
		}
		first := 0
		for b := range o.Starts.Len {
			if int(o.Starts.Number(b)) != first {
				t.Fatalf("span %d: bucket %d begins at %d, want %d", span, b, o.Starts.Number(b), first)
			}
			for first < len(want) && keys[want[first]] == int64(b) {
				first++
			}
		}
	}
}

// testPlaces holds the rows of an order, and their values.
func testPlaces(t *testing.T, o *Order, want, values []int64) {
	t.Helper()
	if o.Len != len(want) {
		t.Fatalf("%d rows, want %d", o.Len, len(want))
	}
	for i := range want {
		if o.Rows.Number(i) != want[i] || o.Low.Values.Number(i+1) != values[want[i]] {
			t.Fatalf("row %d at place %d, want %d", o.Rows.Number(i), i, want[i])
		}
	}
}

// TestBisects holds from how many rows of a key on a band is looked for by bisection, in a direct index and in a
// hash table: of few where many rows ask.
func TestBisects(t *testing.T) {
	const rows = 6000
	for _, apart := range []int64{1, 1 << 40} {
		for each, want := range map[int][2]bool{1: {}, 2: {}, 3: {false, true}, 4: {false, true}, 20: {true, true}} {
			numbers := make([]int64, rows)
			for i := range numbers {
				numbers[i] = int64(i%(rows/each)) * apart
			}
			a, _ := Numbers(t.Context(), "a", numbers, nil)
			x, err := newJoin(t.Context(), "x", &plan.Table{Name: "t", Rows: rows}, []*operators.Array{a}, nil, math.MaxInt64, room{})
			if err != nil {
				t.Fatal(err)
			}
			if got := [2]bool{x.Bisects(rows), x.Bisects(10 * rows)}; got != want || x.Direct != (apart == 1) {
				t.Errorf("%d rows of each key, %d apart: bisects %v, direct %v", each, apart, got, x.Direct)
			}
		}
	}
}
