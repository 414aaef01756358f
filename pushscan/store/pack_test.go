package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/snapshot"
	"gsdms/pushscan/store/work"
)

// remarks makes a table of so many different texts, and gives its catalog.
func remarks(t *testing.T, n int) (dir string, c *Catalog, texts []string) {
	t.Helper()
	dir = t.TempDir()
	c, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	b := &ingest.Batch{Rows: n, Columns: make([]ingest.Column, 1)}
	for i := range n {
		texts = append(texts, fmt.Sprintf("remark %d of many that begin alike", i*7919%n))
		b.Columns[0].Codes = append(b.Columns[0].Codes, uint32(i))
	}
	b.Columns[0].Dict = texts
	d := Definition{Name: "t", Columns: []plan.Column{{Name: "remark", Type: plan.Type{Kind: plan.String}}}}
	_, err = c.CreateLoad(context.Background(), d, &once{b})
	if err != nil {
		t.Fatal(err)
	}
	return dir, c, texts
}

// wantTexts compares the rows of a table with texts.
func wantTexts(t *testing.T, c *Catalog, want []string) {
	t.Helper()
	v := c.View()
	defer v.Close()
	table, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	version, dict := table.Data.(*snapshot.Version), table.Columns[0].Dict
	n, null := coding.NewSegment(table.Rows)
	for i, text := range want {
		if i%plan.SegmentRows == 0 {
			if _, err := version.Numbers(0, i/plan.SegmentRows, n, null); err != nil {
				t.Fatal(err)
			}
		}
		if got := dict.At(int(n[i%plan.SegmentRows])); got != text {
			t.Fatalf("row %d is %q, want %q", i, got, text)
		}
	}
}

// A table whose texts are packed has them all, once more is added, and once it is opened again;
// the file is a fraction of them, and memory is taken when a text is asked for.
func TestPackedTable(t *testing.T) {
	dir, c, texts := remarks(t, 100000)
	found, err := filepath.Glob(filepath.Join(dir, "t", "*.dict"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if info, err := os.Stat(found[0]); err != nil || info.Size() > 1<<20 {
		t.Fatalf("%d bytes, %v", info.Size(), err)
	}
	if m := c.mappings[snapshot.Key{Path: found[0], Size: c.state.versions["t"].version.Manifest.Columns[0].Dict.Size}]; m == nil {
		t.Error("the texts are in memory before anybody asks")
	}
	wantTexts(t, c, texts)
	b := &ingest.Batch{Rows: 2, Columns: []ingest.Column{{Codes: []uint32{0, 1}, Dict: []string{"another remark", texts[5]}}}}
	if _, err := c.Load(context.Background(), "t", &once{b}); err != nil {
		t.Fatal(err)
	}
	texts = append(texts, "another remark", texts[5])
	wantTexts(t, c, texts)
	sizes := func() (n int64) {
		found, _ := filepath.Glob(filepath.Join(dir, "t", "*.dict"))
		for _, path := range found {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			n += info.Size()
		}
		return n
	}
	if n := sizes(); n > 1<<20 {
		t.Errorf("%d bytes of texts: those that came before are not packed any more", n)
	}
	if late, err := filepath.Glob(filepath.Join(dir, "t", "*.tail")); err != nil || len(late) != 1 {
		t.Errorf("%v has the text that came, %v", late, err)
	}
	if err := c.Optimize(context.Background(), "t"); err != nil {
		t.Fatal(err)
	}
	wantTexts(t, c, texts)
	if late, err := filepath.Glob(filepath.Join(dir, "t", "*.tail")); err != nil || len(late) != 0 {
		t.Errorf("%v is left once there is one dictionary, %v", late, err)
	}
	if n := sizes(); n > 1<<20 {
		t.Errorf("%d bytes of texts once they are packed again", n)
	}
	version := c.state.roster.Version
	if err := c.Optimize(context.Background(), "t"); err != nil || c.state.roster.Version != version {
		t.Errorf("a table with nothing to pack is written: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir, Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	wantTexts(t, again, texts)
}

// A byte of a packed dictionary that is not as written is found by who asks for a text, and by who checks
// the table; who asks for none reads the rows.
func TestDamagedPacked(t *testing.T) {
	dir, c, _ := remarks(t, 50000)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(dir, "t", "*.dict"))
	whole, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 3, 7, 100, len(whole) / 2, len(whole) - 1} {
		changed := bytes.Clone(whole)
		changed[at] ^= 1
		if err := os.WriteFile(found[0], changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := useEverything(dir); err == nil || !strings.Contains(err.Error(), found[0]) {
			t.Errorf("byte %d: %v", at, err)
		}
		for what, err := range damagedTexts(t, dir) {
			if err == nil || !strings.Contains(err.Error(), found[0]) {
				t.Errorf("byte %d, %s: %v", at, what, err)
			}
		}
	}
}

// damagedTexts opens a folder whose texts are damaged, reads the rows, and gives what asking for a text
// and checking the table say.
func damagedTexts(t *testing.T, dir string) map[string]error {
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
	n, null := coding.NewSegment(table.Rows)
	if _, err := table.Data.(*snapshot.Version).Numbers(0, 0, n, null); err != nil {
		t.Fatal(err)
	}
	return map[string]error{
		"a text":  work.Guarded(func() error { table.Columns[0].Dict.At(0); return nil }),
		"a check": v.Check(t.Context(), "t"),
	}
}
