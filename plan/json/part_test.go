package json

import (
	"math/rand/v2"
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
		doc, isJSON := decoded(text)
		if !isJSON {
			continue
		}
		if object, is := doc.(map[string]any); is && r.IntN(3) == 0 {
			object["x\ny"], object["abc"] = doc.(map[string]any)["a"], `"]}\`
		}
		kept := string(Append(nil, doc))
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
