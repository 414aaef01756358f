package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// A change that frees space needs a little of it first: a manifest and the next
// catalog.json, each a file of its own. Where the disk is full it comes from the reserve,
// files that hold nothing but their place.
const (
	reserveFiles = 2
	reserveSize  = 512 << 10 // bytes of each
)

func reservePath(dir string, i int) string {
	return filepath.Join(dir, fmt.Sprintf("catalog.%d.reserve", i))
}

// keepReserve makes the reserve where it is not there. It may not come to be: then a disk
// that is full already stays so.
func (c *Catalog) keepReserve() {
	if c.reserved {
		return
	}
	for i := range reserveFiles {
		if err := makeReserve(reservePath(c.dir, i)); err != nil {
			return
		}
	}
	c.reserved = true
}

// makeReserve takes the place of one file of the reserve. A crash may lose it.
func makeReserve(path string) error {
	if info, err := os.Stat(path); err == nil && info.Size() == reserveSize {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = unix.Fallocate(int(f.Fd()), 0, 0, reserveSize)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		_, err = f.WriteAt(make([]byte, reserveSize), 0)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// giveReserve frees the reserve and says whether there was any.
func (c *Catalog) giveReserve() bool {
	given := false
	for i := range reserveFiles {
		given = os.Remove(reservePath(c.dir, i)) == nil || given
	}
	c.reserved = false
	return given
}

// full says whether an error is that of a disk, or a quota, with no room.
func full(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }
