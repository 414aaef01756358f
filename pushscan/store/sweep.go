package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// catalogFile has the roster.
const catalogFile = "catalog.json"

// ours matches the names of the files that the store makes in a table's folder.
var ours = regexp.MustCompile(`^(manifest\.v[0-9]+\.json|[0-9]{3,}-[A-Za-z0-9_-]*\.v[0-9]+\.(col|dict|tail)|[0-9]+\.spill)$`)

// sweep removes the store's files below dir that keep does not name: what an
// interrupted change left behind, and dropped files that were still in use at the end.
// Other files it leaves alone, and it follows no link.
func sweep(dir string, keep map[string]bool) error {
	if err := disk.RemoveIfThere(filepath.Join(dir, catalogFile+".new")); err != nil {
		return err
	}
	folders, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range folders {
		if f.IsDir() {
			err = errors.Join(err, sweepFolder(filepath.Join(dir, f.Name()), keep))
		}
	}
	return err
}

// sweepFolder sweeps one folder, and removes it if that was all it held, or if nothing is
// in it: that of a table whose files went and that was still there at the end.
func sweepFolder(folder string, keep map[string]bool) error {
	found, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	removed := 0
	for _, f := range found {
		path := filepath.Join(folder, f.Name())
		if keep[path] || !f.Type().IsRegular() || !ours.MatchString(f.Name()) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		removed++
	}
	if removed < len(found) || keep[folder] || removed == 0 && !manifest.IsFolder(filepath.Base(folder)) {
		return nil
	}
	return os.Remove(folder)
}

// IsCatalog reports whether a folder has a catalog. It is an error if it has tables and none, or is a file.
func IsCatalog(dir string) (bool, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return false, errors.New("it is a file, and tables are in a folder; a query reads a file of rows itself: SELECT * FROM 'FILE'")
	}
	if _, err := os.Stat(filepath.Join(dir, catalogFile)); !errors.Is(err, fs.ErrNotExist) {
		return err == nil, err
	}
	return false, checkNew(dir)
}

// checkNew says whether a folder without catalog.json is one that never had it: no
// tables lie in it.
func checkNew(dir string) error {
	found, err := filepath.Glob(filepath.Join(globQuote(dir), "*", "manifest.v*.json"))
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("%s is missing, but there are tables (%s): restore it from a copy, or use another folder", catalogFile, found[0])
	}
	return err
}

// globQuote makes a path match only itself.
func globQuote(path string) string {
	return regexp.MustCompile(`[*?[\\]`).ReplaceAllString(path, `\$0`)
}
