package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/snapshot"
)

// museum makes a folder with every kind of file in it, columns of two segments among
// them, and closes it.
func museum(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	c := open(t, dir)
	_, d := shop(t, c)
	load(t, c, d, goodOrders())
	big := store.Definition{Name: "big", Columns: columns("n", "#s", "#twin")}
	define(t, c, big)
	var data rows
	for i := range plan.SegmentRows + 1000 {
		data = append(data, []any{int64(i), string(rune('a' + i%9)), string(rune('A' + i%9))})
	}
	load(t, c, big, data)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// readEverything opens a folder and asks for every column of every table.
func readEverything(dir string, opts store.Options) error {
	c, err := store.Open(dir, opts)
	if err != nil {
		return err
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	for _, name := range v.Tables() {
		stored, err := v.Table(name)
		if err != nil {
			return err
		}
		for i := range stored.Shown() {
			a, err := stored.Data.Rows(context.Background(), i, 0, stored.Rows)
			if err != nil {
				return err
			}
			a.Release()
		}
	}
	return nil
}

// storedFiles are the files of a folder that hold something.
func storedFiles(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	for _, f := range files(t, dir) {
		if filepath.Base(f) != "catalog.lock" && filepath.Base(f) != "catalog.log" && filepath.Ext(f) != ".reserve" {
			out = append(out, f)
		}
	}
	return out
}

// checkDamage reads everything and wants an error that names the file.
func checkDamage(t *testing.T, dir, file, what string) {
	t.Helper()
	for _, opts := range []store.Options{{}, {Verify: true}} {
		err := readEverything(dir, opts)
		if err == nil {
			t.Errorf("%s, %s: not detected (%+v)", file, what, opts)
			continue
		}
		if !strings.Contains(err.Error(), file) {
			t.Errorf("%s, %s: the error does not name the file: %v", file, what, err)
		}
		var damage *snapshot.DamageError
		if filepath.Base(file) != "catalog.json" && (!errors.As(err, &damage) || damage.Table == "") {
			t.Errorf("%s, %s: no DamageError: %v", file, what, err)
		}
	}
}

// valueBytes is how many bytes of each column's file are values: what is behind them is of no one.
func valueBytes(t testing.TB, dir string) map[string]int {
	t.Helper()
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v := c.View()
	defer v.Close()
	out := map[string]int{}
	for _, name := range v.Tables() {
		stored, err := v.Table(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range stored.Shown() {
			found, err := filepath.Glob(filepath.Join(dir, name, fmt.Sprintf("%03d-*.col", i)))
			if err != nil || len(found) != 1 {
				t.Fatalf("column %s of %s has files %v, %v", c.Name, name, found, err)
			}
			out[found[0]] = stored.Data.(*snapshot.Version).Manifest.Entry(i).Place(stored.Rows)
		}
	}
	return out
}

// A byte changed anywhere in any file is found, manifests and the padding of dictionaries included.
func TestFlippedBytes(t *testing.T) {
	t.Parallel()
	dir := museum(t)
	values := valueBytes(t, dir)
	for _, file := range storedFiles(t, dir) {
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := len(whole)
		if of, ok := values[file]; ok {
			n = of
		}
		for i, at := range []int{0, 1, 13, n / 3, n / 2, n - 65, n - 3, n - 1} {
			if at < 0 || at >= n {
				continue
			}
			flipped := bytes.Clone(whole)
			flipped[at] ^= 1 << (i % 8)
			if filepath.Ext(file) == ".json" {
				flipped[at] = whole[at] ^ 0x20 // another case of a letter
			}
			rewrite(t, file, flipped)
			checkDamage(t, dir, file, "flipped byte")
		}
		rewrite(t, file, whole)
	}
	if err := readEverything(dir, store.Options{Verify: true}); err != nil {
		t.Errorf("after all is as it was: %v", err)
	}
}

func rewrite(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Files that are cut, grown, empty, missing, zeroed or of another kind.
func TestMisshapenFiles(t *testing.T) {
	t.Parallel()
	dir := museum(t)
	columns := valueBytes(t, dir)
	for _, file := range storedFiles(t, dir) {
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		zeroed := bytes.Clone(whole)
		clear(zeroed[:min(4096, len(zeroed))])
		for what, data := range map[string][]byte{
			"cut": whole[:len(whole)-1], "half": whole[:len(whole)/2], "empty": {},
			"grown": append(bytes.Clone(whole), 0), "zeroed page": zeroed,
		} {
			rewrite(t, file, data)
			if _, grows := columns[file]; !(what == "zeroed page" && bytes.Equal(data, whole)) && !(what == "grown" && grows) {
				checkDamage(t, dir, file, what)
			}
		}
		if filepath.Base(file) != "catalog.json" {
			moved := file + ".moved"
			if err := errors.Join(os.Rename(file, moved), os.Mkdir(file, 0o755)); err != nil {
				t.Fatal(err)
			}
			checkDamage(t, dir, file, "a folder")
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			checkDamage(t, dir, file, "missing")
			if err := os.Remove(moved); err != nil {
				t.Fatal(err)
			}
		}
		rewrite(t, file, whole)
	}
}

// Two files that look alike in size and form, in each other's place.
func TestSwappedFiles(t *testing.T) {
	t.Parallel()
	dir := museum(t)
	all := storedFiles(t, dir)
	swapped := 0
	for i, a := range all {
		for _, b := range all[i+1:] {
			x, y := mustRead(t, a), mustRead(t, b)
			if len(x) != len(y) || bytes.Equal(x, y) {
				continue
			}
			swapped++
			rewrite(t, a, y)
			rewrite(t, b, x)
			if err := readEverything(dir, store.Options{}); err == nil {
				t.Errorf("%s in the place of %s is not detected", a, b)
			}
			rewrite(t, a, x)
			rewrite(t, b, y)
		}
	}
	if swapped < 3 {
		t.Errorf("only %d pairs of files of one size", swapped)
	}
}

func mustRead(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Segments of one file in each other's place.
func TestSwappedSegments(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	d := store.Definition{Name: "t", Columns: columns("n")}
	define(t, c, d)
	data := make(rows, 3*plan.SegmentRows)
	for i := range data {
		data[i] = []any{int64(i % 200)} // one byte a row
	}
	load(t, c, d, data)
	c.Close()
	file := filepath.Join(dir, "t", "000-n.v2.col")
	whole := mustRead(t, file)
	part := bytes.Clone(whole[:plan.SegmentRows])
	copy(whole, whole[plan.SegmentRows:2*plan.SegmentRows])
	copy(whole[plan.SegmentRows:], part)
	rewrite(t, file, whole)
	checkDamage(t, dir, file, "segments swapped")
}

// A damaged segment does not keep the others from being read, nor a damaged table the
// other tables; the damaged table can be dropped.
func TestDamageIsLocal(t *testing.T) {
	dir := museum(t)
	file := filepath.Join(dir, "big", "000-n.v6.col")
	whole := mustRead(t, file)
	whole[len(whole)-disk.FilePadding-4*1000] ^= 4 // the second segment: the last 1000 rows, of 4 bytes
	rewrite(t, file, whole)
	rewrite(t, filepath.Join(dir, "orders", "004-mark.v4.dict"), nil)
	c := open(t, dir)
	v := c.View()
	defer v.Close()
	stored, err := v.Table("big")
	if err != nil {
		t.Fatal(err)
	}
	a, err := stored.Data.Rows(context.Background(), 0, 0, plan.SegmentRows)
	if err != nil {
		t.Fatal(err)
	}
	a.Release()
	for range 2 {
		_, err = stored.Data.Rows(context.Background(), 0, plan.SegmentRows-64, plan.SegmentRows+1)
		var damage *snapshot.DamageError
		if !errors.As(err, &damage) || damage.Segment != 1 || damage.Column != "n" || damage.Table != "big" {
			t.Errorf("error %v", err)
		}
	}
	if _, err := v.Table("orders"); err == nil {
		t.Error("a table without its dictionary is usable")
	}
	if _, err := v.Table("customers"); err != nil {
		t.Error(err)
	}
	if err := c.Drop(context.Background(), "orders"); err != nil {
		t.Error(err)
	}
}

// A file cut short while it is mapped raises SIGBUS where it is touched: the store's
// reads make an error of it.
func TestCutWhileMapped(t *testing.T) {
	dir := museum(t)
	c := open(t, dir)
	stored := table(t, c, "big")
	file := filepath.Join(dir, "big", "000-n.v6.col")
	if err := os.Truncate(file, 4096); err != nil {
		t.Fatal(err)
	}
	var damage *snapshot.DamageError
	_, err := stored.Data.Rows(context.Background(), 0, 0, 100)
	if !errors.As(err, &damage) || damage.File != file {
		t.Errorf("error %v", err)
	}
	_, err = c.Load(context.Background(), "big", source(store.Definition{Name: "big", Columns: columns("n", "#s", "#twin")}, rows{{int64(1), "", ""}}))
	if !errors.As(err, &damage) {
		t.Errorf("error of a load: %v", err)
	}
}
