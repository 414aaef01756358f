package sql

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gsdms/pushscan"
)

// Equal statements that come together for the first time are compiled side by side and
// still share one run, however they are spaced; each gets the answer.
func TestEqualTextsShareOneRunAtOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	s := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1024}).NewSession()
	fill(t, s, 5000)
	texts := make([]string, 40)
	for i := range texts {
		texts[i] = fmt.Sprintf("SELECT%sSUM(i) FROM n WHERE i < %d", strings.Repeat(" ", 1+i%2), 1000*(1+i%4))
	}
	for i, a := range s.Together(context.Background(), texts) {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		n := 1000 * (1 + i%4)
		if got, _ := a.Result.Text(0, 0); got != fmt.Sprint(n*(n-1)/2) {
			t.Errorf("%s: got %s", texts[i], got)
		}
		if shared := a.Result.Report.Scan.Shared; shared != 4 {
			t.Errorf("%s: %d runs shared the scan, not 4", texts[i], shared)
		}
	}
}

// Each piece of work has its own error, a panic among them, and none holds up another.
func TestSpread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	odd := errors.New("odd")
	done := make([]bool, 50)
	errs := spread(len(done), func(i int) error {
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
	if len(spread(0, func(int) error { return odd })) != 0 {
		t.Error("errors of nothing")
	}
}
