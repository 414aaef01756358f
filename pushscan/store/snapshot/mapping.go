package snapshot

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"gsdms/pushscan/store/manifest"
)

// Mapping is a file of a table, mapped read-only: as much of it as a version has. The
// catalog's mutex guards refs: every table version that uses it holds one. What nobody holds
// is unmapped, and the file deleted with its last mapping, since the versions of the current
// state hold theirs.
type Mapping struct {
	Path string
	Data []byte
	Refs int
}

// Key tells the mappings of a file, which may have grown between them, apart.
type Key struct {
	Path string
	Size int
}

// MapFile maps a file. The descriptor is closed again; it is not made an os.File, which asks the
// system twice more whether one can wait for it.
func MapFile(path string, of *manifest.File) (*Mapping, error) {
	fd, err := open(path)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return nil, &os.PathError{Op: "stat", Path: path, Err: err}
	}
	if info.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, errors.New("it is no regular file")
	}
	if !of.Sized(info.Size) {
		return nil, fmt.Errorf("it has %d bytes, not %d as written", info.Size, of.Size)
	}
	data, err := unix.Mmap(fd, 0, of.Size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mmap: %w", err)
	}
	return &Mapping{Path: path, Data: data}, nil
}

// open opens a file to read it, again where a signal has come between.
func open(path string) (fd int, err error) {
	for {
		if fd, err = unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0); err != unix.EINTR {
			return fd, err
		}
	}
}

// Unmap gives the memory of a mapping back; what has used it is gone.
func (m *Mapping) Unmap() error { return unix.Munmap(m.Data) }

// EachMapping calls f for each file of the version.
func (v *Version) EachMapping(f func(*Mapping)) {
	for i := range v.Columns {
		for _, m := range []*Mapping{v.Columns[i].Data, v.Columns[i].Text, v.Columns[i].Tail} {
			if m != nil {
				f(m)
			}
		}
	}
}
