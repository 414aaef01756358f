package index

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// What is kept of tables that go with their query, or their file, goes with them; what is kept of one
// that is still there stays, as does what is kept of stored tables.
func TestCacheLetsPassingTablesGo(t *testing.T) {
	c := NewCache(1 << 20)
	var built atomic.Int64
	stays, stored := &plan.Table{Name: "stays", Passing: true}, &plan.Table{Name: "stored"}
	gone := make(chan struct{}, 100)
	for i := range 100 {
		passing := &plan.Table{Name: fmt.Sprint("t", i), Passing: true}
		runtime.AddCleanup(passing, func(int) { gone <- struct{}{} }, i)
		entry(t, c, Key{Table: passing, Column: 1}, 45, &built)
		entry(t, c, Key{Table: stored, With: passing, Column: i}, 45, &built)
		entry(t, c, Key{Table: stays, Column: i}, 45, &built)
	}
	entry(t, c, Key{Table: stored, Column: 1}, 45, &built)
	for range cap(gone) {
		for waits := true; waits; {
			runtime.GC()
			select {
			case <-gone:
				waits = false
			case <-time.After(time.Millisecond):
			}
		}
	}
	left := func() (entries, tables int, bytes int64) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.entries), len(c.passing), c.bytes
	}
	for {
		entries, tables, bytes := left()
		if entries == 101 && tables == 1 && bytes == 101*45 {
			break
		}
		if entries < 101 || tables < 1 {
			t.Fatalf("%d entries of %d passing tables, %d bytes", entries, tables, bytes)
		}
		time.Sleep(time.Millisecond) // the cache is told as the test is
	}
	before := built.Load()
	entry(t, c, Key{Table: stays, Column: 7}, 45, &built)
	if built.Load() != before {
		t.Error("what is kept of a table that is there was built again")
	}
	runtime.KeepAlive(stays)
}

// What depends on a table of a query is kept with the query, whichever of the two tables that is.
func TestQueriesKeepWhatDependsOnTheirTables(t *testing.T) {
	base := NewCache(1 << 20)
	var built atomic.Int64
	stored, own := &plan.Table{Name: "stored"}, &plan.Table{Name: "own", Passing: true}
	for range 2 {
		query := base.Passing(operators.NewAccount(1<<20, "the limit is %d", nil))
		for range 2 {
			entry(t, query, Key{Table: stored, With: own, Column: 1}, 45, &built)
			entry(t, query, Key{Table: own, With: stored, Column: 2}, 45, &built)
			entry(t, query, Key{Table: stored, Column: 3}, 45, &built)
		}
	}
	if n := built.Load(); n != 5 {
		t.Errorf("%d entries were made, want two for each query and one for both", n)
	}
	if len(base.entries) != 1 || base.bytes != 45 {
		t.Errorf("%d entries of %d bytes are kept for other queries", len(base.entries), base.bytes)
	}
}
