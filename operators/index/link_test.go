package index

import (
	"math/rand/v2"
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
				PutPacked(from, i, operators.Vector{Int: []int64{k}}, 1)
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
