package disk

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// bodiesOf reads the records of a log.
func bodiesOf(t *testing.T, path string, key uint64) [][]byte {
	t.Helper()
	l, bodies, err := OpenLog(path, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return bodies
}

// Cut short at any byte, or with any byte changed, a log has the records before that place, whole.
func TestTornLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, bodies, err := OpenLog(path, 7)
	if err != nil || len(bodies) != 0 {
		t.Fatal(bodies, err)
	}
	var want [][]byte
	ends := []int{0}
	for i := range 5 {
		body := bytes.Repeat([]byte{byte(i)}, 1+i*13)
		if err := l.Append(body); err != nil {
			t.Fatal(err)
		}
		want, ends = append(want, body), append(ends, int(l.Size()))
	}
	l.Close()
	whole, err := os.ReadFile(path)
	if err != nil || len(whole) < ends[5] || len(bytes.Trim(whole[ends[5]:], "\x00")) > 0 {
		t.Fatal(len(whole), ends, err)
	}
	whole = whole[:ends[5]]
	for at := range whole {
		before := 0
		for ends[before+1] <= at {
			before++
		}
		changed := bytes.Clone(whole)
		changed[at] ^= 0x41
		for name, data := range map[string][]byte{"cut": whole[:at], "changed": changed} {
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if got := bodiesOf(t, path, 7); fmt.Sprint(got) != fmt.Sprint(want[:before]) {
				t.Fatalf("%s at %d: %d records, want %d", name, at, len(got), before)
			}
		}
	}
}

// A log that is begun anew has none of the records of before, also where they lie behind its own;
// one that is opened goes on behind its last whole record.
func TestLogBegins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, err := NewLog(path)
	if err != nil {
		t.Fatal(err)
	}
	for key := uint64(1); key < 4; key++ {
		l.Begin(key)
		for i := range 4 - key {
			if err := l.Append([]byte{byte(key), byte(i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	l.Close()
	for key, want := range []int{0, 0, 0, 1, 0} {
		if got := bodiesOf(t, path, uint64(key)); len(got) != want {
			t.Errorf("key %d has %d records, want %d", key, len(got), want)
		}
	}
	l, _, err = OpenLog(path, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append([]byte("more")); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if got := bodiesOf(t, path, 3); len(got) != 2 || string(got[1]) != "more" {
		t.Errorf("records %q", got)
	}
}
