package objects

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// pieces are of texts of JSON, some of which do not go together.
var pieces = []string{"{", "}", "[", "]", ",", ":", " ", "\n", "\r\n\t", `"a"`, `"a":1`, `"long name":"ä€😀"`, `"b":"\"\\\u00e4\n"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\ud83d\u0041"`, `"\ud83dx"`, `"\u00e"`, `"\u+0ab"`, `"\u00_b"`, `"\q"`, `"\/\b"`, "\"\xff\"",
	`"x\"`, "\"\t\"", "1", "-1", "-", "01", "0", "-0.0", "1.", "1.5", "1e5", "1E-2", "1e", ".5", "true", "false", "null", "nul", "truer", `"c":[1,{"d":null}]`, `"e":{}`, `"e":{"f":"g", "f":[ ]}`,
	`{"a":1,"b":"x"}`, `{"b":"y","a":null}`, "{}", `{"a":12.50,"long name":"plain text of many letters","e":[]}`}

// random makes objects of pieces, mostly sound ones.
func random(r *rand.Rand) string {
	var b strings.Builder
	array := r.IntN(3) == 0
	if array {
		b.WriteString("[")
	}
	for i := range r.IntN(6) {
		if array && i > 0 {
			b.WriteString(", ")
		}
		b.WriteString([]string{"{", "{ "}[r.IntN(2)])
		for j := range r.IntN(4) {
			if j > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `"%s"%s:%s`, []string{"a", "b", "long name", "\\u0061", "e"}[r.IntN(5)], []string{"", " "}[r.IntN(2)], pieces[13+r.IntN(len(pieces)-13)])
		}
		b.WriteString([]string{"}", " }\n", "}\r\n"}[r.IntN(3)])
	}
	if array {
		b.WriteString("]")
	}
	text := b.String()
	if r.IntN(2) == 0 {
		at := r.IntN(len(text) + 1)
		text = text[:at] + pieces[r.IntN(len(pieces))] + text[at+r.IntN(len(text)+1-at)/4:]
	}
	return text
}

// linesOf gives the lines of a text, of which so many bytes are looked at first, and how the reading ended.
func linesOf(text string, first int, decoder bool) string {
	l := New(strings.NewReader(text), []string{"a", "b", "long name", "e"}, []bool{false, false, false, true}, make([]bool, 4), false, 1<<20)
	l.reader.scan.first = first
	if decoder {
		if err := l.reader.decode(); err != nil {
			return err.Error()
		}
	}
	got, err := io.ReadAll(l)
	where, _, _ := strings.Cut(fmt.Sprint(err), "invalid ") // what the decoder shows of the text is what it has of it
	return fmt.Sprintf("%s%s", got, where)
}

// What the scanner passes the decoder reads as well, with the same lines and the same errors.
func TestScannedObjects(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	sound := 0
	for range 20000 {
		text := random(r)
		want := linesOf(text, firstBytes, true)
		if strings.HasSuffix(want, "<nil>") {
			sound++
		}
		for _, first := range []int{1, 7, firstBytes} {
			if got := linesOf(text, first, false); got != want {
				t.Fatalf("%q, %d bytes at first:\n%s\nwant\n%s", text, first, got, want)
			}
		}
	}
	if sound < 3000 {
		t.Errorf("%d texts are sound", sound)
	}
}

// Plain objects do without the decoder, however they are written.
func TestScannedAlone(t *testing.T) {
	const object = `{"a": 1, "long name": "ä \u20ac \"q\"", "e": [1, {"x": []}], "b": null}`
	for _, text := range []string{strings.Repeat(object+"\n", 9000), "[" + strings.Repeat(object+",\n", 9000) + object + "]\n", "\xef\xbb\xbf\n" + object + "\r\n" + object, ""} {
		l := New(strings.NewReader(text), []string{"a", "b", "long name", "e"}, make([]bool, 4), make([]bool, 4), false, 1<<20)
		got, err := io.ReadAll(l)
		want := strings.Repeat("1\t\\N\tä € \"q\"\t[1, {\"x\": []}]\n", strings.Count(text, object))
		if err != nil || string(got) != want || l.reader.dec != nil {
			t.Errorf("%.30q: %d bytes instead of %d, %v", text, len(got), len(want), err)
		}
	}
}
