package store_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// A byte of a packed file that is not as written is found when its segment is read, and by a check of
// the folder, wherever it is.
func TestDamagedPacks(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	define(t, c, packing)
	load(t, c, packing, packingRows(0, 2*plan.SegmentRows+3))
	ends, packs, swapped := valueBytesOf(table(t, c, "p")), packsOf(table(t, c, "p")), 0
	c.Close()
	r := rand.New(rand.NewPCG(4, 4))
	for i, end := range ends {
		found, err := filepath.Glob(filepath.Join(dir, "p", fmt.Sprintf("%03d-*.col", i)))
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		whole := mustRead(t, found[0])
		for _, at := range []int{0, 127, 128, r.IntN(end), end / 2, end - 1} {
			changed := slices.Clone(whole)
			changed[at] ^= 1 << r.IntN(8)
			rewrite(t, found[0], changed)
			checkDamage(t, dir, found[0], fmt.Sprint("byte ", at))
		}
		rewrite(t, found[0], whole[:len(whole)-1])
		checkDamage(t, dir, found[0], "cut short")
		if size := packs[i]; len(size) == 2 && size[0] == size[1] && !slices.Equal(whole[:size[0]], whole[size[0]:2*size[0]]) {
			rewrite(t, found[0], slices.Concat(whole[size[0]:2*size[0]], whole[:size[0]], whole[2*size[0]:]))
			checkDamage(t, dir, found[0], "segments in each other's place")
			swapped++
		}
		rewrite(t, found[0], whole)
	}
	if err := readEverything(dir, store.Options{Verify: true}); err != nil || swapped == 0 {
		t.Error(swapped, err)
	}
}

// packsOf is the sizes of each column's packed segments.
func packsOf(t *plan.Table) (out [][]int) {
	m := t.Data.(*snapshot.Version).Manifest
	for i := range m.Columns {
		out = append(out, m.Columns[i].Packed)
	}
	return out
}

// valueBytesOf is how many bytes of each column's file are values.
func valueBytesOf(t *plan.Table) []int {
	m := t.Data.(*snapshot.Version).Manifest
	out := make([]int, len(m.Columns))
	for i := range out {
		out[i] = m.Columns[i].Place(m.Rows)
	}
	return out
}

// A manifest whose packed segments cannot be is refused.
func TestHostilePacks(t *testing.T) {
	good := func() manifest.Column {
		return manifest.Column{Width: 2, File: &manifest.File{Grows: true}, Packed: []int{384, 384 + 64}}
	}
	m := &manifest.Manifest{Rows: 3 * plan.SegmentRows}
	for what, change := range map[string]func(c *manifest.Column){
		"too small":     func(c *manifest.Column) { c.Packed[0] = 320 },
		"too large":     func(c *manifest.Column) { c.Packed[1] = 2*plan.SegmentRows + 384 + 64 },
		"negative":      func(c *manifest.Column) { c.Packed[0] = -384 },
		"odd":           func(c *manifest.Column) { c.Packed[0]++ },
		"too many":      func(c *manifest.Column) { c.Packed = append(c.Packed, 384, 384) },
		"doubles":       func(c *manifest.Column) { c.Float = true },
		"does not grow": func(c *manifest.Column) { c.File.Grows = false },
		"no file":       func(c *manifest.Column) { c.File = nil },
	} {
		c := good()
		if err := m.CheckPacked(&c); err != nil {
			t.Fatal(err)
		}
		if change(&c); m.CheckPacked(&c) == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}
