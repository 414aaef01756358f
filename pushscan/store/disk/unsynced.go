package disk

import (
	"context"
	"errors"
	"os"
	"sync"

	"gsdms/pushscan/store/work"
)

// Files below syncSize, and no more than maxUnsynced of them, wait for the commit to be
// synced together, which a file system's journal takes in one go. Larger files are synced
// when they are written: the disk then works while the next one is made.
const (
	syncSize    = 1 << 20 // bytes
	maxUnsynced = 64
)

// Files are files and folders of a change that are written and may not be on disk yet,
// each open. Safe for concurrent use.
type Files struct {
	mu    sync.Mutex
	files []*os.File
}

// Add takes a written file of so many bytes over: it is on disk after sync at the latest,
// and closed.
func (u *Files) Add(f *os.File, size int) error {
	if size >= syncSize || !u.keep(f) {
		return syncAndClose(f)
	}
	return nil
}

// keep reports whether there is room for one more file.
func (u *Files) keep(f *os.File) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.files) >= maxUnsynced {
		return false
	}
	u.files = append(u.files, f)
	return true
}

// AddFolder has a folder's entries, those that are made until then, on disk after sync.
func (u *Files) AddFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.files = append(u.files, f)
	return nil
}

// Write writes a new file, which is on disk after sync.
func (u *Files) Write(ctx context.Context, path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if err := (&Paced{File: f}).writeAll(ctx, data); err != nil {
		return errors.Join(err, f.Close())
	}
	return u.Add(f, len(data))
}

func (u *Files) take() []*os.File {
	u.mu.Lock()
	defer u.mu.Unlock()
	files := u.files
	u.files = nil
	return files
}

// Sync has everything on disk when it returns without an error.
func (u *Files) Sync() error {
	files := u.take()
	errs := make([]error, len(files))
	var wg sync.WaitGroup
	for i, f := range files {
		wg.Go(func() { errs[i] = work.Guarded(func() error { return syncAndClose(f) }) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Close gives up the files of a change that failed.
func (u *Files) Close() error {
	var err error
	for _, f := range u.take() {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Grow writes bytes to a file from some place on.
func (u *Files) Grow(ctx context.Context, path string, at int, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err = f.Seek(int64(at), 0); err == nil {
		err = (&Paced{File: f, written: int64(at), begun: int64(at), done: int64(at)}).writeAll(ctx, data)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	return u.Add(f, len(data))
}
