package load

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// unitsOf writes a text as UTF-16.
func unitsOf(text string, big bool) (out []byte) {
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// UTF-16 is read with and without a byte order mark, whichever byte comes first; where it is damaged
// that is an error that says where.
func TestUTF16(t *testing.T) {
	for _, big := range []bool{false, true} {
		mark := unitsOf("\ufeff", big)
		text := "a;b\nx😀;1\nÄöü日本;2\n"
		late := strings.Repeat("abc;7\n", 50000)
		for _, c := range []struct {
			text []byte
			want string // the rows, or what an error says
		}{
			{slices.Concat(mark, unitsOf(text, big)), "x😀 1|Äöü日本 2"},
			{unitsOf(text, big), "x😀 1|Äöü日本 2"},
			{slices.Concat(mark, unitsOf(text, big)[:3]), "ends within a letter"},
			{slices.Concat(mark, unitsOf("a;b\n", big), unitsOf("😀", big)[:2], unitsOf(";1\n", big)), "half of a letter is missing before byte 14"},
			{slices.Concat(mark, unitsOf("a;b\n", big), unitsOf("😀", big)[2:], unitsOf(";1\n", big)), "half of a letter is missing before byte 12"},
			{slices.Concat(mark, unitsOf("a;b\n"+late, big), []byte{'x'}), "ends within a letter, behind byte 600011"},
		} {
			path := filepath.Join(t.TempDir(), "t.csv")
			if err := os.WriteFile(path, c.text, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := read(t, path)
			if err != nil && strings.Contains(err.Error(), c.want) {
				continue
			}
			if err != nil || got != c.want {
				t.Errorf("big end first %t, %d bytes: %.60q, %v; want %q", big, len(c.text), got, err, c.want)
			}
		}
	}
}

// read gives the rows of a file as it is, with spaces between their values.
func read(t *testing.T, path string) (string, error) {
	t.Helper()
	def, _, o, err := Describe(t.Context(), path, Options{})
	if err != nil {
		return "", err
	}
	rows, err := rowsOf([]string{path}, def, o)
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.Join(r, " "))
	}
	return strings.Join(lines, "|"), err
}

// A first line that names the delimiter is none of the rows, and a file that has no header says why.
func TestSeparator(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"t.csv", "sep=;\r\na,x;b\r\n1,5;2\r\n", "1.5 2"},
		{"t.csv", "\xef\xbb\xbf\"sep=\t\"\na\tb\n1\t2\n", "1 2"},
		{"t.csv", "SEP=|\na|b\n1|2\n3|4|5\n", "line 4"},
		{"t.csv", "sep=^\na^b\nx,y^2\n", "x,y 2"},
		{"t.csv", "sep=ab\nx\n", "x"},
		{"t.csv", "sep,n\na,1\n", "a 1"},
		{"t.csv", "\n\r\n\n", "that is not empty"},
		{"t.csv", "a,\"b\n1,2\n", "is a quote left open?"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := read(t, path)
		if err != nil && strings.Contains(err.Error(), c.want) {
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}
