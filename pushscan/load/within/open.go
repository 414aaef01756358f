package within

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens a regular file that lies in one of the roots (nil: anywhere). The file
// that was checked is the one that is read: type and size come from the open file. The
// caller closes it.
func Open(path string, roots []string) (*os.File, int64, error) {
	f, err := openWithin(path, roots)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("open %s: it is no regular file but %s", path, kindOf(info.Mode()))
	}
	if err == nil && ofSystem(f) {
		err = fmt.Errorf("open %s: it is no regular file but one of the system's own, made as it is read; copy it to a file first", path)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// ofSystem says whether a file is made by the kernel as it is read, like those of /proc:
// they have no size, and some wait for what happens next.
func ofSystem(f *os.File) bool {
	var info unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &info); err != nil {
		return false
	}
	switch info.Type {
	case unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC:
		return true
	}
	return false
}

// Without O_NONBLOCK opening a FIFO would wait for a writer.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK

// openWithin opens a path, which roots may confine: by its text first, so that what lies
// outside is not even looked at, and then through the root, which follows no link out
// of it. Links in a root are relative ones.
func openWithin(path string, roots []string) (*os.File, error) {
	if roots == nil {
		return os.OpenFile(path, openFlags, 0)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, root := range roots {
		if base, rel, ok := Below(root, absolute); ok {
			return openBelow(base, rel, path, roots)
		}
	}
	return nil, Outside(path, roots)
}

// Outside is the error for a path that lies in none of the roots.
func Outside(path string, roots []string) error {
	return fmt.Errorf("%s lies outside of the folders that may be read (%s)", path, strings.Join(roots, ", "))
}

// openBelow opens a file of a root. Errors name the path as it was given.
func openBelow(base, rel, path string, roots []string) (*os.File, error) {
	folder, err := os.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	f, err := folder.OpenFile(rel, openFlags, 0)
	var failed *fs.PathError
	switch {
	case err == nil:
		return f, nil
	case !errors.As(err, &failed):
		return nil, fmt.Errorf("%s: %w", path, err)
	case failed.Err.Error() == "path escapes from parent": // package os has no name for it
		return nil, Outside(path, roots)
	}
	return nil, &fs.PathError{Op: "open", Path: path, Err: failed.Err}
}

// Below tells whether an absolute path lies in a root by its text, and where: in the
// root as it was given, or with the root's own links resolved.
func Below(root, path string) (base, rel string, ok bool) {
	base, err := filepath.Abs(root)
	if err != nil {
		return "", "", false
	}
	for range 2 {
		if rel, err = filepath.Rel(base, path); err == nil && filepath.IsLocal(rel) {
			return base, rel, true
		}
		if base, err = filepath.EvalSymlinks(base); err != nil {
			return "", "", false
		}
	}
	return "", "", false
}

// kindOf names a file type that is not regular.
func kindOf(mode os.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&os.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&os.ModeSocket != 0:
		return "a socket"
	case mode&os.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}
