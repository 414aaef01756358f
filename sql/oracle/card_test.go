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

// TestStandInEqualsSQLite runs queries on the kernels that a card would run.
func TestStandInEqualsSQLite(t *testing.T) {
	t.Parallel()
	for i := range *cards {
		equalOn(t, func() (*engine, error) { return openStandIn(t.Context(), t.TempDir(), t.TempDir()) }, *seed+9000+uint64(i), *cardCrowd)
	}
}

// equalOn asks so many queries of a database that an engine has on kernels. Crowds of fifteen share
// these, whose compiling is what takes the time.
func equalOn(t *testing.T, open func() (*engine, error), s uint64, queries int) {
	t.Helper()
	const together = 15
	r := &run{t: t, db: newDatabase(rand.New(rand.NewPCG(s, 0)), 3000)}
	var err error
	if r.lite, err = openLite(t.Context(), r.db); err != nil {
		t.Fatal(err)
	}
	defer r.lite.Close()
	if r.ours, err = open(); err != nil {
		t.Fatal(err)
	}
	r.ours.with(t, r.db)
	all := r.ask(s, queries)
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
