package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/operators"
)

// TestLinksAgreeWithLooking holds links, and the rows that have partners of a set, against going
// through all rows: few and many different keys, some of them NULL, of one column and of two.
func TestLinksAgreeWithLooking(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for _, c := range []struct {
		rows, from int
		keys       []int64
	}{{1, 1, []int64{1}}, {300, 500, []int64{7}}, {300, 200, []int64{1 << 40}}, {2000, 2000, []int64{30, 30}}, {900, 100, []int64{1 << 30, 3}}} {
		of, by := linkKeys(t, r, c.rows, c.keys), linkKeys(t, r, c.from, c.keys)
		p, to, err := PackAll(t.Context(), of)
		if err != nil || p == nil || !p.Linkable() {
			t.Fatalf("%v: packed %v, %v", c, p, err)
		}
		from := p.Empty(c.from)
		for i := range c.from {
			if k, ok := packOne(p, by, i); ok {
				Put(from, i, operators.Vector{Int: []int64{k}})
			}
		}
		l, err := NewLink(t.Context(), "link", p, from, to)
		if err != nil {
			t.Fatal(err)
		}
		same, err := NewLink(t.Context(), "same", p, nil, to)
		if err != nil {
			t.Fatal(err)
		}
		in := &operators.BitSet{Len: c.rows, Bits: make([]uint64, (c.rows+63)/64)}
		for i := range in.Bits {
			in.Bits[i] = r.Uint64() & r.Uint64() & (1<<min(63, c.rows-64*i) - 1)
		}
		some, err := l.Partners(t.Context(), "some", in, same)
		if err != nil {
			t.Fatal(err)
		}
		unique := true
		for i := range c.rows {
			first := firstOf(of, c.rows, of, i, nil)
			unique = unique && (first < 0 || first == i)
		}
		if l.Unique != unique || same.Unique != unique {
			t.Errorf("%v: unique %v, %v", c, l.Unique, same.Unique)
		}
		for i := range c.from {
			want := firstOf(of, c.rows, by, i, nil)
			n, null := l.Array.Storage.Load(Stored(l.Array, i))
			if null != (want < 0) || !null && int(n) != want {
				t.Fatalf("%v: row %d is linked to %d, %v, want %d", c, i, n, null, want)
			}
			if Has(some, i) != (firstOf(of, c.rows, by, i, in) >= 0) {
				t.Fatalf("%v: row %d has a partner of the set: %v", c, i, Has(some, i))
			}
		}
	}
}

// Rows that come in the order of their keys are linked as others are, also over the borders of blocks, where
// some have the same keys, where some have none, and where two rows alone are out of order.
func TestLinksOfRowsInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for round := range 40 {
		rows, others := 1+r.IntN(3*blockRows), 1+r.IntN(3*blockRows)
		step := []int64{1, 2, 1 << 20}[round%3]
		keys, looking := ascendingKeys(r, rows, step, round%5 > 1), ascendingKeys(r, others, step, true)
		null := make([]bool, others)
		for i := range null {
			null[i] = round%2 == 0 && r.IntN(10) == 0
		}
		if round%4 == 3 {
			at := r.IntN(rows)
			keys[0], keys[at] = keys[at], keys[0]
		}
		to, _ := Numbers(t.Context(), "key", keys, nil)
		p, packed, err := PackAll(t.Context(), []*operators.Array{to})
		if err != nil || p == nil {
			t.Fatal(p, err)
		}
		from := p.Empty(others)
		firsts := map[int64]int{}
		for i, k := range slices.Backward(keys) {
			firsts[k] = i
		}
		for i, k := range looking {
			if k >= p[0].Lo && k <= p[0].Hi && !null[i] {
				Put(from, i, operators.Vector{Int: []int64{k - p[0].Lo}})
			}
		}
		l, err := NewLink(t.Context(), "link", p, from, packed)
		if err != nil {
			t.Fatal(err)
		}
		if l.Unique != (len(firsts) == rows) {
			t.Errorf("round %d: unique %v of %d keys in %d rows", round, l.Unique, len(firsts), rows)
		}
		for i, k := range looking {
			first, found := firsts[k]
			n, none := l.Array.Storage.Load(Stored(l.Array, i))
			if found = found && !null[i]; none == found || found && int(n) != first {
				t.Fatalf("round %d: row %d is linked to %d, %v, want %d, %v", round, i, n, none, first, found)
			}
		}
	}
}

// Rows of keys most of which have the same upper bits, many of them the same key, are linked as others are.
func TestLinksOfCrowdedKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	for _, rare := range []int{2, 1000} {
		numbers := func(rows int) []int64 {
			out := make([]int64, rows)
			for i := range out {
				if out[i] = int64(r.IntN(1 << 16)); r.IntN(rare) == 0 {
					out[i] = 1<<41 - 1 - r.Int64N(1<<20)
				}
			}
			return out
		}
		keys, looking := numbers(80_000), numbers(90_000)
		firsts := map[int64]int{}
		keys[0], keys[1] = 0, 1<<41-1
		to, _ := Numbers(t.Context(), "key", keys, nil)
		p, packed, err := PackAll(t.Context(), []*operators.Array{to})
		if err != nil || !p.Linkable() {
			t.Fatal(p, err)
		}
		from := p.Empty(len(looking))
		Put(from, 0, operators.Vector{Int: looking})
		for i, k := range slices.Backward(keys) {
			firsts[k] = i
		}
		l, err := NewLink(t.Context(), "link", p, from, packed)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range looking {
			first, found := firsts[k]
			if n, none := l.Array.Storage.Load(Stored(l.Array, i)); none == found || found && int(n) != first {
				t.Fatalf("row %d with key %d is linked to %d, %v, want %d, %v", i, k, n, none, first, found)
			}
		}
	}
}

// ascendingKeys is numbers of which each is above the one before, or the same.
func ascendingKeys(r *rand.Rand, n int, step int64, repeat bool) []int64 {
	out, k := make([]int64, n), r.Int64N(100)
	for i := range out {
		if out[i] = k; !repeat || r.IntN(3) > 0 {
			k += 1 + r.Int64N(step)
		}
	}
	return out
}

// linkKeys is columns of so many rows with numbers below each of keys, a tenth of them NULL.
func linkKeys(t *testing.T, r *rand.Rand, rows int, keys []int64) (out []*operators.Array) {
	for _, most := range keys {
		numbers, null := make([]int64, rows), make([]bool, rows)
		for i := range numbers {
			numbers[i], null[i] = r.Int64N(most)-5, rows > 1 && r.IntN(10) == 0
		}
		a, _ := Numbers(t.Context(), "key", numbers, null)
		out = append(out, a)
	}
	return out
}

// packOne packs the keys of a row as a program does.
func packOne(p Packed, keys []*operators.Array, row int) (packed int64, ok bool) {
	for i, part := range p {
		n, null := NumberOf(keys[i], row)
		if null || n < part.Lo || n > part.Hi {
			return 0, false
		}
		packed += (n - part.Lo) * part.Stride
	}
	return packed, true
}

// firstOf is the first of some rows, nil for all, that has the keys of another row, -1 for none.
func firstOf(of []*operators.Array, rows int, by []*operators.Array, row int, in *operators.BitSet) int {
	for i := range rows {
		equal := Has(in, i)
		for k := range of {
			x, null := NumberOf(of[k], i)
			y, other := NumberOf(by[k], row)
			equal = equal && !null && !other && x == y
		}
		if equal {
			return i
		}
	}
	return -1
}
