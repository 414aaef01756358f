package edit

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shown is rows as a screen has them, the place of the cursor behind them.
func shown(text string, cursor, width int) string {
	runes := []rune(text)
	rows := rowsOf(runes, cursor, "> ", ". ", width)
	var out []string
	for _, r := range rows {
		out = append(out, r.prefix+string(runes[r.from:r.to]))
	}
	at, cell := cursorIn(rows, runes, cursor)
	return strings.Join(out, "|") + fmt.Sprintf(" %d,%d", at, cell)
}

func TestRowsOfTexts(t *testing.T) {
	for _, c := range []struct {
		text          string
		cursor, width int
		want          string
	}{
		{"", 0, 10, ">  0,2"},
		{"abc", 3, 10, "> abc 0,5"},
		{"abc\nde", 4, 10, "> abc|. de 1,2"},
		{"abcdefgh", 8, 10, "> abcdefgh| 1,0"}, // the row is full, and the cursor behind it
		{"abcdefgh", 7, 10, "> abcdefgh 0,9"},
		{"abcdefgh\ni", 8, 10, "> abcdefgh||. i 1,0"},
		{"abcdefghij", 9, 10, "> abcdefgh|ij 1,1"},
		{"漢漢漢漢漢", 5, 9, "> 漢漢漢|漢漢 1,4"}, // one of two cells does not fit the last cell
		{"ab\n\ncd", 3, 10, "> ab|. |. cd 1,2"},
		{"abcdef", 6, 4, "abcd|ef 1,2"}, // no room for a prompt
	} {
		if got := shown(c.text, c.cursor, c.width); got != c.want {
			t.Errorf("%q, cursor %d, width %d: %q, want %q", c.text, c.cursor, c.width, got, c.want)
		}
	}
}

// Rows of 12, 4 and 7 cells above one with the cursor at 9, on a screen of 5: 3 + 1 + 2 rows,
// and the cursor one row further.
func TestRowsAboveTheCursorInANarrowTerminal(t *testing.T) {
	rows := []row{{cells: 12}, {cells: 4}, {cells: 7}, {cells: 11}}
	if got := rowsAbove(rows, 3, 9, 5); got != 7 {
		t.Errorf("%d", got)
	}
	if got := rowsAbove(rows, 3, 9, 100); got != 3 {
		t.Errorf("%d in a wide one", got)
	}
}

func TestWindowKeepsTheCursor(t *testing.T) {
	for _, c := range [][5]int{{3, 0, 10, 0, 3}, {30, 0, 10, 0, 10}, {30, 29, 10, 20, 30}, {30, 15, 10, 10, 20}} {
		if from, to := window(c[0], c[1], c[2]); from != c[3] || to != c[4] {
			t.Errorf("of %d rows, cursor in %d, %d on the screen: %d to %d", c[0], c[1], c[2], from, to)
		}
	}
}

func TestPlacesOfWordsAndLines(t *testing.T) {
	text := []rune("select été_1,\n  b  ")
	for name, c := range map[string]struct {
		to   place
		want []int // from 0, 6, 8, 13, 14, 19
	}{
		"wordLeft":   {wordLeft, []int{0, 0, 7, 7, 7, 16}},
		"wordRight":  {wordRight, []int{6, 12, 12, 17, 17, 19}},
		"blankLeft":  {blankLeft, []int{0, 0, 7, 7, 7, 16}},
		"lineStart":  {lineStart, []int{0, 0, 0, 0, 14, 14}},
		"lineEnd":    {lineEnd, []int{13, 13, 13, 13, 19, 19}},
		"restOfLine": {restOfLine, []int{13, 13, 13, 14, 19, 19}},
	} {
		for i, from := range []int{0, 6, 8, 13, 14, 19} {
			if got := c.to(text, from); got != c.want[i] {
				t.Errorf("%s from %d is %d, want %d", name, from, got, c.want[i])
			}
		}
	}
}

func TestHistoryKeepsLinesAndComments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte("select 1;\n.tables\n"), 0o600); err != nil { // of a session before
		t.Fatal(err)
	}
	h := OpenHistory(path)
	for _, text := range []string{"select -- a comment\n\n\t2;", "select 3;", " select 3; ", ""} {
		if err := h.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"select 1;", ".tables", "select -- a comment\n\n\t2;", "select 3;"}
	if h = OpenHistory(path); !slices.Equal(h.texts, want) {
		t.Errorf("%q, want %q", h.texts, want)
	}
	for _, text := range []string{"create user ann identified by 'secret';", "select 4;"} {
		if err := h.Add(text); err != nil || h.at(h.count()-1) != text {
			t.Errorf("%q is not kept: %v", text, err)
		}
	}
	if h = OpenHistory(path); !slices.Equal(h.texts, append(want, "select 4;")) {
		t.Errorf("%q in the file, which should have no password", h.texts)
	}
	for i := range historySize {
		if err := h.Add(fmt.Sprintf("select\n%d;", i)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the first shortens the file
		if h = OpenHistory(path); h.count() != historySize || h.at(0) != "select\n0;" || h.at(historySize-1) != fmt.Sprintf("select\n%d;", historySize-1) {
			t.Errorf("%d texts, the first %q", h.count(), h.at(0))
		}
	}
	if err := OpenHistory("/dev/null/none").Add("x"); err == nil {
		t.Error("a history that cannot be kept says nothing")
	}
}
