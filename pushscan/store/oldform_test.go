package store

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
)

// asBefore describes a table's columns as programs did before files could grow: sums are bound to
// the number of rows, those of the last segments and of the files are over the padding, too.
func asBefore(t *testing.T, dir string) {
	t.Helper()
	body, r := current(t, dir)
	m, err := manifest.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		data, err := os.ReadFile(filepath.Join(dir, "t", c.File.Name))
		if err != nil || len(c.Sums) != 1 {
			t.Fatalf("%d segments, %v", len(c.Sums), err)
		}
		segment, whole := manifest.BoundSum("t", c.File.Name, m.Rows, c.Width, 0), manifest.BoundSum("t", c.File.Name, m.Rows, c.Width, -1)
		segment.Write(data)
		whole.Write(data)
		c.Sums[0], c.File.Sum, c.File.Grows = segment.Sum64(), whole.Sum64(), false
	}
	m.Format = manifest.Format
	if body, err = json.MarshalIndent(m, "", " "); err != nil {
		t.Fatal(err)
	}
	plant(t, dir, r, body)
}

// A folder whose files do not grow opens, takes rows, and opens again; a byte of its padding that
// is not as written is found, as it was.
func TestFilesThatDoNotGrow(t *testing.T) {
	dir := t.TempDir()
	exhibit(t, dir)
	asBefore(t, dir)
	c, err := Open(dir, Options{Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	b := &ingest.Batch{Rows: 1, Columns: []ingest.Column{
		{Ints: []int64{5}}, {Codes: []uint32{0}, Dict: []string{"zz"}}, {Floats: []float64{0.5}}, {Ints: []int64{1}, Nulls: []bool{true}},
	}}
	v := c.View()
	before, err := v.Table("t")
	if err == nil {
		_, err = c.Load(context.Background(), "t", &once{b})
	}
	if err != nil || before.Rows != 3 {
		t.Fatalf("%d rows, %v", before.Rows, err)
	}
	for i := range before.Shown() {
		if _, err := before.Data.Rows(context.Background(), i, 0, 3); err != nil {
			t.Errorf("a snapshot of before cannot be read any more: %v", err)
		}
	}
	v.Close()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := useEverything(dir); err != nil {
		t.Error(err)
	}
	body, _ := current(t, dir)
	m, err := manifest.Parse(body)
	if err != nil || m.Rows != 4 || m.Format != manifest.WithTails || !m.Columns[0].File.Grows {
		t.Errorf("format %d, %d rows: %v", m.Format, m.Rows, err)
	}
}

// Padding of a file that does not grow is checked.
func TestPaddingOfBefore(t *testing.T) {
	dir := t.TempDir()
	exhibit(t, dir)
	asBefore(t, dir)
	found, err := filepath.Glob(filepath.Join(dir, "t", "*.col"))
	if err != nil || len(found) != 4 {
		t.Fatal(found, err)
	}
	for _, path := range found {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := append([]byte(nil), whole...)
		changed[len(changed)-3] ^= 4
		for what, data := range map[string][]byte{"flipped": changed, "longer": append(append([]byte(nil), whole...), 0)} {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := useEverything(dir); err == nil {
				t.Errorf("%s, %s: not found", path, what)
			}
		}
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
