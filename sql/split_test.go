package sql

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"gsdms/sql/parse"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{" ; ;; \n", ""},
		{"select 1", "1:0 select 1"},
		{"select 1;select 2 ; ", "1:0 select 1|1:9 select 2"},
		{"\n\n select 1;\n\tselect\n2;select 3", "3:3 select 1|4:14 select\n2|5:23 select 3"},
		{"select ';', \"a;b\", `c;d`; x", "1:0 select ';', \"a;b\", `c;d`|1:26 x"},
		{`select 'it''s;' ; select 'a\';b'; select "\"";x`, `1:0 select 'it''s;'|1:18 select 'a\';b'|1:34 select "\""|1:46 x`},
		{"select `a\\`; x", "1:0 select `a\\`|1:13 x"},
		{"-- one; two\nselect 1; # three; four\n", "2:12 select 1"},
		{"select 1 -- ; no\n; select 2 --x;y", "1:0 select 1 -- ; no|2:19 select 2 --x|2:32 y"},
		{"/* ; */ select /* ; ' */ 1;/* end */", "1:8 select /* ; ' */ 1"},
		{"/*+ hint */ select 1", "1:0 /*+ hint */ select 1"},
		{"select 1--", "1:0 select 1--"},
		{"select 'open; select 2", "1:0 select 'open; select 2"},
		{"select 1; /* open ; select 2", "1:0 select 1|1:10 /* open ; select 2"},
		{"select 5-3;--\nselect 'a'", "1:0 select 5-3|2:14 select 'a'"},
		{`select 1\G select '\G' \G ; select 2`, `1:0 select 1\G|1:11 select '\G'\G|1:28 select 2`},
		{"select 'ü;'; select 2", "1:0 select 'ü;'|1:14 select 2"},
	} {
		var got []string
		for _, s := range parse.Split(c.text) {
			end := ""
			if s.Vertical {
				end = `\G`
			}
			got = append(got, fmt.Sprintf("%d:%d %s%s", s.Line, s.Offset, s.Text, end))
		}
		if g := strings.Join(got, "|"); g != c.want {
			t.Errorf("Split(%q)\n got %s\nwant %s", c.text, g, c.want)
		}
	}
}

// FuzzSplit: the statements are parts of the text, in order, and nothing but space,
// comments and semicolons lies between them.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"select 1; select ';'", "/* x */ ; -- \n `", "'\\", "a;\"b;", "#\n;x", "/*!"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, s := range parse.Split(text) {
			if s.Offset < end || text[s.Offset:s.Offset+len(s.Text)] != s.Text || s.Text == "" {
				t.Fatalf("%q: statement %q at %d after %d", text, s.Text, s.Offset, end)
			}
			if want := strings.Count(text[:s.Offset], "\n") + 1; s.Line != want {
				t.Fatalf("%q: line %d, want %d", text, s.Line, want)
			}
			if len(parse.Split(s.Text)) != 1 {
				t.Fatalf("%q: %q splits again", text, s.Text)
			}
			end = s.Offset + len(s.Text)
		}
	})
}

// TestDetail holds the caret under wide characters, tabs and in long lines.
func TestDetail(t *testing.T) {
	long := strings.Repeat("x", 100) + "HERE" + strings.Repeat("y", 100)
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"select x", 7, "error 1 at line 1, column 8: m\n  select x\n         ^"},
		{"a\n\tä漢b\r\nc", 8, "error 1 at line 2, column 4: m\n   ä漢b \n      ^"},
		{"ab", 2, "error 1 at line 1, column 3: m\n  ab\n    ^"},
		{"ab", -1, "error 1: m"},
		{long, 100, "error 1 at line 1, column 101: m\n  ..." + strings.Repeat("x", 60) + "HERE" + strings.Repeat("y", 36) + "...\n  " + strings.Repeat(" ", 63) + "^"},
	} {
		if got := parse.ErrorAt(c.text, c.offset, 1, "m").Detail(); got != c.want {
			t.Errorf("%q at %d:\n%s\nwant\n%s", c.text, c.offset, got, c.want)
		}
	}
}

// TestDetailWithin holds that the quoted line fits a terminal of any width, and that the
// caret stands under the first cell of the character at the place.
func TestDetailWithin(t *testing.T) {
	text := strings.Repeat("select 漢字, äöü from 表 where x = '日本' and ", 5)
	runes := []rune(text)
	for cells := 14; cells < 130; cells += 3 {
		offset := 0
		for i, r := range runes {
			lines := strings.Split(parse.ErrorAt(text, offset, 1, "m").DetailWithin(cells), "\n")
			offset += len(string(r))
			source, caret := lines[1], runewidth.StringWidth(strings.TrimSuffix(lines[2], "^"))
			if w := runewidth.StringWidth(source); w > cells || caret >= cells {
				t.Fatalf("%d cells: a line of %d, the caret at %d:\n%s", cells, w, caret, strings.Join(lines, "\n"))
			}
			if under, found := atCell(source, caret); under != r || !found {
				t.Fatalf("%d cells, character %d: the caret is under %q, want %q:\n%s", cells, i, under, r, strings.Join(lines, "\n"))
			}
		}
	}
}

// atCell finds the character that begins at a cell of a line.
func atCell(line string, cell int) (rune, bool) {
	at := 0
	for _, r := range line {
		if at == cell {
			return r, true
		}
		at += runewidth.RuneWidth(r)
	}
	return 0, false
}
