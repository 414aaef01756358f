package ssb

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
)

// TestQueriesJoinARunningScan lets the 13 and 51 with random literals arrive one by one
// while others run, under chunks from one in two thousand rows to one in all, and checks
// every answer.
func TestQueriesJoinARunningScan(t *testing.T) {
	queries := append(Queries(), Random(5, 51)...)
	want, err := Evaluate(t.Context(), 0.01, queries, 2)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	shared := 0
	for i, chunk := range []int{1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 64 << 10} {
		for threads := 1; threads <= 4; threads++ {
			o := cpu.Options{Threads: threads, Vector: 1 << (10 + (i+threads)%5), NoSIMD: threads == 3, NoZones: threads == 4, Masks: cpu.Masks((i + threads) % 3), Families: cpu.Families((i + 2*threads) % 3)}
			n, err := arrive(t.Context(), dir, pushscan.Options{ChunkRows: chunk, NoZones: threads == 4}, o, queries, want)
			if err != nil {
				t.Fatalf("chunks of %d rows, %+v: %v", chunk, o, err)
			}
			shared = max(shared, n)
		}
	}
	if shared < 4 {
		t.Errorf("at most %d queries shared a chunk: the arrivals do not overlap", shared)
	}
}

// arrive asks every query on a goroutine of its own after a random delay, and gives the
// most queries that shared a chunk.
func arrive(ctx context.Context, dir string, scan pushscan.Options, o cpu.Options, queries []Query, want []Answer) (shared int, err error) {
	backend, err := cpu.New(o)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	e, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend, Scan: scan})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if _, err := Load(ctx, e, 0.01, LoadOptions{}); err != nil {
		return 0, err
	}
	dice := rand.New(rand.NewPCG(1, uint64(scan.ChunkRows)))
	var wait sync.WaitGroup
	faults, among := make([]error, len(queries)), make([]int, len(queries))
	for i, q := range queries {
		delay := time.Duration(dice.IntN(4000)) * time.Microsecond
		wait.Go(func() {
			time.Sleep(delay)
			replies, err := Over(e.NewSession()).Ask(ctx, []string{q.Text})
			if err == nil {
				err = q.Check(replies[0].Answer(), want[i])
				among[i] = replies[0].Scan.Shared
			}
			faults[i] = err
		})
	}
	wait.Wait()
	for _, n := range among {
		shared = max(shared, n)
	}
	return shared, errors.Join(faults...)
}
