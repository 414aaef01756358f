package json

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// All of a path are all that it leads to in the whole document, and the elements of an array are those
// that the decoder reads of it.
func TestAllGivesWhatTheWholeDocumentHas(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"\q"`, "1", "01", "null", "nul", " ", `"`}
	paths := []string{"$", "$.a", "$.a[*]", "$.b.*", "$[*]", "$[0][*].a", "$[last].b", "$**.a", "$.a**[0]", "$[0 to 1]", "$.a[last - 1][*]"}
	led := 0
	for range 50000 {
		text := document(r, pieces, 4)
		doc, isJSON := decoded(text)
		legs, _, _ := ReadPath(paths[r.IntN(len(paths))])
		found, ok := All(text, legs)
		if ok != isJSON {
			t.Fatalf("%q: All says %v, the decoder %v", text, ok, isJSON)
		}
		if !isJSON {
			continue
		}
		led += len(found)
		if want := Follow(doc, legs); len(found) != len(want) || len(want) > 0 && !reflect.DeepEqual(found, want) {
			t.Fatalf("%q at %v: %v, the document has %v", text, legs, found, want)
		}
		array, _ := doc.([]any)
		var elements []any
		Elements(text, func(element string) {
			v, _ := decoded(element)
			elements = append(elements, v)
		})
		if len(elements) != len(array) || len(array) > 0 && !reflect.DeepEqual(elements, array) {
			t.Fatalf("%q: the elements are %v, the document has %v", text, elements, array)
		}
	}
	if led < 10000 {
		t.Errorf("the paths led to %d values only", led)
	}
}

// What lies beside a path is passed, not read, also where the path ends in several places.
func TestAllReadsNothingBesideThePath(t *testing.T) {
	beside := func(members int) string {
		return `{"a": ["x", "y"], "b": {` + strings.TrimSuffix(strings.Repeat(`"n": ["text", {"m": 1}],`, members), ",") + "}}"
	}
	for _, path := range []string{"$.a[*]", "$.a[last]", "$.a[0 to 1]"} {
		legs, _, _ := ReadPath(path)
		made := func(text string) float64 { return testing.AllocsPerRun(10, func() { All(text, legs) }) }
		if few, many := made(beside(1)), made(beside(500)); few != many {
			t.Errorf("%s: %v values are made beside little, %v beside much", path, few, many)
		}
	}
}
