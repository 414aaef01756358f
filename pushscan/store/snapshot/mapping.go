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

// MapFile maps a file. The descriptor is closed again.
func MapFile(path string, of *manifest.File) (*Mapping, error) {
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
	if !of.Sized(info.Size()) {
		return nil, fmt.Errorf("it has %d bytes, not %d as written", info.Size(), of.Size)
	}
	data, err := unix.Mmap(int(f.Fd()), 0, of.Size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mmap: %w", err)
	}
	return &Mapping{Path: path, Data: data}, nil
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
