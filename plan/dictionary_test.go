package plan_test

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"gsdms/plan"
)

// Strings that are read when they are asked for are read once, by whoever comes first; what
// fails ends that call alone.
func TestUnreadDictionary(t *testing.T) {
	reads, failure := 0, errors.New("the disk failed")
	d := plan.NewUnreadDictionary(2, 15, func() ([]uint32, []byte, error) {
		reads++
		if reads == 1 {
			return nil, nil, failure
		}
		return []uint32{0, 1, 3}, []byte("abc"), nil
	})
	if d.Len() != 2 || d.Size() != 15 || reads != 0 {
		t.Errorf("%d strings of %d bytes after %d reads", d.Len(), d.Size(), reads)
	}
	func() {
		defer func() {
			var e *plan.UnreadableError
			if err, ok := recover().(error); !ok || !errors.As(err, &e) || !errors.Is(err, failure) {
				t.Errorf("panics with %v", err)
			}
		}()
		d.At(0)
	}()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			code, exact := d.Find("bc")
			if d.At(0) != "a" || code != 1 || !exact {
				t.Errorf("%q, and bc is %d, %v", d.At(0), code, exact)
			}
		})
	}
	wg.Wait()
	if reads != 2 {
		t.Errorf("%d reads", reads)
	}
}

// FindFrom finds what Find finds, from wherever before it; spans are the strings between codes.
func TestDictionaryFrom(t *testing.T) {
	texts, all, offsets := []string{"", "a", "ab", "b", "bb", "c", "cc", "ccc", "d"}, "", []uint32{0}
	for _, s := range texts {
		all += s
		offsets = append(offsets, uint32(len(all)))
	}
	d := plan.NewDictionary(offsets, []byte(all))
	for _, s := range append(texts, "0", "aa", "bz", "cd", "z") {
		code, _ := d.Find(s)
		for from := range code + 1 {
			if got := d.FindFrom(from, s); got != code {
				t.Errorf("%q from %d is %d, want %d", s, from, got, code)
			}
		}
	}
	for lo := range texts {
		for hi := lo; hi <= len(texts); hi++ {
			text, begin, ends := d.Strings().Span(lo, hi)
			at := 0
			for i, end := range ends {
				if got := string(text[at : end-begin]); got != texts[lo+i] {
					t.Errorf("text %d of the span from %d to %d is %q", i, lo, hi, got)
				}
				at = int(end - begin)
			}
			if len(ends) != hi-lo || at != len(text) {
				t.Errorf("the span from %d to %d has %d texts in %d bytes", lo, hi, len(ends), len(text))
			}
		}
	}
}

// Whether all characters take a byte each is what a loop over the bytes says, wherever a wide one stands.
func TestOneByteEach(t *testing.T) {
	for size := range 40 {
		text := bytes.Repeat([]byte("a"), size)
		if !plan.NewDictionary([]uint32{0, uint32(size)}, text).OneByteEach() {
			t.Fatalf("%d letters of a byte each", size)
		}
		for at := range size {
			wide := bytes.Clone(text)
			wide[at] = 0xc3
			if plan.NewDictionary([]uint32{0, uint32(size)}, wide).OneByteEach() {
				t.Fatalf("a wide one at %d of %d", at, size)
			}
		}
	}
}
