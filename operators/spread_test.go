package operators

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// Each piece of work has its own error, a panic among them, and none holds up another.
func TestSpread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	odd := errors.New("odd")
	done := make([]bool, 50)
	errs := Spread(len(done), func(i int) error {
		done[i] = true
		switch {
		case i%10 == 7:
			panic("seven")
		case i%2 == 1:
			return odd
		}
		return nil
	})
	for i, err := range errs {
		switch {
		case !done[i]:
			t.Errorf("%d was not done", i)
		case i%10 == 7:
			if err == nil || !strings.Contains(err.Error(), "seven") {
				t.Errorf("%d: %v", i, err)
			}
		case (i%2 == 1) != errors.Is(err, odd):
			t.Errorf("%d: %v", i, err)
		}
	}
	if len(Spread(0, func(int) error { return odd })) != 0 {
		t.Error("errors of nothing")
	}
}
