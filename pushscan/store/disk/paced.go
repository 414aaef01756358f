package disk

import (
	"context"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// pacedBytes is how much of a file is on its way to disk while the next part is written.
const pacedBytes = 8 << 20

// Paced is a file that is being written. What it gets goes to disk soon, so that
// little is left to wait for when it is synced: nothing can end that wait.
type Paced struct {
	*os.File
	written, begun, done int64 // bytes written, on their way to disk, and there
}

// Write implements io.Writer.
func (p *Paced) Write(data []byte) (int, error) {
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
func (p *Paced) writeAll(ctx context.Context, data []byte) error {
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
