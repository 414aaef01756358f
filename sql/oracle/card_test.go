package oracle

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var (
	cards     = flag.Int("cards", 2, "how many databases to ask on a stand-in for a card")
	cardCrowd = flag.Int("card-crowd", 30, "how many queries of each database")
)

// TestStandInEqualsSQLite runs queries on the kernels that a card would run. Crowds of fifteen
// share kernels, whose compiling is what takes the time.
func TestStandInEqualsSQLite(t *testing.T) {
	t.Parallel()
	const together = 15
	for i := range *cards {
		s := *seed + 9000 + uint64(i)
		r := &run{t: t, db: newDatabase(rand.New(rand.NewPCG(s, 0)), 3000)}
		var err error
		if r.lite, err = openLite(t.Context(), r.db); err != nil {
			t.Fatal(err)
		}
		defer r.lite.Close()
		if r.ours, err = openStandIn(t.Context(), t.TempDir(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
		r.ours.with(t, r.db)
		all := r.ask(s, *cardCrowd)
		for from := 0; from < len(all); from += together {
			some := all[from:min(from+together, len(all))]
			texts := make([]string, len(some))
			for k, a := range some {
				texts[k] = a.text
			}
			for k, a := range r.ours.NewSession().Together(t.Context(), texts) {
				if err := some[k].check(a.Result, a.Err); err != nil {
					t.Errorf("database %d: %v", s, err)
				}
			}
		}
	}
}
