package sql

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"gsdms/pushscan"
	"gsdms/pushscan/load"
	"gsdms/sql/export"
)

// unpacked is what a file has that the standard library, or zstd's decoder, unpacks.
func unpacked(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var r io.Reader = bytes.NewReader(content)
	if strings.HasSuffix(path, ".gz") {
		r, err = gzip.NewReader(r)
	} else if strings.HasSuffix(path, ".zst") {
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A text whose name ends with .gz or .zst is packed, and is what it would be without, from export as from
// INTO OUTFILE; what is read of it are the rows. A format that packs by itself is not packed again.
func TestPackedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openEngine(t, "db", pushscan.Options{}).NewSession()
	mustRun(t, s, odd)
	want := shown(t, mustRun(t, s, "SELECT * FROM odd ORDER BY k"), "tsv")
	for _, name := range []string{"f.csv", "f.tsv", "f.json", "f.ndjson"} {
		exported(t, s, "SELECT * FROM odd ORDER BY k", name)
		for _, end := range []string{".gz", ".ZST"} {
			exported(t, s, "SELECT * FROM odd ORDER BY k", name+end)
			if err := os.Rename(name+end, name+strings.ToLower(end)); err != nil {
				t.Fatal(err)
			}
			packed := name + strings.ToLower(end)
			if got := unpacked(t, packed); got != unpacked(t, name) {
				t.Errorf("%s: %q", packed, got)
			}
			mustRun(t, s, "CREATE TABLE back LIKE odd; LOAD DATA INFILE '"+packed+"' FORMAT 'auto' INTO TABLE back")
			if got := shown(t, mustRun(t, s, "SELECT * FROM back ORDER BY k"), "tsv"); got != want {
				t.Errorf("%s: %s, want %s", packed, got, want)
			}
			mustRun(t, s, "DROP TABLE back")
		}
	}
	mustRun(t, s, "SELECT * FROM odd ORDER BY k INTO OUTFILE 'o.txt'; SELECT * FROM odd ORDER BY k INTO OUTFILE 'o.txt.gz'; CREATE TABLE back LIKE odd; LOAD DATA INFILE 'o.txt.gz' INTO TABLE back")
	if got := shown(t, mustRun(t, s, "SELECT * FROM back ORDER BY k"), "tsv"); got != want || unpacked(t, "o.txt.gz") != unpacked(t, "o.txt") {
		t.Errorf("o.txt.gz: %s, want %s", got, want)
	}
	for _, name := range []string{"f.parquet.gz", "f.arrow.zst", "f.gz", "f.foo.gz"} {
		if _, err := export.FindFormat(name); err == nil {
			t.Errorf("%s has a format", name)
		}
	}
}

// An empty file is an error that says what to do, where nothing else tells what columns it has; of
// several files the first that is not tells that, and an empty one has no rows.
func TestEmptyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	e := openEngine(t, "db", pushscan.Options{})
	s := e.NewSession()
	for _, name := range []string{"e.csv", "e.tsv", "e.json", "e.parquet", "e.arrow", "p1.csv", "p3.csv"} {
		write(t, name, "")
	}
	write(t, "p2.csv", "a,b\n1,2\n")
	var packed bytes.Buffer
	if err := gzip.NewWriter(&packed).Close(); err != nil {
		t.Fatal(err)
	}
	write(t, "e.csv.gz", packed.String())
	for name, want := range map[string]string{"e.csv": "e.csv is empty (0 bytes), so", "e.tsv": "CREATE TABLE", "e.json": "is empty (0 bytes)", "e.parquet": "which no parquet file is", "e.arrow": "which no ipc file is"} {
		for _, text := range []string{"SELECT * FROM '%'", "DESCRIBE '%'", "CREATE TABLE t AS SELECT * FROM '%'"} {
			if _, err := s.Query(context.Background(), strings.ReplaceAll(text, "%", name)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %s: %v, want %s", text, name, err, want)
			}
		}
		if _, _, _, err := e.LoadNew(t.Context(), "t", []string{name}, load.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a table of %s: %v, want %s", name, err, want)
		}
	}
	if got := flat(mustRun(t, s, "SELECT * FROM 'p?.csv'")); got != "1|2\n" && got != "1|2" {
		t.Errorf("of three files two of which are empty: %q", got)
	}
	if _, rows, _, err := e.LoadNew(t.Context(), "t", []string{"p?.csv"}, load.Options{}); rows != 1 || err != nil {
		t.Error(rows, err)
	}
	if rows, _, err := e.Load(t.Context(), "t", []string{"e.csv", "e.csv.gz"}, load.Options{}); rows != 0 || err != nil {
		t.Error(rows, err)
	}
}
