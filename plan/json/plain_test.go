package json

import "testing"

// An array is given as it is written only where that is what MySQL shows of its elements, and is where it
// may be.
func TestPlainArray(t *testing.T) {
	legs, _, ok := ReadPath("$.a")
	if !ok {
		t.Fatal("no path")
	}
	for text, plain := range map[string]bool{
		`{"a": ["x", "y z"]}`: true, `{"b": 1, "a": [1, "x", 234567890123456]}`: true, `{"a": ["/"]}`: true, `{"a":["x"]}`: true,
		`{"a": []}`: false, `{"a": ["x","y"]}`: false, `{"a": [ "x"]}`: false, `{"a": ["x" ]}`: false, `{"a": ["x" , "y"]}`: false, `{"a": ["x",  "y"]}`: false,
		`{"a": ["\u0041"]}`: false, `{"a": ["ä"]}`: false, `{"a": [1.50]}`: false, `{"a": [1e3]}`: false, `{"a": [-0]}`: false, `{"a": [12345678901234567890]}`: false,
		`{"a": [true]}`: false, `{"a": [["x"]]}`: false, `{"a": [{"b": 1}]}`: false, `{"a": "[1]"}`: false, `{"a": 7}`: false, `{}`: false, `{"a": ["x"]} x`: false, `{"a": ["x"`: false, "": false,
	} {
		array, some := PlainArray(text, legs)
		if some != plain {
			t.Errorf("%s: %t, want %t", text, some, plain)
		}
		each, _, _ := ReadPath("$.a[*]")
		if found, ok := All(text, each); some && (!ok || string(Append(nil, any(found))) != array) {
			t.Errorf("%s: %s, want %s", text, array, Append(nil, any(found)))
		}
	}
}
