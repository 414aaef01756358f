package load

import (
	"fmt"
	"gsdms/pushscan/load/within"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tableFiles are the ends of the names of files that queries read as tables; text files
// may have .gz or .zst behind them.
var tableFiles = []string{".csv", ".tsv", ".tbl", ".txt", ".json", ".ndjson", ".jsonl", ".parquet", ".arrow", ".arrows", ".feather", ".ipc"}

// IsFileName reports whether a name in a query can be that of a file that is read as a
// table, by its end.
func IsFileName(name string) bool {
	_, rest := compressionOf(name)
	return slices.Contains(tableFiles, strings.ToLower(filepath.Ext(rest)))
}

// TableName is what a file is called as a table: its name without folder and ends.
func TableName(path string) string { return tableName(path) }

// Stamp tells one state of a file from another.
type Stamp struct {
	Path     string
	Size     int64
	Modified int64 // nanoseconds since 1970
}

// Match gives the files that a path or a pattern (with *, ? or [; ** is folders, any number of them)
// means, sorted, as they are now. One that lies outside of the roots (nil: none) is an error.
func Match(pattern string, roots []string) ([]Stamp, error) {
	paths := []string{pattern}
	if _, err := os.Lstat(pattern); err != nil && strings.ContainsAny(pattern, "*?[") {
		if paths, err = matching(pattern, roots); err != nil {
			return nil, err
		}
	}
	stamps := make([]Stamp, len(paths))
	for i, path := range paths {
		f, size, err := within.Open(path, roots)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("look at %s: %w", path, err)
		}
		stamps[i] = Stamp{path, size, info.ModTime().UnixNano()}
	}
	return stamps, nil
}

// MatchAll gives the paths of the files that several paths or patterns mean, as Match does, those of
// one after those of another.
func MatchAll(patterns, roots []string) (paths []string, err error) {
	for _, pattern := range patterns {
		stamps, err := Match(pattern, roots)
		if err != nil {
			return nil, err
		}
		for _, s := range stamps {
			paths = append(paths, s.Path)
		}
	}
	return paths, nil
}

// Telling gives the file among several that tells what all are: the first that is not empty, if one is
// not.
func Telling(paths, roots []string) string {
	for _, path := range paths {
		if _, size, err := markOf(path, roots); err != nil || size > 0 {
			return path
		}
	}
	return paths[0]
}

// InSample reports whether files have no more, all together, than what is looked at of one of them
// to find its types. Of compressed files it is not known.
func InSample(stamps []Stamp) bool {
	size := int64(0)
	for _, s := range stamps {
		if c, _ := compressionOf(s.Path); c != "" {
			return false
		}
		size += s.Size
	}
	return size <= SampleBytes
}

// matching lists the files of a pattern. No folder outside of the roots is looked into.
func matching(pattern string, roots []string) ([]string, error) {
	pattern = filepath.Clean(pattern)
	if roots != nil {
		fixed, err := filepath.Abs(filepath.Dir(pattern[:strings.IndexAny(pattern, "*?[")] + "x"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pattern, err)
		}
		inside := func(root string) bool { _, _, ok := within.Below(root, fixed); return ok }
		if !slices.ContainsFunc(roots, inside) {
			return nil, within.Outside(pattern, roots)
		}
	}
	paths, err := glob(pattern)
	if err == nil && len(paths) == 0 {
		err = &fs.PathError{Op: "open", Path: pattern, Err: fs.ErrNotExist}
	}
	return paths, err
}

// glob is filepath.Glob, but that a part ** of a pattern means any number of folders. What cannot be
// looked into has no files.
func glob(pattern string) ([]string, error) {
	parts := strings.Split(pattern, "/")
	if !slices.Contains(parts, "**") {
		return filepath.Glob(pattern)
	}
	if _, err := filepath.Match(pattern, ""); err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	fixed := slices.IndexFunc(parts, func(part string) bool { return strings.ContainsAny(part, "*?[") })
	root := strings.Join(parts[:fixed], "/")
	switch {
	case fixed == 0:
		root = "."
	case root == "":
		root = "/"
	}
	var paths []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && matches(parts, strings.Split(path, "/")) {
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}

// matches reports whether the parts of a path are as those of a pattern.
func matches(pattern, path []string) bool {
	switch {
	case len(pattern) == 0:
		return len(path) == 0
	case pattern[0] == "**":
		return matches(pattern[1:], path) || len(path) > 0 && matches(pattern, path[1:])
	case len(path) == 0:
		return false
	}
	same, _ := filepath.Match(pattern[0], path[0]) // glob has looked for a wrong pattern
	return same && matches(pattern[1:], path[1:])
}
