package json

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Part gives what the whole document has, of documents as they are kept; of others it gives the same, or
// says that they are written otherwise, whatever they are.
func TestPartGivesWhatTheWholeDocumentHas(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"\q"`, "1", "01", "null", "nul", " ", `"`, `\`, ""}
	paths := []string{"$", "$.a", "$.b", "$.a.b", "$[0]", "$[1]", "$.a[0]", "$.a[1].b", "$[0][0].a", `$."é"`, `$."x\ny"`, "$.abc", "$[2].abc[1]"}
	led := 0
	for range 100_000 {
		text := document(r, pieces, 4)
		legs, _, _ := ReadPath(paths[r.IntN(len(paths))])
		Part(text, legs) // passes what is none
		_, _ = Length(text)
		doc, isJSON := decoded(text)
		if !isJSON {
			continue
		}
		if object, is := doc.(map[string]any); is && r.IntN(3) == 0 {
			object["x\ny"], object["abc"] = doc.(map[string]any)["a"], `"]}\`
		}
		kept := string(Append(nil, doc))
		want := 1
		switch doc := doc.(type) {
		case map[string]any:
			want = len(doc)
		case []any:
			want = len(doc)
		}
		if n, ok := Length(kept); n != want || !ok {
			t.Fatalf("%q has %d, not %d (%v)", kept, want, n, ok)
		}
		part, some, ok := Part(kept, legs)
		found := Follow(doc, legs)
		if !ok || some != (len(found) > 0) || some && part != string(Append(nil, found[0])) {
			t.Fatalf("%q at %v: %q (%v, %v), the document has %v", kept, legs, part, some, ok, found)
		}
		if some && len(legs) > 0 {
			led++
		}
	}
	if led < 5000 {
		t.Errorf("the paths led to %d values only", led)
	}
}

// Holds is sure of nothing that the whole array does not say.
func TestHoldsWhatTheWholeArrayHas(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 16))
	texts := []string{"3", "3.0", "-3", "30", "-0", "0", "1e2", "100", `"3"`, `"a"`, `"a\""`, `"a\"\\"`, "true", "false", "null", "{}", `{"a": 3}`, `{"x": [3]}`, "[]", "[3]", `"[3]"`, `"é"`}
	sure := 0
	for range 50_000 {
		var elements []string
		for range r.IntN(4) {
			elements = append(elements, texts[r.IntN(len(texts))])
		}
		array, scalar := "["+strings.Join(elements, ", ")+"]", texts[r.IntN(len(texts))]
		Holds(array[:r.IntN(len(array))], scalar) // passes what is none
		a, _ := Read(array)
		x, _ := Read(scalar)
		switch is, known := Holds(array, scalar); {
		case known && is != Contains(a, x):
			t.Fatalf("%s has %s: %v", array, scalar, is)
		case known:
			sure++
		}
	}
	if sure < 20_000 {
		t.Errorf("it was sure %d times only", sure)
	}
}
