package load

import (
	"os"
	"path/filepath"
	"testing"

	"gsdms/pushscan/store"
)

// In a file called .tsv tabs part the fields, unless it has none and others cut all its lines alike.
func TestDelimiterOfTSV(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]byte{
		"a,b\tc\n1,2\t3\n1,2\t4\n": '\t', "a\nx,y\nz\n": '\t', "f(a, b)\nx\ny,z\n": '\t', "a,b\n1,2\n3,4\n": ',', "a;b\n1;2\n": ';',
	} {
		path := filepath.Join(dir, "x.tsv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, _, err := sniff(path, store.Definition{}, Options{Header: HeaderYes})
		if err != nil || s.Delimiter != want {
			t.Errorf("%q: delimiter %q (%v), want %q", text, s.Delimiter, err, want)
		}
	}
}
