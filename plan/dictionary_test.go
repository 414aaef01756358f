package plan_test

import (
	"errors"
	"sync"
	"testing"

	"gsdms/plan"
)

// Strings that are read when they are asked for are read once, by whoever comes first; what
// fails ends that call alone.
func TestUnreadDictionary(t *testing.T) {
	reads, failure := 0, errors.New("the disk failed")
	d := plan.NewUnreadDictionary(2, 15, func() ([]uint32, []byte, error) {
		reads++
		if reads == 1 {
			return nil, nil, failure
		}
		return []uint32{0, 1, 3}, []byte("abc"), nil
	})
	if d.Len() != 2 || d.Size() != 15 || reads != 0 {
		t.Errorf("%d strings of %d bytes after %d reads", d.Len(), d.Size(), reads)
	}
	func() {
		defer func() {
			var e *plan.UnreadableError
			if err, ok := recover().(error); !ok || !errors.As(err, &e) || !errors.Is(err, failure) {
				t.Errorf("panics with %v", err)
			}
		}()
		d.At(0)
	}()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			code, exact := d.Find("bc")
			if d.At(0) != "a" || code != 1 || !exact {
				t.Errorf("%q, and bc is %d, %v", d.At(0), code, exact)
			}
		})
	}
	wg.Wait()
	if reads != 2 {
		t.Errorf("%d reads", reads)
	}
}
