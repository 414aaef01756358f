package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/manifest"
)

// TestOtherFormats: a folder of another version of the program is told from a damaged
// one, whatever the rest of its files looks like, and nothing in it is touched.
func TestOtherFormats(t *testing.T) {
	for _, body := range []string{`{"format": 7}`, `{"format": 7, "tables": {"by": "name"}, "version": "x"}`, `{"version": 3, "tables": []}`} {
		dir := t.TempDir()
		path := filepath.Join(dir, catalogFile)
		sealed := disk.Seal([]byte(body))
		keep := filepath.Join(dir, "t", "000-a.v1.col")
		if err := errors.Join(os.WriteFile(path, sealed, 0o600), os.Mkdir(filepath.Dir(keep), 0o700), os.WriteFile(keep, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		_, err := Open(dir, Options{})
		var other *manifest.FormatError
		if !errors.As(err, &other) || other.File != path || other.Format == manifest.Format || !strings.Contains(err.Error(), "another folder") || strings.Contains(err.Error(), "copy") {
			t.Errorf("%s: %v", body, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(sealed) {
			t.Errorf("the catalog has changed: %v", err)
		}
		if _, err := os.Stat(keep); err != nil {
			t.Error(err)
		}
	}
}
