package index

import (
	"errors"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// What building an index takes is charged while it is built: what rows are dealt out into or
// hashed to, too. What is kept of it is charged afterwards, and one that finds no room is refused
// and leaves nothing behind.
func TestBuildingAnIndexIsCharged(t *testing.T) {
	const rows = 200_000
	r := rand.New(rand.NewPCG(1, 2))
	made := func(of func() int64) []*operators.Array {
		numbers := make([]int64, rows)
		for i := range numbers {
			numbers[i] = of()
		}
		a, _ := Numbers(t.Context(), "a", numbers, nil)
		return []*operators.Array{a}
	}
	table := &plan.Table{Name: "t", Rows: rows, Passing: true}
	for _, c := range []struct {
		name  string
		keys  []*operators.Array
		least int64 // bytes of a row while the index is built
	}{
		{"dense keys", made(func() int64 { return r.Int64N(rows) }), 4 + 8 + 4 + 3}, // places, dealt rows, begins, nearly all rows in order
		{"sparse keys", made(func() int64 { return r.Int64() }), 4 + 4 + 1 + 4 + 1}, // heads, chains, filter, buckets, bits
	} {
		account := operators.NewAccount(0, "", nil)
		x, err := NewCache(1<<30).Passing(account).Build(t.Context(), "t(a)", table, c.keys, nil)
		if err != nil {
			t.Fatal(err)
		}
		if account.Used() != x.Bytes() {
			t.Errorf("%s: %d bytes are charged, %d are kept", c.name, account.Used(), x.Bytes())
		}
		if account.Most() < c.least*rows {
			t.Errorf("%s: %d bytes were charged at most, %d were held", c.name, account.Most(), c.least*rows)
		}
		short := operators.NewAccount(account.Most()-1, "the limit is %d", nil)
		if _, err := NewCache(1<<30).Passing(short).Build(t.Context(), "t(a)", table, c.keys, nil); !errors.As(err, new(*operators.ShortError)) || short.Used() != 0 {
			t.Errorf("%s: %v in less memory, and %d bytes are charged", c.name, err, short.Used())
		}
	}
}
