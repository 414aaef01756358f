package source

import (
	"testing"

	"gsdms/sql/parse"
)

// What no column holds is refused as MySQL refuses it, and nothing else is.
func TestTextsThatNoColumnHolds(t *testing.T) {
	for text, good := range map[string]bool{"": true, "äß€😀": true, "\xff": false, "a\xc3": false, "\xed\xa0\x80": false, "a\x00b": false} {
		if err := CheckText(text); good != (err == nil) || !good && !parse.IsCode(err, parse.CodeWrongNumber) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
