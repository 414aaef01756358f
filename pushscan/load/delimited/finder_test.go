package delimited

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/loadtest"
)

// TestFinderLooksAtEachByte compares with a loop over the bytes.
func TestFinderLooksAtEachByte(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, d := range []Dialect{{Delimiter: ',', Quote: '"', Escape: -1}, {Delimiter: '\t', Quote: -1, Escape: '\\'}, {Delimiter: 0xFF, Quote: '\'', Escape: '\''}} {
		f := newFinder(d)
		for n := range 400 {
			data := randomText(random, d, n%263)
			f.begin(data)
			want := len(data)
			for pos := len(data); pos >= 0; pos-- {
				if pos < len(data) && slices.Contains([]int{'\n', int(d.Delimiter), d.Quote, d.Escape}, int(data[pos])) {
					want = pos
				}
				if got := f.next(pos); got != want {
					t.Fatalf("%q, %q from %d: %d, want %d", d.Delimiter, data, pos, got, want)
				}
			}
		}
	}
}

// randomText has what ends fields every few bytes.
func randomText(random *rand.Rand, d Dialect, bytes int) []byte {
	text := make([]byte, bytes)
	for i := range text {
		text[i] = byte('a' + random.IntN(26))
		if special := []int{int(d.Delimiter), d.Quote, d.Escape, '\n', '\r', ' '}[random.IntN(6)]; special >= 0 && random.IntN(4) == 0 {
			text[i] = byte(special)
		}
	}
	return text
}

// TestFieldsThatGoNowhere reads texts with all their fields and with one or two of them: the values are the
// same, and so are the lines of errors about records.
func TestFieldsThatGoNowhere(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	unnamed := regexp.MustCompile(` \(@?\w\)`)
	def, refused := loadtest.Define("a str, b str, c str, d str, e str"), 0
	for n := range 3000 {
		d := Dialect{Delimiter: ',', Quote: '"', Escape: -1, Nulls: []string{`\N`}, Trailing: n%5 == 0}
		if n%3 == 0 {
			d.Escape = '\\'
		}
		text := randomRecords(random)
		all, allErr := fieldsOf(text, d, def, layout.Names(def), 64)
		if allErr != nil {
			refused++
		}
		for _, names := range [][]string{{"@1", "@2", "@3", "d", "@5"}, {"@1", "@2", "@3", "@4", "e"}, {"a", "@2", "@3", "@4", "@5"}, {"@1", "b", "@3", "d", "@5"}} {
			some, err := fieldsOf(text, d, def, names, 64)
			if unnamed.ReplaceAllString(fmt.Sprint(err), "") != unnamed.ReplaceAllString(fmt.Sprint(allErr), "") {
				t.Fatalf("%q, %q: %v, and of all %v", text, names, err, allErr)
			}
			for i, row := range some {
				for j, name := range names {
					if name[0] != '@' && row[j] != all[i][j] {
						t.Fatalf("%q, %q, row %d: %q, and of all %q", text, names, i, row, all[i])
					}
				}
			}
		}
	}
	if refused < 100 || refused > 2000 {
		t.Errorf("%d of 3,000 texts were refused", refused)
	}
}

// randomRecords writes records of five fields, seldom a wrong one.
func randomRecords(random *rand.Rand) []byte {
	var b bytes.Buffer
	for range random.IntN(30) {
		for i := range 5 {
			fields := []string{"", "1", "text", `"quoted"`, `"with, delimiter"`, `"two ""quotes"""`, "\"two\nlines\"", `""`, "longer than eight bytes", `\N`, "é"}
			b.WriteString(fields[random.IntN(len(fields))])
			switch wrong := random.IntN(800); {
			case wrong == 0:
				b.WriteByte('"')
			case wrong == 1:
				b.WriteByte('\n')
			case wrong == 2:
				b.WriteByte(',')
			}
			b.WriteString([]string{",", ",", ",", ",", "\n", "\r\n"}[i+max(0, i-3)*random.IntN(2)])
		}
	}
	return b.Bytes()
}
