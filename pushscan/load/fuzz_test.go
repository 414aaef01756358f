package load

import (
	"os"
	"path/filepath"
	"testing"

	"gsdms/pushscan/load/loadtest"
)

// FuzzText reads any bytes as text in several dialects: an error or rows, whatever the
// size of the blocks and the number of parsers, and the same ones.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"1,a\n2,\"b\"\"\n\"\n", "1|a|\r\n2|b|", "\xef\xbb\xbfa;b\n1;x", "\\N\t\\\n\n", "\"", "1,\x00\xff\n", "\n\n\r\n"} {
		f.Add([]byte(seed), byte(0))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte, dialect byte) {
		path := filepath.Join(dir, "t")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		opts := Options{Format: []Format{CSV, Tbl}[dialect&1], Header: Header(dialect >> 1 & 3 % 3), Escape: []byte{0, '\\'}[dialect>>3&1],
			Delimiter: []byte{0, ',', '\t', '|'}[dialect>>4&3], Threads: 1}
		def := loadtest.Define("a str, b " + []string{"int", "double", "date", "dec"}[dialect>>6])
		whole, wholeErr := rowsOf([]string{path}, def, opts)
		opts.block, opts.Threads = 7, 2
		cut, cutErr := rowsOf([]string{path}, def, opts)
		if (wholeErr == nil) != (cutErr == nil) || wholeErr != nil && wholeErr.Error() != cutErr.Error() {
			t.Fatalf("%q: %v in one block, %v in several", text, wholeErr, cutErr)
		}
		if wholeErr == nil && !sameRows(whole, cut) {
			t.Fatalf("%q: %q in one block, %q in several", text, whole, cut)
		}
	})
}
