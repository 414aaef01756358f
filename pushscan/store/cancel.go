package store

import (
	"context"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// Work on many rows asks every so often whether its context has ended: some tens of
// milliseconds of work at most lie between.
const (
	comparesBetween = 1 << 12
	textsBetween    = 1 << 14
)

// sortFunc sorts as slices.SortFunc does. When ctx ends it gives up: all are as good as
// equal from then on, which ends a sort soon, and the order means nothing.
func sortFunc[T any](ctx context.Context, s []T, compare func(a, b T) int) error {
	compares := 0
	var ended error
	slices.SortFunc(s, func(a, b T) int {
		if compares++; compares%comparesBetween == 0 && ended == nil {
			ended = ctx.Err()
		}
		if ended != nil {
			return 0
		}
		return compare(a, b)
	})
	return ended
}

// pacedBytes is how much of a file is on its way to disk while the next part is written.
const pacedBytes = 8 << 20

// pacedFile is a file that is being written. What it gets goes to disk soon, so that
// little is left to wait for when it is synced: nothing can end that wait.
type pacedFile struct {
	*os.File
	written, begun, done int64 // bytes written, on their way to disk, and there
}

// Write implements io.Writer.
func (p *pacedFile) Write(data []byte) (int, error) {
	n, err := p.File.Write(data)
	p.written += int64(n)
	if p.written-p.begun >= pacedBytes {
		// Advice only: Sync, at the end, has the last word.
		_ = unix.SyncFileRange(int(p.Fd()), p.begun, p.written-p.begun, unix.SYNC_FILE_RANGE_WRITE)
		_ = unix.SyncFileRange(int(p.Fd()), p.done, p.begun-p.done, unix.SYNC_FILE_RANGE_WAIT_BEFORE)
		p.done, p.begun = p.begun, p.written
	}
	return n, err
}

// writeAll writes data in parts until ctx ends.
func (p *pacedFile) writeAll(ctx context.Context, data []byte) error {
	for part := range slices.Chunk(data, pacedBytes) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := p.Write(part); err != nil {
			return err
		}
	}
	return ctx.Err()
}
