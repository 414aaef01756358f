package store

import (
	"context"
	"errors"
	"os"
	"sync"
)

// Files below syncSize, and no more than maxUnsynced of them, wait for the commit to be
// synced together, which a file system's journal takes in one go. Larger files are synced
// when they are written: the disk then works while the next one is made.
const (
	syncSize    = 1 << 20 // bytes
	maxUnsynced = 64
)

// unsynced are files and folders of a change that are written and may not be on disk yet,
// each open. Safe for concurrent use.
type unsynced struct {
	mu    sync.Mutex
	files []*os.File
}

// add takes a written file of so many bytes over: it is on disk after sync at the latest,
// and closed.
func (u *unsynced) add(f *os.File, size int) error {
	if size >= syncSize || !u.keep(f) {
		return syncAndClose(f)
	}
	return nil
}

// keep reports whether there is room for one more file.
func (u *unsynced) keep(f *os.File) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.files) >= maxUnsynced {
		return false
	}
	u.files = append(u.files, f)
	return true
}

// addFolder has a folder's entries, those that are made until then, on disk after sync.
func (u *unsynced) addFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.files = append(u.files, f)
	return nil
}

// write writes a new file, which is on disk after sync.
func (u *unsynced) write(ctx context.Context, path string, data []byte) error {
	f, err := create(path)
	if err != nil {
		return err
	}
	if err := (&pacedFile{File: f}).writeAll(ctx, data); err != nil {
		return errors.Join(err, f.Close())
	}
	return u.add(f, len(data))
}

func (u *unsynced) take() []*os.File {
	u.mu.Lock()
	defer u.mu.Unlock()
	files := u.files
	u.files = nil
	return files
}

// sync has everything on disk when it returns without an error.
func (u *unsynced) sync() error {
	files := u.take()
	errs := make([]error, len(files))
	var wg sync.WaitGroup
	for i, f := range files {
		wg.Go(func() { errs[i] = guarded(func() error { return syncAndClose(f) }) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// close gives up the files of a change that failed.
func (u *unsynced) close() error {
	var err error
	for _, f := range u.take() {
		err = errors.Join(err, f.Close())
	}
	return err
}
