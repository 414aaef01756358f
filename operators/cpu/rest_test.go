package cpu

import (
	"context"
	"runtime"
	"testing"
	"time"
	"weak"

	"gsdms/operators"
)

// Workers that rest hold nothing of what they worked on last: its program, and so the tables and
// indexes that it read, goes when its run is closed, though no other run follows.
func TestRestingWorkersHoldNoProgram(t *testing.T) {
	m, table := counting(100_000)
	o := Options{Threads: 2}
	b, err := New(o)
	check(t, err)
	defer b.Close()
	worked := func() weak.Pointer[operators.Program] {
		p := below(over(table, "q", sumRows()), 0, 90_000)
		r, err := b.Open(context.Background(), p, 0)
		check(t, err)
		defer r.Close()
		scan{options: o, chunkRows: 1 << 20}.push(t, b, m, table, 0, []operators.Run{r})
		rows, err := r.Collect(context.Background())
		check(t, err)
		if got := rowLines(rows)[0]; got != sumFrom(0, 90_000) {
			t.Errorf("the sum is %v", got)
		}
		return weak.Make(p)
	}()
	for begun := time.Now(); worked.Value() != nil; time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Since(begun) > 20*time.Second {
			t.Fatal("a program is held though its run is closed")
		}
	}
}
