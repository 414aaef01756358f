package pushscan

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// TestWavesAreOfTheRide: queries come at any time, and each is told of the waves that it
// rode on, with as many queries on as many chunks as were counted chunk by chunk, and of
// nothing that ran before or after.
func TestWavesAreOfTheRide(t *testing.T) {
	for _, as := range []Granularity{Shared, Pipeline} {
		f, alone := &fake{}, as == Pipeline
		h := NewHub(f, Options{ChunkRows: 1024, Granularity: as})
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

// timed is a backend whose kernels take 1 ms for each chunk, as the only clock on a device
// of 44 GB/s: four times what the demand's 11 MB should take.
type timed struct{ fake }

func (*timed) Device() optimizer.Device {
	d := (&fake{}).Device()
	d.Bandwidth = 44e9
	return d
}

func (b *timed) Prepare(ctx context.Context, runs ...operators.Run) (operators.Kernel, error) {
	k, err := b.fake.Prepare(ctx, runs...)
	return &timedKernel{k.(*fakeKernel)}, err
}

type timedKernel struct{ *fakeKernel }

func (k *timedKernel) Demand() optimizer.Demand {
	return optimizer.Demand{Name: "sum", Threads: 2048, Registers: 16, Bytes: 11e6, Rows: 1 << 16}
}

func (k *timedKernel) Stats() operators.KernelStats {
	return operators.KernelStats{Launches: k.stats.Launches, Rows: k.stats.Rows, Busy: k.stats.Launches * 1e6}
}

// TestStreamsCalibrate: what launches take is learned, by a query of its own stream for
// the next; under the objective that goes by predictions, the wave is decided anew once.
func TestStreamsCalibrate(t *testing.T) {
	for o, want := range map[optimizer.Objective][2]int{optimizer.Concurrency: {1, 1}, optimizer.Makespan: {2, 1}} {
		h := NewHub(&timed{}, Options{ChunkRows: 1 << 16, Waves: optimizer.Options{Objective: o}})
		table, _ := newTable(4<<16, 1)
		for i, waves := range want {
			subs, err := h.Subscribe(context.Background(), query(table, 0))
			if err != nil {
				t.Fatal(err)
			}
			if got := waitSum(t, subs[0]); got != sum(4<<16, 0) {
				t.Errorf("the sum is %d", got)
			}
			r := subs[0].Report()
			if len(r.Waves) != waves {
				t.Fatalf("%v: query %d rode on %d waves, want %d", o, i, len(r.Waves), waves)
			}
			last := r.Waves[waves-1]
			predicted, took := last.Kernels[0].Predicted, time.Duration(last.Chunks)*time.Millisecond
			if i == 1 && (predicted < took*99/100 || predicted > took*101/100) || last.Kernels[0].Elapsed() != took {
				t.Errorf("%v: %d chunks take query %d %v, predicted %v", o, last.Chunks, i, last.Kernels[0].Elapsed(), predicted)
			}
		}
		h.Close()
	}
}
