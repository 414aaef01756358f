package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// Who asks for little memory does not wait behind those who ask for much, and these get
// theirs in order.
func TestLittleMemoryDoesNotWait(t *testing.T) {
	const total = 1 << 30
	b := newBudget(total)
	much, err := b.take(t.Context(), total)
	if err != nil {
		t.Fatal(err)
	}
	waits := make(chan func())
	go func() {
		release, err := b.take(t.Context(), total/2)
		if err != nil {
			t.Error(err)
		}
		waits <- release
	}()
	little, err := b.take(t.Context(), total/littleShare)
	if err != nil {
		t.Fatal(err)
	}
	over, end := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	end(gone)
	if _, err := b.take(over, total/littleShare+1); !errors.Is(err, gone) {
		t.Errorf("more than a little does not wait: %v", err)
	}
	much()
	release := <-waits
	if b.idle() {
		t.Error("idle while two have their shares")
	}
	release()
	if b.idle() {
		t.Error("idle while one has little")
	}
	if little(); !b.idle() {
		t.Error("not idle when all have given back")
	}
}

// A query by keys of few values takes a share for the groups that there can be, however many rows
// its table has; one by keys that can be anything takes one for as many groups as rows.
func TestShareOfGroups(t *testing.T) {
	const rows, limit = 6_000_000, 2 << 30
	for _, c := range []struct {
		sizes []int
		want  int64
	}{
		{[]int{5, 5, 6}, 150 * 4 * cellBytes},
		{[]int{250, 250, 7}, 437_500 * 4 * cellBytes},
		{[]int{5, 0, 6}, rows * 4 * cellBytes},
		{[]int{1 << 31, 1 << 31, 1 << 31}, rows * 4 * cellBytes},
		{nil, cellBytes},
	} {
		g := &operators.Groups{Aggs: make([]operators.Fold, 1)}
		for _, n := range c.sizes {
			g.Keys = append(g.Keys, operators.Key{Size: n})
		}
		p := &operators.Program{Table: &plan.Table{Rows: rows}, Sink: g}
		if got := share(p, limit); got != c.want {
			t.Errorf("keys of %v values: %d bytes, not %d", c.sizes, got, c.want)
		}
		if got := share(p, cellBytes); got > cellBytes {
			t.Errorf("keys of %v values: %d bytes, above the limit", c.sizes, got)
		}
	}
}

// A round that says so is not followed by another at once, however many ask.
func TestRoundsKeepTheirPause(t *testing.T) {
	const pause, wanted = 10 * time.Millisecond, 6
	var n atomic.Int64
	var all sync.WaitGroup
	round := rounds(func() time.Duration { n.Add(1); return pause })
	began := time.Now()
	for range 8 {
		all.Go(func() {
			for n.Load() < wanted {
				round()
			}
		})
	}
	all.Wait()
	if took, least := time.Since(began), (wanted-1)*pause; took < least {
		t.Errorf("%d rounds in %v, want at least %v", n.Load(), took, least)
	}
}
