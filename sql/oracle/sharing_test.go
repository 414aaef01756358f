package oracle

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/result"
)

var (
	sharing = flag.Int("sharing", 3, "how many databases to ask under every setting")
	crowd   = flag.Int("crowd", 65, "how many queries run at the same time")
)

// asked is a query and its answer by SQLite.
type asked struct {
	*query
	want answer
	text string
}

// reordered is the query's text with the conditions of WHERE in another order.
func (a asked) reordered(dice *rand.Rand) string {
	q := *a.query
	q.where = slices.Clone(q.where)
	dice.Shuffle(len(q.where), func(i, j int) { q.where[i], q.where[j] = q.where[j], q.where[i] })
	return q.mysql()
}

// settings are 27 ways to run, from the smallest chunks and vectors to the largest, and
// each switch on its own.
func settings() []setting {
	var out []setting
	for i, chunk := range []int{64, 128, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10} {
		for k, vector := range []int{1 << 10, 16 << 10} {
			out = append(out, setting{pushscan.Options{ChunkRows: chunk}, cpu.Options{Threads: 1 + (i+k)%4, Vector: vector, Morsel: chunk}})
		}
	}
	return append(out,
		setting{pushscan.Options{ChunkRows: 1 << 10, NoZones: true}, cpu.Options{Threads: 2, NoZones: true}},
		setting{pushscan.Options{ChunkRows: 1 << 10, Granularity: pushscan.Pipeline}, cpu.Options{Threads: 3}},
		setting{pushscan.Options{ChunkRows: 1 << 10}, cpu.Options{Threads: 2, NoSIMD: true}},
		setting{pushscan.Options{ChunkRows: 1 << 10}, cpu.Options{Threads: 2, NoFuse: true}},
		setting{pushscan.Options{ChunkRows: 1 << 10}, cpu.Options{Threads: 2, Masks: cpu.MasksAlways, Families: cpu.FamiliesAlways}},
		setting{pushscan.Options{ChunkRows: 4 << 10}, cpu.Options{Threads: 3, Masks: cpu.MasksAlways, NoSIMD: true, NoZones: true}},
		setting{pushscan.Options{ChunkRows: 256, NoZones: true}, cpu.Options{Threads: 4, Vector: 64, Morsel: 128, Batch: 7}},
		setting{pushscan.Options{ChunkRows: 512, Granularity: pushscan.Pipeline}, cpu.Options{Threads: 4, NoSIMD: true, NoFuse: true, NoZones: true}},
		setting{pushscan.Options{}, cpu.Options{Threads: 4, Batch: 1}},
		setting{pushscan.Options{ChunkRows: 1 << 10}, cpu.Options{Threads: 2, Groups: 4, Spill: true}},
		setting{pushscan.Options{}, cpu.Options{}},
	)
}

// TestSharingNeverChangesAnAnswer runs every query alone and among others that arrive at
// random, under every setting, and compares with SQLite each time.
func TestSharingNeverChangesAnAnswer(t *testing.T) {
	t.Parallel()
	runs := 0
	for i := range *sharing {
		s := *seed + 5000 + uint64(i)
		r := &run{t: t, db: newDatabase(rand.New(rand.NewPCG(s, 0)), 5000)}
		var err error
		if r.lite, err = openLite(t.Context(), r.db); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		all := r.ask(s, *crowd)
		for n, set := range settings() {
			e, err := openEngine(t.Context(), dir, set)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				err = e.load(t.Context(), r.db)
			}
			if err == nil {
				runs += 2 * len(all)
				report(t, set, "alone", s, alone(t.Context(), e, all))
				report(t, set, "among others", s, together(t.Context(), e, all, rand.New(rand.NewPCG(s, uint64(n)))))
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		r.lite.Close()
	}
	t.Logf("%d runs of queries under %d settings", runs, len(settings()))
}

// ask makes queries that SQLite answers.
func (r *run) ask(seed uint64, queries int) []asked {
	var out []asked
	for n := 0; len(out) < queries; n++ {
		if q, want, err := r.next(seed, n); err == nil {
			out = append(out, asked{q, want, q.mysql()})
		}
	}
	return out
}

func report(t *testing.T, s setting, how string, seed uint64, faults []error) {
	t.Helper()
	for _, err := range faults {
		if err != nil {
			t.Errorf("database %d, setting %v, %s: %v", seed, s, how, err)
		}
	}
}

func alone(ctx context.Context, e *engine, all []asked) []error {
	faults := make([]error, len(all))
	for i, a := range all {
		r, err := e.NewSession().Query(ctx, a.text)
		faults[i] = a.check(r, err)
	}
	return faults
}

// together lets each query arrive after a delay of its own, on a goroutine of its own;
// every fourth arrives with seven others through one session.
func together(ctx context.Context, e *engine, all []asked, dice *rand.Rand) []error {
	faults := make([]error, len(all))
	var wait sync.WaitGroup
	for i := 0; i < len(all); {
		n := 1
		if dice.IntN(4) == 0 {
			n = min(8, len(all)-i)
		}
		texts := make([]string, n)
		for k := range texts {
			texts[k] = all[i+k].reordered(dice)
		}
		delay, queries, at := time.Duration(dice.IntN(3000))*time.Microsecond, all[i:i+n], faults[i:i+n]
		wait.Go(func() {
			time.Sleep(delay)
			for k, a := range e.NewSession().Together(ctx, texts) {
				at[k] = queries[k].check(a.Result, a.Err)
			}
		})
		i += n
	}
	wait.Wait()
	return faults
}

// check compares with SQLite's answer.
func (a asked) check(r *result.Set, err error) error {
	var got answer
	if err == nil {
		got, err = answerOf(a.query, r)
	}
	if err == nil {
		err = difference(a.query, got, a.want)
	}
	if err != nil {
		return fmt.Errorf("%w\n%s", err, a.text)
	}
	return nil
}

// TestSettingsCoverSeveralChunks holds the test above to its purpose: under the small
// chunks a large table must take many, and queries must share them.
func TestSettingsCoverSeveralChunks(t *testing.T) {
	db := &database{[]*table{maker{rand.New(rand.NewPCG(1, 1))}.table("fact", 5000, false)}}
	e, err := openEngine(t.Context(), t.TempDir(), settings()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.load(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	texts := slices.Repeat([]string{"SELECT COUNT(*) FROM fact WHERE fact_d0 > 1e0", "SELECT SUM(fact_d0) FROM fact"}, 8)
	for i, a := range e.NewSession().Together(t.Context(), texts) {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		if s := a.Result.Report.Scan; s.Of < 5000/plan.SegmentRows+1 || s.Shared < 2 {
			t.Errorf("query %d: %d chunks, shared by %d", i, s.Of, s.Shared)
		} else if i == 0 {
			t.Logf("%d chunks, shared by %d", s.Of, s.Shared)
		}
	}
}
