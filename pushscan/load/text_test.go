package load

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/klauspost/compress/zstd"

	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/malformed"
)

// testdata/text holds files, the rows they give and the errors: a line of input in
// backquotes or double quotes is a Go string, others stand for themselves.
func TestText(t *testing.T) {
	datadriven.Walk(t, "testdata/text", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			name := "t.csv"
			d.MaybeScanArgs(t, "file", &name)
			file := loadtest.Write(t, name, []byte(content(t, d.Input)))
			switch d.Cmd {
			case "load":
				return loadText(t, d, file)
			case "infer":
				return inferText(t, d, file)
			}
			t.Fatalf("unknown command %s", d.Cmd)
			return ""
		})
	})
}

func content(t *testing.T, input string) string {
	var b strings.Builder
	for _, line := range strings.Split(input, "\n") {
		text, err := strconv.Unquote(line)
		if err != nil {
			text = line + "\n"
		}
		b.WriteString(text)
	}
	return b.String()
}

func loadText(t *testing.T, d *datadriven.TestData, file string) string {
	var types []string
	d.ScanArgs(t, "columns", &types)
	opts := optionsOf(t, d)
	def := loadtest.Define(strings.ReplaceAll(strings.Join(types, ","), ":", " "))
	var b strings.Builder
	if r, err := Open(context.Background(), []string{file}, def, opts); err == nil {
		fmt.Fprintf(&b, "%s\n", r.Files()[0])
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := rowsOf([]string{file}, def, opts)
	for _, row := range rows {
		fmt.Fprintf(&b, "%q\n", row)
	}
	if err != nil {
		fmt.Fprintf(&b, "error: %s\n", strings.ReplaceAll(err.Error(), file, filepath.Base(file)))
	}
	return b.String()
}

func inferText(t *testing.T, d *datadriven.TestData, file string) string {
	def, s, err := Infer(context.Background(), file, optionsOf(t, d))
	if err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), file, filepath.Base(file))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", def.Name, s)
	for _, c := range def.Columns {
		fmt.Fprintf(&b, "%s %s\n", c.Name, c.Type)
	}
	return b.String()
}

func optionsOf(t *testing.T, d *datadriven.TestData) Options {
	var opts Options
	for name, to := range map[string]*byte{"delimiter": &opts.Delimiter, "quote": &opts.Quote, "escape": &opts.Escape} {
		text := ""
		d.MaybeScanArgs(t, name, &text)
		switch text {
		case "":
		case "none":
			*to = None
		default:
			*to = text[0]
		}
	}
	header := "auto"
	d.MaybeScanArgs(t, "header", &header)
	opts.Header = map[string]Header{"auto": HeaderAuto, "yes": HeaderYes, "no": HeaderNo}[header]
	d.MaybeScanArgs(t, "ignore", &opts.IgnoreLines)
	d.MaybeScanArgs(t, "null", &opts.NullText)
	d.MaybeScanArgs(t, "names", &opts.Columns)
	return opts
}

// Fields and records over the limits are refused wherever blocks end, in little memory.
func TestHugeFields(t *testing.T) {
	mib := strings.Repeat("x", 1<<20)
	most := strings.Repeat(mib, 16)
	for _, c := range []struct{ name, text, want string }{
		{"largest", "1," + most + "\n", ""},
		{"field", "1,a\n2," + most + "x\n", `, line 2, field 2 (b): "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"... (16777217 bytes): expected at most 16777216 bytes`},
		{"quoted", "1,a\n2,\"" + most + "x\"\n", `expected at most 16777216 bytes`},
		{"record", "1,a\n2,a" + strings.Repeat(mib, 80), `, line 2: expected a record of at most 33554432 bytes; is a quote left open?`},
		{"quote", "1,a\n2,\"a\n" + strings.Repeat(mib+"\n", 80), `, line 2: expected a record of at most 33554432 bytes; is a quote left open?`},
		{"fields", "1,a" + strings.Repeat(",", 20<<20), `expected 2 fields; there are more`},
		{"number", strings.Repeat("1", 19<<20) + ",a\n", `, line 1, field 1 (a): "1111111111111111111111111111111111111111"... (19922944 bytes): expected at most 16777216 bytes`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := loadtest.Write(t, "t.csv", []byte(c.text))
			rows, err := rowsOf([]string{path}, loadtest.Define("a big, b str"), Options{Delimiter: ',', Header: HeaderNo})
			if c.want == "" && (err != nil || len(rows) != 1 || rows[0][1] != most) {
				t.Fatal(len(rows), err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Fatalf("%.300v, want %s", err, c.want)
			}
		})
	}
}

