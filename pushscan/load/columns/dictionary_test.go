package columns

import (
	"fmt"
	"slices"
	"testing"
)

// Texts have codes that are theirs alone while some come twice; of those that hardly do each has one
// of its own, from some point on. A view has what is taken.
func TestDictionaryOfManyTexts(t *testing.T) {
	for _, different := range []int{50, 3000, 1 << 30} {
		d := NewDictionary()
		for range 2 {
			texts := map[uint32]string{}
			for i := range 20000 {
				text := fmt.Sprint("text ", i%different)
				code, added := d.Code([]byte(text))
				if _, ok := texts[code]; ok == added || ok && texts[code] != text {
					t.Fatalf("%q has the code %d of %q", text, code, texts[code])
				}
				texts[code] = text
			}
			if want := min(different, 20000); len(texts) != want {
				t.Errorf("%d texts, %d different, have %d codes", 20000, want, len(texts))
			}
			view := slices.Clone(d.View(make([]string, 3)))
			for code, text := range texts {
				if view[code] != text {
					t.Fatalf("code %d is of %q, not %q", code, view[code], text)
				}
			}
			taken := d.Take()
			if !slices.Equal(view, taken) {
				t.Error("what is taken is not what was there")
			}
		}
	}
	d := NewDictionary()
	for i := range 2 * leastLooked {
		d.Code([]byte(fmt.Sprint(i)))
	}
	if _, added := d.Code([]byte("7")); !added {
		t.Error("a text is looked for where none has come twice")
	}
}
