package manifest

import (
	"strings"
	"testing"
)

// Each table has a folder of its own, which a file system takes and a catalog knows as one.
func TestFolders(t *testing.T) {
	long := strings.Repeat("ä", maxName)
	names := []string{"t", "T", "d.t", "d%2Et", "d/t", "..", "a b", "a_b", "a-b", "ä", "\n", "%", long, long + "x", "x" + long}
	folders := map[string]string{}
	for _, name := range names {
		folder := FolderOf(name)
		if before, is := folders[folder]; is {
			t.Errorf("tables %q and %q have the folder %s", before, name, folder)
		}
		folders[folder] = name
		if !IsFolder(folder) || len(folder) > maxFolder {
			t.Errorf("table %q has the folder %s", name, folder)
		}
	}
	for _, other := range []string{"", ".", "..", "a.b", "a/b", "a b", "ä"} {
		if IsFolder(other) {
			t.Errorf("%q is the folder of a table", other)
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, want := range map[string]bool{
		"t": true, "": false, "a\x00": false, "\xff": false, "a b.c/d": true,
		strings.Repeat("ä", 64): true, strings.Repeat("ä", 65): false,
	} {
		if err := CheckName("table", name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}
