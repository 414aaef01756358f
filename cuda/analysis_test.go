package cuda

import (
	"context"
	"errors"
	"testing"

	"gsdms/cuda/host"
	"gsdms/operators"
)

// analysing gives a backend for analyses over a device that has so many bytes.
func analysing(t *testing.T, memory int64) (*host.Device, *Backend) {
	t.Helper()
	d, err := host.New(t.TempDir(), memory)
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(d, Options{Memory: 16 << 20, Locked: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return d, b
}

// endsCleanly runs an analysis to its end, cancelled, without room, and on a device of which
// an operation fails: each of them ends with the error that it was given, or without one where
// it does not need the operation.
func endsCleanly(t *testing.T, d *host.Device, run func(ctx context.Context, room int64) error, operations ...string) {
	t.Helper()
	if err := run(context.Background(), 1<<30); err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(enough)
	if err := run(ctx, 1<<30); !errors.Is(err, enough) {
		t.Errorf("cancelled: %v", err)
	}
	if err := run(context.Background(), 1<<10); !errors.As(err, new(*operators.Refused)) {
		t.Errorf("without room: %v", err)
	}
	for _, what := range operations {
		broken := errors.New("broken")
		d.Fail = func(operation string) error {
			if operation == what {
				return broken
			}
			return nil
		}
		err := run(context.Background(), 1<<30)
		if d.Fail = nil; err != nil && !errors.Is(err, broken) {
			t.Errorf("%s fails: %v", what, err)
		}
	}
}
