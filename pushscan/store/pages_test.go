package store

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"gsdms/pushscan/store/snapshot"
)

// Few texts of a large packed dictionary charge for little of it, until they are forgotten.
func TestFewTexts(t *testing.T) {
	_, c, texts := remarks(t, 300_000)
	slices.Sort(texts)
	var used atomic.Int64
	c.Bill(func(bytes int64) error { used.Add(bytes); return nil })
	v := c.View()
	defer v.Close()
	table, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	dict := table.Columns[0].Dict
	for _, code := range []int{0, 1, 123_456, 299_999, 200_000} {
		if got := dict.At(code); got != texts[code] {
			t.Errorf("text %d is %q, want %q", code, got, texts[code])
		}
	}
	if n := used.Load(); n == 0 || n > dict.Size()/8 {
		t.Errorf("%d of %d bytes are charged", n, dict.Size())
	}
	c.Forget()
	awaitUsed(t, &used, func(n int64) bool { return n == 0 })
}

// Of a packed dictionary with a byte that is not as written any text that is given is the right one, and
// where the manifest says nothing of its head none is given.
func TestDamagedPages(t *testing.T) {
	dir, c, texts := remarks(t, 300_000)
	slices.Sort(texts)
	found, err := filepath.Glob(filepath.Join(dir, "t", "*.dict"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	whole, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	r, given := rand.New(rand.NewPCG(3, 9)), 0
	for i := range 60 {
		at, code := r.IntN(len(whole)-64), r.IntN(len(texts))
		if i%3 == 0 {
			at = r.IntN(400)
		}
		damaged := slices.Clone(whole)
		damaged[at] ^= 1 << r.IntN(8)
		if err := os.WriteFile(found[0], damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if text, ok := textOf(t, dir, code, false); ok && text != texts[code] {
			t.Errorf("byte %d: text %d is %q, want %q", at, code, text, texts[code])
		} else if ok {
			given++
		}
		if text, ok := textOf(t, dir, code, true); ok {
			t.Errorf("byte %d: text %d is given as %q by a file of which the whole was to be checked", at, code, text)
		}
	}
	if given == 0 || given > 45 {
		t.Errorf("%d texts of 60 were given", given)
	}
}

// textOf gives a text of a folder, by a manifest that says nothing of the dictionary's head if old is
// set; false if that is damaged.
func textOf(t *testing.T, dir string, code int, old bool) (text string, ok bool) {
	t.Helper()
	c, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	table, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	of := table.Data.(*snapshot.Version).Manifest.Columns[0].Dict
	if of.Head == 0 {
		t.Fatal("the manifest says nothing of the dictionary's head")
	}
	if old {
		of.Head = 0
	}
	defer func() {
		var damage *snapshot.DamageError
		if err, failed := recover().(error); failed && !errors.As(err, &damage) {
			t.Errorf("panics with %v", err)
		}
	}()
	return table.Columns[0].Dict.At(code), true
}
