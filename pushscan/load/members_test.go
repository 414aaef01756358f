package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/loadtest"
	"gsdms/pushscan/load/malformed"
)

// drawObject draws members of an object as Go values, some missing, in a random order.
func drawObject(t *rapid.T, names []string) (text string, members map[string]any) {
	members = map[string]any{}
	var parts []string
	for _, name := range rapid.Permutation(names).Draw(t, "order") {
		var v any
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			continue
		case 1:
			v = nil
		case 2:
			v = []any{float64(rapid.IntRange(-9, 9).Draw(t, "n")), map[string]any{"x\t\\": rapid.String().Draw(t, "part")}}
		default:
			v = strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", "")
		}
		value, _ := json.Marshal(v)
		if plain, ok := v.(string); ok && rapid.Bool().Draw(t, "escaped") {
			value = []byte(escapedText(plain))
		}
		key, _ := json.Marshal(name)
		space := rapid.SampledFrom([]string{"", " ", "\n", "\t\r\n"}).Draw(t, "space")
		parts = append(parts, space+string(key)+space+":"+space+string(value)+space)
		members[name] = v
	}
	return "{" + strings.Join(parts, ",") + "}", members
}

// escapedText writes every character of a text as \uXXXX.
func escapedText(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= 0x10000 {
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return `"` + b.String() + `"`
}

// What JSON texts hold comes into columns as encoding/json reads it, whatever the order of the
// members, the space between them and how characters are written.
func TestJSONIsReadAsEncodingJSONReadsIt(t *testing.T) {
	names := []string{"a", "b", `q"\`, "ünï"}
	def := loadtest.Define("a str, b str")
	for _, name := range names[2:] {
		def.Columns = append(def.Columns, plan.Column{Name: name, Type: loadtest.Types["str"], Nullable: true})
	}
	rapid.Check(t, func(rt *rapid.T) {
		var texts []string
		var want [][]any
		for range rapid.IntRange(0, 20).Draw(rt, "rows") {
			text, members := drawObject(rt, names)
			texts = append(texts, text)
			row := make([]any, len(names))
			for i, name := range names {
				row[i] = members[name]
			}
			want = append(want, row)
		}
		content := strings.Join(texts, rapid.SampledFrom([]string{"\n", "", "\r\n\n "}).Draw(rt, "between"))
		if rapid.Bool().Draw(rt, "array") {
			content = " [" + strings.Join(texts, ",\n") + "]\n"
		}
		if rapid.Bool().Draw(rt, "mark") {
			content = byteOrderMarkText + content
		}
		got, err := rowsOf([]string{loadtest.Write(t, "x.json", []byte(content))}, def, Options{Threads: 2, block: 64})
		if err != nil {
			rt.Fatalf("%q: %v", content, err)
		}
		if len(got) != len(want) {
			rt.Fatalf("%q: %d rows, want %d", content, len(got), len(want))
		}
		for i := range want {
			for k, w := range want[i] {
				if !sameMember(got[i][k], w) {
					rt.Fatalf("%q, row %d, %s: %q, want %q", content, i, names[k], got[i][k], w)
				}
			}
		}
	})
}

const byteOrderMarkText = "\xef\xbb\xbf"

// sameMember compares what a column of texts shows with what encoding/json read.
func sameMember(got string, want any) bool {
	switch w := want.(type) {
	case nil:
		return got == "NULL"
	case string:
		return got == w
	}
	var v any
	if json.Unmarshal([]byte(got), &v) != nil {
		return false
	}
	a, _ := json.Marshal(v)
	b, _ := json.Marshal(want)
	return bytes.Equal(a, b)
}

// A JSON text that ends anywhere, or has another byte anywhere, gives rows or an error that names
// the file; never more objects than it has.
func TestBrokenJSON(t *testing.T) {
	const text = `[{"a":1,"b":"x\u00e9\n"},{"b":"\ud83d\ude00","a":-2.5e1,"a":3},{"a":null}]`
	read := func(content string) {
		path := loadtest.Write(t, "x.json", []byte(content))
		rows, err := rowsOf([]string{path}, loadtest.Define("a double, b str"), Options{Threads: 1})
		switch {
		case err == nil && len(rows) > 3:
			t.Errorf("%q: %q", content, rows)
		case err != nil && (!strings.Contains(err.Error(), path) || errors.Is(err, malformed.ErrPanic)):
			t.Errorf("%q: %v", content, err)
		}
	}
	for i := range len(text) {
		read(text[:i])
		for _, c := range []string{"", "\x00", "\"", "\\", "{", "]", "7", "\xff"} {
			read(text[:i] + c + text[i+1:])
		}
	}
}

// The types of a JSON text's columns: a text stays one, whatever it looks like, but for dates and
// times; what has parts is JSON.
func TestTypesOfJSON(t *testing.T) {
	path := loadtest.Write(t, "x.ndjson", []byte(`{"n":1,"d":1.25,"e":1e3,"t":true,"zip":"00501","day":"2024-01-02","at":"2024-01-02 03:04:05","o":{"k":1},"l":[1],"mixed":1}
{"n":-9223372036854775808,"mixed":"x","o":null,"late":"x","none":null,"half":{"k":1}}
{"half":"text"}`))
	def, _, err := Infer(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range def.Columns {
		got = append(got, c.Name+" "+c.Type.Name)
	}
	want := []string{"n BIGINT", "d DECIMAL(18,2)", "e DOUBLE", "t BOOL", "zip VARCHAR", "day DATE", "at DATETIME", "o JSON", "l JSON",
		"mixed VARCHAR", "late VARCHAR", "none VARCHAR", "half JSON"}
	if !slices.Equal(got, want) {
		t.Errorf("proposed %q, want %q", got, want)
	}
}

// What cannot be read says where it is, and what was expected.
func TestErrorsOfJSON(t *testing.T) {
	long := strings.Repeat(`{"a":1}`+"\n", SampleBytes/8+1)
	for _, c := range []struct{ text, want string }{
		{`{"a":1}` + "\n" + `{"a":"x"}`, `row 2, field 1 (a): "x": expected an integer`},
		{`{"a":1} [3]`, "object 2: expected an object, found"},
		{`[{"a":1}] {}`, "expected the end of the text behind the array"},
		{`[1]`, "object 1: expected an object"},
		{`{"a":1`, "object 1: the text ends within it"},
		{`{"a":1,}`, "object 1: byte 7 of the text"},
		{`{"b":1}`, `"b", but table t has no such column`},
		{long + `{"b":1}`, `its member "b" is none of those that the first objects have`},
		{`{"a":"` + strings.Repeat("x", delimited.MaxRecord+1<<20) + `"}`, fmt.Sprintf("object 1: expected an object of at most %d bytes", delimited.MaxRecord)},
	} {
		path := loadtest.Write(t, "x.json", []byte(c.text))
		_, err := rowsOf([]string{path}, loadtest.Define("a int"), Options{Threads: 1})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) && !strings.Contains(c.want, "table") {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.want)
		}
	}
}

// Listed columns are the members that are wanted, and others are passed over, late ones too.
func TestListedMembersOfJSON(t *testing.T) {
	path := loadtest.Write(t, "x.json", []byte(strings.Repeat(`{"b":[1],"a":1}`, SampleBytes/16+1)+`{"late":{},"a":2}`))
	rows, err := rowsOf([]string{path}, loadtest.Define("a int, c str"), Options{Columns: []string{"a"}})
	if err != nil || !slices.Equal(rows[len(rows)-1], []string{"2", "NULL"}) || !slices.Equal(rows[0], []string{"1", "NULL"}) {
		t.Errorf("%v, %v", rows, err)
	}
}

// A column whose member no object has gets its default; one that is NULL without may come later.
func TestDefaultsOfJSON(t *testing.T) {
	def := loadtest.Define("a int, b int!, c str")
	seven := value.OfInt(7)
	def.Columns[1].Default = &seven
	path := loadtest.Write(t, "x.json", []byte(strings.Repeat(`{"a":1}`, SampleBytes/7+1)+`{"c":"late"}`))
	rows, err := rowsOf([]string{path}, def, Options{})
	if err != nil || !slices.Equal(rows[0], []string{"1", "7", "NULL"}) || !slices.Equal(rows[len(rows)-1], []string{"NULL", "7", "late"}) {
		t.Errorf("%v, %q, %q", err, rows[0], rows[len(rows)-1])
	}
}
