package spill

import (
	"os"
	"path/filepath"
	"testing"
)

// A space whose folder nobody has made yet has its files in the folder above, and leaves nothing there.
func TestSpaceOfFolderThatIsNotThere(t *testing.T) {
	above := t.TempDir()
	f, err := NewSpace(filepath.Join(above, "data")).File()
	if err != nil {
		t.Fatal(err)
	}
	if at, err := f.Append([]int64{1, 2, 3}); at != 0 || err != nil {
		t.Errorf("written at %d: %v", at, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(above); len(left) > 0 || err != nil {
		t.Errorf("it leaves %v, %v", left, err)
	}
}
