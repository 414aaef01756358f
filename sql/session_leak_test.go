package sql

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// held is what a process holds.
type held struct {
	heap   uint64
	files  int
	fibers int // goroutines of the backend, which ends some and makes others
}

// fiber is what such a goroutine runs.
const fiber = "gsdms/operators/cpu.(*fiber).live"

func holding(t *testing.T) held {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.GC() // what pools keep goes with the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var stacks bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&stacks, 2); err != nil {
		t.Fatal(err)
	}
	return held{m.HeapAlloc, len(files), bytes.Count(stacks.Bytes(), []byte("\n"+fiber+"("))}
}

// TestCancelledQueriesLeaveNothing cancels 1,000 queries of several kinds at random
// times, four sessions at once, and compares memory, goroutines, descriptors and the
// shares of memory with those before.
func TestCancelledQueriesLeaveNothing(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024})
	s := e.NewSession()
	fill(t, s, 20000)
	texts := []string{
		"SELECT SUM(i) FROM n",
		"SELECT i % 1000, COUNT(DISTINCT i) FROM n GROUP BY 1 ORDER BY 2 DESC LIMIT 10",
		"SELECT DISTINCT i / 3 FROM n ORDER BY 1",
		"SELECT COUNT(*) FROM n a, n b WHERE a.i < b.i",
		"SELECT a.i FROM n a JOIN n b ON a.i = b.i + 1 WHERE b.i > 5",
	}
	attack(t, e, texts, 150)                                                           // what is made once and kept
	ignore := []goleak.Option{goleak.IgnoreCurrent(), goleak.IgnoreTopFunction(fiber)} // holding counts fibers
	before := holding(t)
	if ended := attack(t, e, texts, 250); ended == 0 {
		t.Error("no query was cancelled")
	}
	goleak.VerifyNone(t, ignore...)
	after := holding(t)
	for n := 0; after.fibers > before.fibers && n < 100; n++ { // the last one may be about to end
		time.Sleep(10 * time.Millisecond)
		after = holding(t)
	}
	if after.fibers > before.fibers || after.files > before.files || after.heap > before.heap+4<<20 {
		t.Errorf("before: %+v, after: %+v", before, after)
	}
	if !e.run.Idle() {
		t.Error("shares of memory were not given back")
	}
}

// Queries whose pipelines leave many texts for others leave nothing of them when they end.
func TestTextsBetweenPipelinesAreGone(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	fill(t, s, 1000)
	ask := func(from, to int) {
		for i := from; i < to; i++ {
			for _, text := range []string{
				fmt.Sprintf("SELECT COUNT(DISTINCT CONCAT(REPEAT('x', 100), a.i, b.i)) FROM n a, n b WHERE b.i < 60 AND a.i <> %d", -i),
				fmt.Sprintf("SELECT CONCAT(REPEAT('x', 100), a.i, b.i) s, COUNT(*) FROM n a, n b WHERE b.i < 60 AND a.i <> %d GROUP BY s LIMIT 1", -i),
			} {
				if _, err := s.Query(t.Context(), text); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	ask(0, 2)
	before := holding(t)
	ask(2, 8) // six times twice 6 MB
	if after := holding(t); after.heap > before.heap+16<<20 {
		t.Errorf("%d MiB, %d before", after.heap>>20, before.heap>>20)
	}
}

// attack runs n queries in each of four sessions, each with a short time to live, and
// counts those that did not outlive it.
func attack(t *testing.T, e *Engine, texts []string, n int) (ended int) {
	t.Helper()
	var all sync.WaitGroup
	var mu sync.Mutex
	for worker := range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			r := rand.New(rand.NewPCG(uint64(worker), 7))
			for range n {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(4000))*time.Microsecond)
				_, err := e.NewSession().Query(ctx, texts[r.IntN(len(texts))])
				cancel()
				var known *parse.Error
				if errors.As(err, &known) && known.Code == parse.CodeTimeout {
					mu.Lock()
					ended++
					mu.Unlock()
				} else if err != nil {
					t.Error(err)
				}
			}
		}()
	}
	all.Wait()
	return ended
}
