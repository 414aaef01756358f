package pushscan

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// TestWavesAreOfTheRide: queries come at any time, and each is told of the waves that it
// rode on, with as many queries on as many chunks as were counted chunk by chunk, and of
// nothing that ran before or after.
func TestWavesAreOfTheRide(t *testing.T) {
	for _, alone := range []bool{false, true} {
		f := &fake{}
		h := NewHub(f, Options{ChunkRows: 1024, NoSharing: alone})
		table, _ := newTable(rows, 3)
		var all sync.WaitGroup
		for i := range 32 {
			delay := time.Duration(rand.IntN(2000)) * time.Microsecond
			all.Go(func() {
				time.Sleep(delay)
				subs, err := h.Subscribe(context.Background(), query(table, i%3))
				if err != nil {
					t.Error(err)
					return
				}
				waitSum(t, subs[0])
				checkWaves(t, subs[0].Report(), alone)
			})
		}
		all.Wait()
		h.Close()
	}
}

func checkWaves(t *testing.T, r Report, alone bool) {
	var sharing []Sharing
	var rows, bytes int64
	var busy time.Duration
	for _, w := range r.Waves {
		if n := len(sharing); n > 0 && sharing[n-1].Queries == w.Queries {
			sharing[n-1].Chunks += w.Chunks
		} else {
			sharing = append(sharing, Sharing{w.Chunks, w.Queries})
		}
		queries := 0
		for _, k := range w.Kernels {
			queries += k.Queries
			if k.Launches != int64(w.Chunks) || k.Elapsed() != time.Duration(5*k.Rows*int64(k.Queries)) {
				t.Errorf("%d chunks: %+v runs for %v", w.Chunks, k, k.Elapsed())
			}
			bytes += k.Bytes
			busy += time.Duration(k.Busy)
		}
		rows += w.Kernels[0].Rows
		if want := map[bool]int{true: w.Queries, false: 1}[alone]; queries != w.Queries || len(w.Kernels) != want {
			t.Errorf("%d kernels for %d of %d queries", len(w.Kernels), queries, w.Queries)
		}
	}
	if len(sharing) != len(r.Sharing) || rows != int64(r.TableRows) || bytes != r.Bytes || busy != r.Busy {
		t.Errorf("%v, %d rows, %d bytes, %v; want %v, %d, %d, %v", sharing, rows, bytes, busy, r.Sharing, r.TableRows, r.Bytes, r.Busy)
	}
	for i := range min(len(sharing), len(r.Sharing)) {
		if sharing[i] != r.Sharing[i] {
			t.Errorf("%v, want %v", sharing, r.Sharing)
		}
	}
}