// Compressed files are read by their names; cut or foreign ones are errors, and one
// that unpacks to a large text takes no memory for it.
func TestCompressed(t *testing.T) {
	text := strings.Repeat("1,one\n2,two\n", 50000)
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{g, z} {
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	def := loadtest.Define("a int, b str")
	for name, packed := range map[string][]byte{"t.csv.gz": gz.Bytes(), "t.tbl.zst": zst.Bytes()} {
		rows, err := rowsOf([]string{loadtest.Write(t, name, packed)}, def, Options{Delimiter: ','})
		if err != nil || len(rows) != 100000 || rows[99999][1] != "two" {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
		for _, bad := range [][]byte{packed[:len(packed)-3], []byte("1,one\n")} {
			_, err := rowsOf([]string{loadtest.Write(t, name, bad)}, def, Options{Delimiter: ','})
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s, %d bytes: %v", name, len(bad), err)
			}
		}
	}
}

// countRows loads a file and lets its rows go.
func countRows(t *testing.T, path string, opts Options) (rows int) {
	r, err := Open(context.Background(), []string{path}, loadtest.Define("a int, b str"), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		b, err := r.Next(context.Background())
		if err == io.EOF {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		rows += b.Rows
	}
}

func TestUnpacksLarge(t *testing.T) {
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	piece := []byte(strings.Repeat("1,"+strings.Repeat("x", 1021)+"\n", 1024))
	for range 96 { // 96 MiB
		if _, err := z.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := loadtest.Write(t, "t.csv.zst", packed.Bytes())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows := countRows(t, path, Options{Delimiter: ','})
	runtime.ReadMemStats(&after)
	if rows != 96*1024 {
		t.Error(rows)
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 64<<20 {
		t.Errorf("%d bytes unpacked to 96 MiB took %d MiB of heap", packed.Len(), grown>>20)
	}
	if rows := countRows(t, path, Options{Delimiter: ',', IgnoreLines: 96*1024 - 1}); rows != 1 {
		t.Errorf("%d rows after all lines but one were ignored", rows)
	}
}

// makePaths makes a folder root with files, links and a pipe in it, and another that has a
// link to it, alias.
func makePaths(t *testing.T) (root, outside, alias string) {
	t.Helper()
	root, outside = t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(root, "in.csv"), filepath.Join(outside, "out.csv")} {
		if err := os.WriteFile(path, []byte("1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(filepath.Join(outside, "out.csv"), "away.csv")
	link("in.csv", "here.csv")
	link(outside, "folder")
	link("loop", "loop")
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(root, "absolute")
	alias = filepath.Join(outside, "alias")
	if err := os.Symlink(root, alias); err != nil {
		t.Fatal(err)
	}
	return root, outside, alias
}

// Only regular files inside of the roots are read, whatever links and dots say.
func TestPaths(t *testing.T) {
	root, outside, alias := makePaths(t)
	back := filepath.Join(root, "..", filepath.Base(outside), "out.csv")
	for _, c := range []struct {
		path, want string
		roots      []string
	}{
		{filepath.Join(root, "in.csv"), "", nil},
		{filepath.Join(root, "in.csv"), "", []string{"/does-not-exist", root}},
		{filepath.Join(root, "here.csv"), "", []string{root}},
		{filepath.Join(root, "away.csv"), "", nil},
		{filepath.Join(root, "away.csv"), "lies outside of the folders that may be read", []string{root}},
		{filepath.Join(root, "folder", "out.csv"), "lies outside", []string{root}},
		{back, "lies outside", []string{root}},
		{back + ".none", "lies outside", []string{root}}, // not: no such file
		{filepath.Join(root, "folder", "none.csv"), "lies outside", []string{root}},
		{filepath.Join(outside, "none", "x.csv"), "lies outside", []string{root}},
		{filepath.Join(root, "absolute", "in.csv"), "lies outside", []string{root}},
		{filepath.Join(alias, "in.csv"), "", []string{alias}},
		{filepath.Join(root, "in.csv"), "", []string{alias}},
		{filepath.Join(alias, "in.csv"), "lies outside", []string{root}},
		{filepath.Join(root, "none.csv"), filepath.Join(root, "none.csv") + ": no such file", []string{root}},
		{filepath.Join(root, "folder", "..", "in.csv"), "", []string{root}},
		{filepath.Join(root, "in.csv"), "lies outside", []string{}},
		{filepath.Join(root, "pipe"), "it is no regular file but a named pipe", nil},
		{filepath.Join(root, "pipe"), "it is no regular file but a named pipe", []string{root}},
		{root, "it is no regular file but a folder", []string{root}},
		{"/dev/zero", "it is no regular file but a device", nil},
		{filepath.Join(root, "loop"), "too many", []string{root}},
		{filepath.Join(root, "loop"), filepath.Join(root, "loop") + ": too many levels of symbolic links", nil},
		{filepath.Join(root, "in.csv", "x"), filepath.Join(root, "in.csv", "x") + ": not a directory", nil},
		{filepath.Join(root, "none.csv"), "no such file", nil},
	} {
		rows, err := rowsOf([]string{c.path}, loadtest.Define("a int"), Options{Roots: c.roots})
		if c.want == "" && (err != nil || len(rows) != 1) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s in %v: %v, %v; want %q", c.path, c.roots, rows, err, c.want)
		}
	}
}

// Several files come one after another, origins tell file and line, progress ends at
// the total, and errors of a later file come after the rows before it.
func TestSeveralFiles(t *testing.T) {
	one := loadtest.Write(t, "one.csv", []byte("b,a\nx,1\n\ny,2\n"))
	two := loadtest.Write(t, "two.tbl", []byte("3|z|\n4|\"|\n"))
	bad := loadtest.Write(t, "bad.csv", []byte("a,b\n5\n"))
	def := loadtest.Define("a int!, b str")
	var read, total int64
	r, err := Open(context.Background(), []string{one, two, bad}, def, Options{Progress: func(r, t int64) { read, total = r, t }})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for err == nil {
		b, next := r.Next(context.Background())
		if err = next; err == nil {
			for row := range b.Rows {
				got = append(got, fmt.Sprint(loadtest.Row(def, b, row), " ", filepath.Base(b.Origin(row))))
			}
		}
	}
	want := `["[1 x] one.csv, line 2" "[2 y] one.csv, line 4" "[3 z] two.tbl, line 1" "[4 \"] two.tbl, line 2"]`
	if fmt.Sprintf("%q", got) != want {
		t.Errorf("got %q", got)
	}
	var e *malformed.Error
	if !errors.As(err, &e) || e.File != bad || e.Line != 2 {
		t.Errorf("error %v", err)
	}
	if _, again := r.Next(context.Background()); again != err {
		t.Errorf("after the error: %v", again)
	}
	if read != total || total != 29 {
		t.Errorf("progress %d of %d", read, total)
	}
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Error(err)
	}
}

// A context that ends is an error, never the end of the file.
func TestCancel(t *testing.T) {
	path := loadtest.Write(t, "t.csv", []byte(strings.Repeat("1,2\n", 100000)))
	for i := range 40 {
		open, cancelOpen := context.WithCancel(context.Background())
		next, cancelNext := context.WithCancel(context.Background())
		r, err := Open(open, []string{path}, loadtest.Define("a int, b int"), Options{block: 100})
		if err != nil {
			t.Fatal(err)
		}
		for range i {
			if _, err := r.Next(next); err != nil {
				t.Fatal(err)
			}
		}
		[]func(){cancelOpen, cancelNext}[i%2]()
		for err == nil {
			_, err = r.Next(next)
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		cancelOpen()
		cancelNext()
	}
}

// TestNamesSayTheForm: a file that is named as Parquet or IPC and does not begin as one
// goes to that reader, which refuses it, and is never read as text.
func TestNamesSayTheForm(t *testing.T) {
	for name, want := range map[string]Format{
		"a.parquet": Parquet, "a.PARQUET": Parquet, "a.arrow": IPC, "a.feather": IPC, "a.csv": CSV, "a.txt": CSV, "a.tbl": Tbl, "a.tbl.gz": Tbl,
	} {
		if got := formatOf(name, []byte("a\n1\n"), Options{}); got != want {
			t.Errorf("%s: form %v, want %v", name, got, want)
		}
	}
	for mark, want := range map[string]Format{
		`{"a": 1}`: JSON, " \n[\n {\"a\": 1}]": JSON, "{}\n{}": JSON, "[ ]": JSON, "\xef\xbb\xbf{\"a\": 1}": JSON, "PAR1\x00\x01": Parquet, "ARROW1\x00\x00\xff": IPC,
		"PARE\x15\x00": Parquet, "L\x01\x00\x00\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0a\x00": IPC, "a\x00,\x00b\x00\x0a\x00": CSV, "\x00a\x00,\x00b\x00\x0a": CSV,
		"": CSV, "a,b\n1,2\n": CSV, "{a},b\n": CSV, "[a]\n1\n": CSV, "[],x\n": CSV, "[1, 2]": CSV, "{": CSV, "[": CSV, "\"{\"": CSV,
	} {
		if got := formatOf("/proc/self/fd/7", []byte(mark), Options{}); got != want {
			t.Errorf("%q without a name: form %v, want %v", mark, got, want)
		}
		if got := formatOf("a.csv", []byte(mark), Options{}); got != want && got != CSV {
			t.Errorf("%q in a.csv: form %v", mark, got)
		}
	}
	path := loadtest.Write(t, "a.parquet", []byte("a\n1\n"))
	if _, err := rowsOf([]string{path}, loadtest.Define("a int"), Options{}); err == nil || strings.Contains(err.Error(), "line 1") {
		t.Errorf("a text named as Parquet: %v", err)
	}
}
