package selection

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// beside does each task on a goroutine of its own, as the worker of its number.
func beside(n int, work func(worker, task int) error) error {
	errs := make([]error, n)
	var done sync.WaitGroup
	for task := range n {
		done.Add(1)
		go func() {
			defer done.Done()
			errs[task] = work(task, task)
		}()
	}
	done.Wait()
	return errors.Join(errs...)
}

// shapes are keys all over, of few values, of few that are near to each other, all equal, and of
// both ends.
var shapes = []func(r *rand.Rand) uint64{
	func(r *rand.Rand) uint64 { return r.Uint64() },
	func(r *rand.Rand) uint64 { return r.Uint64N(5) },
	func(r *rand.Rand) uint64 { return r.Uint64N(4)<<40 + r.Uint64N(50) },
	func(*rand.Rand) uint64 { return 1 << 63 },
	func(r *rand.Rand) uint64 { return -r.Uint64N(2) },
}

// However keys lie in parts, some of them empty, what is selected is what a sort puts there.
func TestSelectionAgreesWithASort(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for turn := range 400 {
		keys := make([]uint64, 1+r.IntN(4*fewKeys))
		for i := range keys {
			keys[i] = shapes[turn%len(shapes)](r)
		}
		sorted := slices.Sorted(slices.Values(keys))
		for _, place := range []int{0, r.IntN(len(keys)), len(keys) - 1} {
			want, behind := sorted[place], sorted[min(place+1, len(keys)-1)]
			if at, next := Neighbours(slices.Clone(keys), place); at != want || next != behind {
				t.Fatalf("turn %d, place %d of %d: %v and %v, want %v and %v", turn, place, len(keys), at, next, want, behind)
			}
			parts := 1 + r.IntN(5)
			s := New(parts, parts, beside)
			rest := slices.Clone(keys)
			for part := range parts {
				n := r.IntN(len(rest) + 1)
				if part == parts-1 {
					n = len(rest)
				}
				s.Take(part, rest[:n:n])
				rest = rest[n:]
			}
			if s.Count() != len(keys) {
				t.Fatalf("%d of %d keys are there", s.Count(), len(keys))
			}
			if at, next, err := s.Neighbours(place); at != want || next != behind || err != nil {
				t.Fatalf("turn %d, place %d of %d in %d parts: %v and %v, want %v and %v, error %v", turn, place, len(keys), parts, at, next, want, behind, err)
			}
		}
	}
}

// What ends the goroutines ends the selection.
func TestSelectionStops(t *testing.T) {
	ended := errors.New("ended")
	s := New(1, 1, func(int, func(worker, task int) error) error { return ended })
	keys := make([]uint64, 2*fewKeys)
	for i := range keys {
		keys[i] = uint64(i)
	}
	s.Take(0, keys)
	if _, _, err := s.Neighbours(7); !errors.Is(err, ended) {
		t.Errorf("error %v", err)
	}
}
