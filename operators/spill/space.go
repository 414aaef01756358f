package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Space is where files go. It is safe for concurrent use. Nil Spaces have no files.
type Space struct {
	dir  string
	used atomic.Int64
}

// NewSpace makes a space in a folder. Where that is not there, which need not be as long as nobody makes
// a table, files are in the one that it would be in.
func NewSpace(dir string) *Space { return &Space{dir: dir} }

// Used is the bytes that the files take.
func (s *Space) Used() int64 { return s.used.Load() }

// File is words in a file of a space. It is safe for concurrent use, and must be closed.
type File struct {
	space *Space
	file  *os.File
	end   atomic.Int64
}

// File makes an empty file.
func (s *Space) File() (*File, error) {
	f, err := s.Unnamed()
	if err != nil {
		return nil, s.failed(err)
	}
	return &File{space: s, file: f}, nil
}

// Unnamed makes an empty file that goes when it is closed. What is in it is not counted.
func (s *Space) Unnamed() (*os.File, error) {
	dir := s.folder()
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err == nil {
		return os.NewFile(uintptr(fd), "a file without a name in "+dir), nil
	}
	f, err := os.CreateTemp(dir, "*.spill") // a file system may know no other
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// folder is that of the space, or the one above it where only that is there.
func (s *Space) folder() string {
	above := filepath.Dir(filepath.Clean(s.dir))
	if _, err := os.Stat(s.dir); !errors.Is(err, fs.ErrNotExist) {
		return s.dir
	}
	if _, err := os.Stat(above); err != nil {
		return s.dir
	}
	return above
}

func (s *Space) failed(err error) error {
	err = fmt.Errorf("the query needs more memory than it may have, and files in %s cannot take the rest: %w", s.folder(), err)
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
		err = fmt.Errorf("%w (the queries that run have %d bytes there): make room there, raise --query-memory, or ask for less", err, s.used.Load())
	}
	return err
}

// Append writes words behind those that are there, and gives the place of the first.
func (f *File) Append(parts ...[]int64) (at int64, err error) {
	n := int64(0)
	for _, p := range parts {
		n += int64(8 * len(p))
	}
	at = f.end.Add(n) - n
	f.space.used.Add(n)
	for to := at; len(parts) > 0; parts = parts[1:] {
		b := bytesOf(parts[0])
		if _, err := f.file.WriteAt(b, to); err != nil {
			return 0, f.space.failed(err)
		}
		to += int64(len(b))
	}
	return at, nil
}

// Read reads words from a place on.
func (f *File) Read(at int64, words []int64) error {
	if _, err := f.file.ReadAt(bytesOf(words), at); err != nil {
		return f.space.failed(err)
	}
	return nil
}

// Bytes is how many bytes the file has.
func (f *File) Bytes() int64 { return f.end.Load() }

// Close gives the file's room back.
func (f *File) Close() error {
	f.space.used.Add(-f.end.Swap(0))
	return f.file.Close()
}

// bytesOf is the same words as bytes.
func bytesOf(words []int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}
