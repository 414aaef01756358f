package sql

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/sql/parse"
)

// The files of all clients share what they may have, and give it back.
func TestReceivedFilesShare(t *testing.T) {
	var all received
	dir := t.TempDir()
	begin := func(name string, most int64) *receiving {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		r, err := all.into(f, most)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, other := begin("one", 1000), begin("other", 1000)
	if _, err := one.Write(make([]byte, 700)); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Write(make([]byte, 200)); err != nil {
		t.Fatal(err)
	}
	_, err := other.Write(make([]byte, 101))
	if !parse.IsCode(err, parse.CodeDiskFull) || !strings.Contains(err.Error(), "1000 bytes") || !strings.Contains(err.Error(), "the 300 that are left") || !strings.Contains(err.Error(), "--local-files") {
		t.Errorf("101 bytes where 100 are left: %v", err)
	}
	if _, err := other.Write(make([]byte, 100)); err != nil {
		t.Errorf("100 bytes where as many are left: %v", err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Write(make([]byte, 700)); err != nil {
		t.Errorf("700 bytes that another has given back: %v", err)
	}
	if err := other.Close(); err != nil || all.bytes.Load() != 0 {
		t.Errorf("%d bytes are counted of no file, %v", all.bytes.Load(), err)
	}
	if free := begin("free", 0); free.most <= 0 || free.Close() != nil {
		t.Errorf("%d bytes may come where nothing is said", free.most)
	}
}
