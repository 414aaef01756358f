package disk

import (
	"errors"
	"io/fs"
	"os"
)

// Create makes a new file; one of that name must not exist.
func Create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
}

// WriteSynced writes a new file and has it on disk when it returns.
func WriteSynced(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, syncAndClose(f))
}

func syncAndClose(f *os.File) error {
	return errors.Join(f.Sync(), f.Close())
}

// SyncFolder has a folder's entries on disk when it returns.
func SyncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return syncAndClose(f)
}

// Replace replaces path by data: afterwards, and after a crash at any point, it has either
// the old content or the new; the new one for good once the folder is synced. After an
// error it has the old one.
func Replace(path string, data []byte) error {
	beside := path + ".new"
	if err := RemoveIfThere(beside); err != nil {
		return err
	}
	err := WriteSynced(beside, data)
	if err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		return errors.Join(err, RemoveIfThere(beside))
	}
	return nil
}

// RemoveIfThere removes a file, and does nothing where there is none.
func RemoveIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// FilePadding is how many bytes of zeros, at least, are behind the last value of a file.
const FilePadding = 64

// FileSize is the size of a column's file: the values, then padding to a multiple of
// 64 bytes with at least FilePadding of it.
func FileSize(bytes int) int { return (bytes + FilePadding + 63) / 64 * 64 }
