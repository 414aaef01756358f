package within

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Create makes a file, which must not be there, in one of the roots (nil: anywhere). The
// caller closes it.
func Create(path string, roots []string) (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if roots == nil {
		return os.OpenFile(path, flags, 0o644)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, root := range roots {
		base, rel, ok := Below(root, absolute)
		if !ok {
			continue
		}
		folder, err := os.OpenRoot(base)
		if err != nil {
			return nil, err
		}
		f, err := folder.OpenFile(rel, flags, 0o644)
		err = errors.Join(err, folder.Close())
		if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
			return nil, &fs.PathError{Op: "create", Path: path, Err: failed.Err}
		}
		return f, err
	}
	return nil, Outside(path, roots)
}
