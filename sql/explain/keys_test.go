package explain

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestKeysAreDocumented holds every key of FORMAT = JSON against docs/explain.md.
func TestKeysAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/explain.md")
	if err != nil {
		t.Fatal(err)
	}
	var look func(reflect.Type)
	look = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			return
		}
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(string(doc), "`"+key+"`") {
				t.Errorf("docs/explain.md does not say what %s of %s is", key, of)
			}
			look(of.Field(i).Type)
		}
	}
	look(reflect.TypeFor[Tree]())
}

// odd is a tree with all that a text may have, where an edge passes by another pipeline.
func odd() *Tree {
	rows := int64(1234567)
	return &Tree{Query: "select '<&\x00\xff\"' ]]>", Columns: []string{}, Pipelines: []Pipeline{
		{Number: 1, ReadBy: []int{2, 3}, Steps: []Step{{Kind: Scan, Table: "a<b", What: strings.Repeat("é ", 100), Estimate: &rows}}},
		{Number: 2, ReadBy: []int{3}, Steps: []Step{{Kind: Scan, Reads: []int{1}}}},
		{Number: 3, ReadBy: []int{}, Steps: []Step{{Kind: Join, Reads: []int{1, 2}, Alias: "x"}}},
	}}
}

// TestPictureIsXML reads a picture with a parser, which knows what may stand in a text.
func TestPictureIsXML(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(odd().SVG()))
	texts := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			texts += string(data)
		}
	}
	for _, want := range []string{"a<b", "1,234,567", "pipeline\u00a03:", "…"} {
		if !strings.Contains(texts, want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
}

// TestBoxesDoNotMeet: pipelines stand apart, each above those that read it.
func TestBoxesDoNotMeet(t *testing.T) {
	tree := odd()
	boxes, width, height := layered(tree, [][2]int{{200, 50}, {90, 70}, {120, 30}})
	if len(boxes) != 4 {
		t.Fatalf("%d boxes, want 3 and the bend of the edge from 1 to 3", len(boxes))
	}
	for i, a := range boxes {
		if a.x < 0 || a.y < 0 || a.x+a.w > width || a.y+a.h > height {
			t.Errorf("box %d leaves the picture: %+v", i, a)
		}
		for _, b := range boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.below && b.y < a.below {
				t.Errorf("boxes meet: %+v, %+v", a, b)
			}
		}
		for _, to := range a.to {
			if to.y <= a.y+a.h {
				t.Errorf("%+v is not above %+v", a, to)
			}
		}
	}
}

// TestJSONIsValid reads what was written, with texts that JSON must escape.
func TestJSONIsValid(t *testing.T) {
	text, err := odd().JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back Tree
	if err := json.Unmarshal([]byte(text), &back); err != nil {
		t.Fatal(err)
	}
	if *back.Pipelines[0].Steps[0].Estimate != 1234567 || back.Pipelines[1].Steps[0].Reads[0] != 1 {
		t.Errorf("read back: %s", text)
	}
}
