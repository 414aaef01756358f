package manifest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// Limits of names, as MySQL has them, and of what a folder of the store may be called.
const (
	maxName   = 64  // characters of a table's or column's name
	maxFolder = 200 // bytes of a folder's name, below the 255 of common file systems
)

// CheckName refuses names that SQL or the manifest could not hold.
func CheckName(what, name string) error {
	switch n := utf8.RuneCountInString(name); {
	case !utf8.ValidString(name):
		return fmt.Errorf("the name of a %s is not valid UTF-8: %q", what, name)
	case n == 0:
		return fmt.Errorf("a %s needs a name", what)
	case n > maxName:
		return fmt.Errorf("the name %q of a %s has %d characters; at most %d are allowed", name, what, n, maxName)
	case strings.ContainsRune(name, 0):
		return fmt.Errorf("the name %q of a %s contains a NUL", name, what)
	}
	return nil
}

// FolderOf is the folder of a table: letters, digits, _ and - stand for themselves,
// other bytes are %XX, and what gets too long ends in a hash. Distinct names give
// distinct folders, and none has a dot, which the catalog's own files have.
func FolderOf(table string) string {
	var b strings.Builder
	for i := 0; i < len(table); i++ {
		if plain(table[i]) {
			b.WriteByte(table[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", table[i])
		}
	}
	if b.Len() <= maxFolder {
		return b.String()
	}
	return fmt.Sprintf("%s%%%%%016x", b.String()[:maxFolder-18], xxhash.Sum64String(table))
}

// IsFolder says whether a folder could be that of a table by its name.
func IsFolder(name string) bool {
	for i := range len(name) {
		if !plain(name[i]) && name[i] != '%' {
			return false
		}
	}
	return name != ""
}

func plain(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// ColumnFile is the name of a column's file; ordinal and version make it unique in the
// folder, the column's name is there for people.
func ColumnFile(ordinal int, column string, version uint64, ext string) string {
	name := []byte(column)
	for i, c := range name {
		if !plain(c) {
			name[i] = '_'
		}
	}
	return fmt.Sprintf("%03d-%.40s.v%d.%s", ordinal, name, version, ext)
}
