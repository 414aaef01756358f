package ceiling

import (
	"context"
	"errors"
	"testing"

	"gsdms/cuda/host"
)

// The kernels compile and run on a simulated device, and every kind of line comes.
func TestMeasure(t *testing.T) {
	d, err := host.New(t.TempDir(), 16<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var lines []Line
	s := Sizes{Memory: 1 << 20, Cache: 1 << 16, Copy: 1 << 20, Runs: 1}
	if err := Measure(context.Background(), d, s, func(l Line) { lines = append(lines, l) }); err != nil {
		t.Fatal(err)
	}
	if len(lines) < 21 {
		t.Errorf("%d lines: %v", len(lines), lines)
	}
	for _, l := range lines {
		if l.Value <= 0 || l.What == "" || l.Unit == "" {
			t.Errorf("line %+v", l)
		}
	}
}

func TestMeasureReportsFailures(t *testing.T) {
	d, err := host.New(t.TempDir(), 16<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	broken := errors.New("broken")
	d.Fail = func(operation string) error {
		if operation == "launch" {
			return broken
		}
		return nil
	}
	err = Measure(context.Background(), d, Sizes{Memory: 1 << 20, Cache: 1 << 16, Copy: 1 << 20, Runs: 1}, func(Line) {})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
