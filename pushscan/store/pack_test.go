package store

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
)

// plainDictionary is the file of some texts, which are put in order.
func plainDictionary(texts []string) (file []byte, sorted []string) {
	slices.Sort(texts)
	sorted = slices.Compact(texts)
	all := strings.Join(sorted, "")
	head := 4 * (len(sorted) + 1)
	file = alignedBytes(fileSize(head + len(all)))
	copy(file[head:], all)
	for i, t := range sorted {
		words[uint32](file[:head])[i+1] = words[uint32](file[:head])[i] + uint32(len(t))
	}
	return file, sorted
}

// sentences are texts as people write them, some empty, some long, some with bytes that are no text.
func sentences(r *rand.Rand, n int) []string {
	some := []string{"the", "carefully", "ironic", "deposits", "sleep", "über", "\x00\xff", "quickly", "z"}
	out := []string{"", strings.Repeat("long ", 900000), strings.Repeat("long ", 900000) + "er"}
	for range n {
		var t strings.Builder
		for range 1 + r.IntN(9) {
			t.WriteString(some[r.IntN(len(some))])
			t.WriteByte(' ')
		}
		out = append(out, t.String())
	}
	return out
}

// What is packed is unpacked as it was, over block after block.
func TestPacked(t *testing.T) {
	for _, n := range []int{20000, 300000} {
		file, texts := plainDictionary(sentences(rand.New(rand.NewPCG(1, 2)), n))
		small, err := packDictionary(context.Background(), file, len(texts))
		if err != nil || small == nil || 2*len(small) > len(file) {
			t.Fatalf("%d of %d bytes, %v", len(small), len(file), err)
		}
		p, err := openPacked(small, len(texts), len(file))
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.unpack()
		if err != nil || !bytes.Equal(got, file) {
			t.Errorf("%d texts in %d blocks come back as others: %v", len(texts), len(p.blocks), err)
		}
	}
}

// What is small, or gets hardly smaller, stays as it is.
func TestNotWorthPacking(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	noise := make([]string, 5000)
	for i := range noise {
		b := make([]byte, 100)
		for k := range b {
			b[k] = byte(r.Uint32())
		}
		noise[i] = string(b)
	}
	for _, texts := range [][]string{{"a", "b"}, noise} {
		file, sorted := plainDictionary(texts)
		if small, err := packDictionary(context.Background(), file, len(sorted)); small != nil || err != nil {
			t.Errorf("%d texts: %d of %d bytes, %v", len(sorted), len(small), len(file), err)
		}
	}
}

// A packed dictionary of which any byte, or the numbers beside it, are others is refused, or read
// as so many texts; nothing panics.
func TestHostilePacked(t *testing.T) {
	file, texts := plainDictionary(sentences(rand.New(rand.NewPCG(5, 6)), 20000)[3:])
	small, err := packDictionary(context.Background(), file, len(texts))
	if err != nil || small == nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 3000 {
		hostile := bytes.Clone(small)
		at := r.IntN(len(hostile))
		if i%3 == 0 {
			at = r.IntN(64)
		}
		hostile[at] ^= byte(1 + r.IntN(255))
		p, err := openPacked(hostile, len(texts), len(file))
		if err != nil {
			continue
		}
		got, err := p.unpack()
		if err == nil && len(got) != len(file) {
			t.Fatalf("byte %d: %d bytes instead of %d", at, len(got), len(file))
		}
	}
	for _, n := range [][2]int{{len(texts) + 1, len(file)}, {len(texts), len(file) + 64}, {0, 64}} {
		if _, err := openPacked(small, n[0], n[1]); err == nil {
			t.Errorf("%d texts in %d bytes are accepted", n[0], n[1])
		}
	}
	for n := range 200 {
		if _, err := openPacked(small[:n], len(texts), len(file)); err == nil {
			t.Errorf("%d bytes are accepted", n)
		}
	}
}

// remarks makes a table of so many different texts, and gives its catalog.
func remarks(t *testing.T, n int) (dir string, c *Catalog, texts []string) {
	t.Helper()
	dir = t.TempDir()
	c, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	b := &Batch{Rows: n, Columns: make([]BatchColumn, 1)}
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
	snapshot, err := v.Table("t")
	if err != nil {
		t.Fatal(err)
	}
	version, dict := snapshot.Data.(*version), snapshot.Columns[0].Dict
	n, null := newSegment(snapshot.Rows)
	for i, text := range want {
		if i%plan.SegmentRows == 0 {
			if _, err := version.numbers(0, i/plan.SegmentRows, n, null); err != nil {
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
	if m := c.mappings[mapped{found[0], c.state.versions["t"].version.manifest.Columns[0].Dict.Size}]; m == nil || m.unpacked.file != nil {
		t.Error("the texts are in memory before anybody asks")
	}
	wantTexts(t, c, texts)
	b := &Batch{Rows: 2, Columns: []BatchColumn{{Codes: []uint32{0, 1}, Dict: []string{"another remark", texts[5]}}}}
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
	if n := sizes(); n < 1<<20 {
		t.Errorf("%d bytes of texts before they are packed again", n)
	}
	if err := c.Optimize(context.Background(), "t"); err != nil {
		t.Fatal(err)
	}
	wantTexts(t, c, texts)
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

// A byte of a packed dictionary that is not as written is found when the folder is opened.
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
	}
}
