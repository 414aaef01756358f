package plan

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"sync"
	"testing"
)

// First bytes are in the order of the first eight bytes of texts, zeros behind a shorter one.
func TestFirstBytesAreInOrder(t *testing.T) {
	padded := func(text string) []byte { return append([]byte(text), make([]byte, 8)...)[:8] }
	texts := []string{"", "\x01", "a", "a\x00", "a\x01", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgi", "ä", "\xff\xff\xff\xff\xff\xff\xff\xff\xff"}
	for _, a := range texts {
		for _, b := range texts {
			if got, want := cmp.Compare(FirstBytes([]byte(a)), FirstBytes([]byte(b))), bytes.Compare(padded(a), padded(b)); got != want {
				t.Errorf("%q and %q compare %d, want %d", a, b, got, want)
			}
		}
	}
}

// A peak is that of the texts of its codes, once it has been found, whoever finds it; none is known of
// codes in two parts, or behind the texts of a part.
func TestPeaksAreOfTheirTexts(t *testing.T) {
	text := func(code int) []byte { return fmt.Appendf(nil, "%d text", code*7919%1000) }
	begins := []int{0, 200, 330, 500}
	u := NewUnsorted(begins, 0, nil)
	for part := range 3 {
		ends, all := []uint32{0}, []byte(nil)
		for code := begins[part]; code < min(begins[part+1], 490); code++ { // the last codes have no texts
			all = append(all, text(code)...)
			ends = append(ends, uint32(len(all)))
		}
		u.Put(part, NewTexts(ends, all))
	}
	for code := range int64(500) {
		if u.Peaks().Rank(code, 0) != 0 || u.Peaks().Rank(code, 1) != 0 {
			t.Fatalf("code %d has a peak that nobody has found", code)
		}
	}
	var all sync.WaitGroup
	for turned := range 2 {
		all.Go(func() {
			r := Reading{Of: u}
			for code := range int64(490) {
				if got, want := u.Peaks().Find(&r, code, turned), peakOf(text, begins, int(code), turned); got != want {
					t.Errorf("code %d, turned %d: %x, want %x", code, turned, got, want)
				}
			}
		})
	}
	all.Wait()
	if u.Peaks().Rank(40, 0) != peakOf(text, begins, 40, 0) {
		t.Error("a peak is forgotten")
	}
}

// peakOf looks at all texts of the codes that have a peak together.
func peakOf(text func(int) []byte, begins []int, code, turned int) (peak uint64) {
	lo := code / PeakCodes * PeakCodes
	for i := lo; i < lo+PeakCodes; i++ {
		if i >= 490 {
			return 0
		}
		for _, b := range begins[1:] {
			if lo < b && b < lo+PeakCodes {
				return 0
			}
		}
		peak = max(peak, FirstBytes(text(i))^uint64(turned)*math.MaxUint64)
	}
	return peak
}
