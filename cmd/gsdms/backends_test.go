package main

import (
	"os"
	"path/filepath"
	"testing"

	"gsdms/pushscan/store"
)

// TestSpareCard asks for the backend of statements over folders of a few bytes and of as
// many as are worth a card.
func TestSpareCard(t *testing.T) {
	small, large := t.TempDir(), t.TempDir()
	hollow(t, filepath.Join(small, "t", "a.col"), 4096)
	hollow(t, filepath.Join(large, "t", "a.col"), cardPays/2)
	hollow(t, filepath.Join(large, "u", "b.col"), cardPays/2)
	linked := filepath.Join(t.TempDir(), "linked")
	if err := os.Symlink(large, linked); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder, backend string
		there           bool
		texts           []string
		want            string
	}{
		{small, "auto", true, []string{"select 1"}, "cpu"},
		{small, "auto", true, nil, "cpu"},
		{filepath.Join(small, "none"), "auto", true, []string{"select 1"}, "cpu"},
		{small, "auto", true, []string{"select 1", "call kmeans('t', 'a', 2)"}, "auto"},
		{small, "cuda", true, []string{"select 1"}, "cuda"},
		{large, "auto", true, []string{"select 1"}, "auto"},
		{linked, "auto", true, nil, "auto"},
		{large, "cpu", true, nil, "cpu"},
		{large, "auto", false, []string{"select 1"}, "cpu"},
		{small, "cuda", false, []string{"select 1"}, "cuda"},
	} {
		e := &environment{Global: Global{DB: []foldersFlag{{store.Folder{Dir: c.folder}}}, Backend: c.backend}}
		if e.spareCard(c.there, c.texts...); e.Backend != c.want {
			t.Errorf("%s over %s, %q: %s, want %s", c.backend, c.folder, c.texts, e.Backend, c.want)
		}
	}
}

// hollow makes a file of so many bytes that take no room.
func hollow(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}
