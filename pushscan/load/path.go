package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// openFile opens a regular file that lies in one of the roots (nil: anywhere), links
// resolved. The file that was checked is the one that is read: type and size come from
// the open file. The caller closes it.
func openFile(path string, roots []string) (*os.File, int64, error) {
	real, err := resolved(path)
	if err != nil {
		return nil, 0, fmt.Errorf("open file to load: %w", err)
	}
	f, err := openReal(path, real, roots)
	if err != nil {
		return nil, 0, fmt.Errorf("open file to load: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("open file to load: %s is no regular file but %s", path, kindOf(info.Mode()))
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// resolved follows a path's links. Its errors name the path.
func resolved(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if named := (*fs.PathError)(nil); err != nil && !errors.As(err, &named) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return real, err
}

// openReal opens a resolved path. Below a root it is opened through the root, so that
// a link put there in the meantime leads nowhere else.
func openReal(path, real string, roots []string) (*os.File, error) {
	// Without O_NONBLOCK opening a FIFO would wait for a writer.
	const flags = os.O_RDONLY | syscall.O_NONBLOCK
	if roots == nil {
		return os.OpenFile(real, flags|syscall.O_NOFOLLOW, 0)
	}
	for _, root := range roots {
		base, rel, ok := below(root, real)
		if !ok {
			continue
		}
		folder, err := os.OpenRoot(base)
		if err != nil {
			return nil, err
		}
		defer folder.Close()
		return folder.OpenFile(rel, flags, 0)
	}
	return nil, fmt.Errorf("%s lies outside of the folders that may be read (%s)", path, strings.Join(roots, ", "))
}

// below resolves a root and tells whether a resolved path lies in it, and where. A
// root that is not there holds nothing.
func below(root, real string) (base, rel string, ok bool) {
	base, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", "", false
	}
	if base, err = filepath.Abs(base); err != nil {
		return "", "", false
	}
	rel, err = filepath.Rel(base, real)
	return base, rel, err == nil && filepath.IsLocal(rel)
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
