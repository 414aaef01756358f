package json

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// decoded reads a text by Go's decoder: what is deeper than MySQL's JSON is none, nor is what has a
// number that no double holds, also where another member of that name counts.
func decoded(text string) (v any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false
	}
	d = json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	for level := 0; ; {
		t, err := d.Token()
		switch t := t.(type) {
		case json.Delim:
			if level++; t == ']' || t == '}' {
				level -= 2
			}
		case json.Number:
			if _, err := t.Float64(); err != nil || level >= maxDepth {
				return nil, false
			}
		}
		if level > maxDepth {
			return nil, false
		}
		if err != nil {
			return v, err == io.EOF
		}
	}
}

// What a path leads to is what it leads to in the whole document, and what is no JSON is none,
// wherever in it the path leads: texts are pieced together of what JSON has, in and out of order.
func TestAtGivesWhatTheWholeDocumentHas(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"b"`, `"\u0061"`, `"é"`, `"\ud800"`, "\"\xff\"", `"x\n"`, "\"\x01\"", `"\q"`,
		"1", "-0", "01", "1.5", "1.", "-", "1e3", "1e999", "2E-1", "true", "false", "null", "nul", " ", "\n", "\v", `"`}
	paths := []string{"$", "$.a", "$.b", "$.a.b", "$[0]", "$[1]", "$.a[0]", "$.a[1].b", "$[0][0].a", "$[last]", "$.*", "$**.a", "$[0 to 1]", `$."é"`}
	good, asWritten := 0, 0
	for range 100000 {
		text := document(r, pieces, 4)
		doc, isJSON := decoded(text)
		if isJSON {
			good++
		}
		legs, _, ok := ReadPath(paths[r.IntN(len(paths))])
		if !ok {
			t.Fatal("a path is none")
		}
		v, some, ok := At(text, legs)
		if ok != isJSON {
			t.Fatalf("%q: At says %v, the decoder %v", text, ok, isJSON)
		}
		if plain, is, _, _ := Written(text, legs); plain != "" {
			asWritten++
			if is != nil || string(Append(nil, v)) != plain {
				t.Fatalf("%q at %v: %v is written %s", text, legs, v, plain)
			}
		}
		found := []any(nil)
		if isJSON {
			found = Follow(doc, legs)
		}
		if whole, ok := Read(text); ok != isJSON || !reflect.DeepEqual(whole, doc) {
			t.Fatalf("%q: Read gives %v (%v), the decoder %v (%v)", text, whole, ok, doc, isJSON)
		}
		if some != (len(found) > 0) || some && !reflect.DeepEqual(v, found[0]) {
			t.Fatalf("%q at %v: %v (%v), the document has %v", text, legs, v, some, found)
		}
	}
	if good < 30000 || asWritten < 3000 {
		t.Errorf("only %d of the texts were JSON, and %d parts as they are written", good, asWritten)
	}
}

// document gives a text that is mostly JSON.
func document(r *rand.Rand, pieces []string, deep int) string {
	if r.IntN(60) == 0 {
		return pieces[r.IntN(len(pieces))]
	}
	var all []string
	switch kind := r.IntN(4); {
	case kind == 0 && deep > 0:
		for range r.IntN(4) {
			name := []string{`"a"`, `"b"`, `"\u0061"`, `"é"`}[r.IntN(4)]
			all = append(all, name+" : "+document(r, pieces, deep-1))
		}
		return "{" + strings.Join(all, ",") + "}"
	case kind == 1 && deep > 0:
		for range r.IntN(4) {
			all = append(all, document(r, pieces, deep-1))
		}
		return " [" + strings.Join(all, " ,") + "]"
	}
	return []string{`"a"`, "1", "-2.5e1", "true", "null", `"\u00e9\t"`, `"日"`, "\"\xff\"", "0"}[r.IntN(9)] + strings.Repeat(" ", r.IntN(2))
}

// A document may be so deep, and not deeper, beside the path too.
func TestAtKnowsHowDeepADocumentMayBe(t *testing.T) {
	for _, deep := range []int{98, 99, 100, 101} {
		for _, inner := range []string{"", "1", "[]"} {
			text := `{"a": 1, "b": ` + strings.Repeat("[", deep) + inner + strings.Repeat("]", deep) + "}"
			legs, _, _ := ReadPath("$.a")
			_, want := decoded(text)
			if _, _, ok := At(text, legs); ok != want {
				t.Errorf("%d levels around %q: At says %v, the decoder %v", deep, inner, ok, want)
			}
		}
	}
	for _, number := range []string{strings.Repeat("9", 308), strings.Repeat("9", 310), "0." + strings.Repeat("0", 400) + "1"} {
		_, want := decoded(number)
		if _, _, ok := At(number, nil); ok != want {
			t.Errorf("%.20s: At says %v, the decoder %v", number, ok, want)
		}
	}
}
