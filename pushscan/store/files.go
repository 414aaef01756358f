package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// mapping is a file of a table, mapped read-only: as much of it as a version has. The
// catalog's mutex guards refs: every table version that uses it holds one. What nobody holds
// is unmapped, and the file deleted with its last mapping, since the versions of the current
// state hold theirs.
type mapping struct {
	path string
	data []byte
	refs int

	unpacked unpacking // of a packed dictionary
}

// mapped tells the mappings of a file, which may have grown between them, apart.
type mapped struct {
	path string
	size int
}

// sized says whether a file of a table may have so many bytes.
func (f *file) sized(bytes int64) bool {
	return bytes == int64(f.Size) || f.Grows && bytes > int64(f.Size)
}

// mapFile maps a file. The descriptor is closed again.
func mapFile(path string, of *file) (*mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if !of.sized(info.Size()) {
		return nil, fmt.Errorf("it has %d bytes, not %d as written", info.Size(), of.Size)
	}
	data, err := unix.Mmap(int(f.Fd()), 0, of.Size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mmap: %w", err)
	}
	return &mapping{path: path, data: data}, nil
}

// create makes a new file; one of that name must not exist.
func create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
}

// writeSynced writes a new file and has it on disk when it returns.
func writeSynced(path string, data []byte) error {
	f, err := create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, syncAndClose(f))
}

func syncAndClose(f *os.File) error {
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder has a folder's entries on disk when it returns.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return syncAndClose(f)
}

// replace replaces path by data: afterwards, and after a crash at any point, it has either
// the old content or the new; the new one for good once the folder is synced. After an
// error it has the old one.
func replace(path string, data []byte) error {
	beside := path + ".new"
	if err := removeIfThere(beside); err != nil {
		return err
	}
	err := writeSynced(beside, data)
	if err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		return errors.Join(err, removeIfThere(beside))
	}
	return nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// lock takes the folder for this process until the file is closed.
func lock(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o644)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return nil, fmt.Errorf("%w; the folder must be writable, for queries, too: a copy of it can be used", err)
	}
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = fmt.Errorf("%w: end the other one, or use another folder", ErrLocked)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// unlock gives the folder up. Closing the file would not do while a process that is
// just being started shares it.
func unlock(f *os.File) error {
	return errors.Join(unix.Flock(int(f.Fd()), unix.LOCK_UN), f.Close())
}

const lockFile = "catalog.lock"
