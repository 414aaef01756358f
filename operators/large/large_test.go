package large_test

import (
	"slices"
	"sync"
	"testing"

	"gsdms/operators/large"
)

// Memory is what it was, whatever its size and place: all zeros, and as long.
func TestPages(t *testing.T) {
	for _, pages := range []func([]uint64) []uint64{large.Pages[uint64], large.Around[uint64]} {
		for _, n := range []int{0, 1, 1<<14 + 1, 1<<18 - 1, 1 << 18, 3<<18 + 5} {
			all := make([]uint64, n+3)
			some := pages(all[min(3, n):n])
			if len(some) != n-min(3, n) {
				t.Fatalf("%d numbers of %d", len(some), n)
			}
			for i := range some {
				if some[i] != 0 {
					t.Fatalf("number %d of %d is %d", i, n, some[i])
				}
				some[i] = uint64(i)
			}
			for i := range some {
				if all[min(3, n)+i] != uint64(i) {
					t.Fatalf("number %d of %d is elsewhere", i, n)
				}
			}
		}
	}
}

// A page that is forgotten is zeros, the others are what they were, and each byte of whole pages is
// touched by the page in which it lies.
func TestForget(t *testing.T) {
	const page = 2 << 20
	all := large.Pages(make([]byte, 3*page+12345))
	for i := range all {
		all[i] = 1
	}
	n := large.Count(all)
	if n < 2 || n > 3 || large.Count(all[:page-1]) != 0 {
		t.Fatalf("%d whole pages", n)
	}
	large.Forget(all, 1)
	begin := 0
	for all[begin] == 1 {
		begin++
	}
	for i, b := range all {
		if gone := i >= begin && i < begin+page; b == 0 != gone {
			t.Fatalf("byte %d from the first of the page on is %d", i-begin, b)
		}
	}
	for _, c := range []struct{ lo, hi, first, end int }{
		{begin, begin + 1, 1, 2}, {begin - 1, begin, 0, 1}, {begin - 1, begin + 1, 0, 2},
		{begin + page - 1, begin + page, 1, 2}, {begin, begin + page, 1, 2}, {0, len(all), 0, n}, {len(all), len(all), n, n},
	} {
		if first, end := large.Touched(all, c.lo, c.hi); first != c.first || end != c.end {
			t.Errorf("bytes [%d, %d) touch pages [%d, %d), want [%d, %d)", c.lo, c.hi, first, end, c.first, c.end)
		}
	}
}

// A page that is moved has its bytes at the other place, and the one that it left can be written; the
// others are what they were.
func TestMove(t *testing.T) {
	const page = 2 << 20
	all := large.Pages(make([]byte, 5*page))
	begin := 0
	for _, end := large.Touched(all, 0, 1); end == 0; _, end = large.Touched(all, begin, begin+1) {
		begin++
	}
	for i := range all {
		all[i] = byte((i-begin+page)/page + 1)
	}
	want := map[int]byte{0: 4, 1: 3, 2: 0, 3: 5}
	if !large.Move(all, 2, 0) { // an old system
		want[0], want[2] = 2, 4
	}
	for p, b := range want {
		for i, is := range all[begin+p*page : begin+(p+1)*page] {
			if is != b {
				t.Fatalf("byte %d of page %d is %d, want %d", i, p, is, b)
			}
		}
	}
	for i := range all[begin+2*page : begin+3*page] {
		all[begin+2*page+i] = 9
	}
	if all[begin] != want[0] || all[begin+3*page-1] != 9 || all[begin+3*page] != 5 {
		t.Error("a page that is written changes others")
	}
}

// What is cut of a slab, by several at once, is zeros that nobody else has.
func TestSlab(t *testing.T) {
	s := large.NewSlab(3 << 20)
	var all [4][][]byte
	var work sync.WaitGroup
	for w := range all {
		work.Go(func() {
			for i := range 300 {
				part := large.Cut[byte](s, i*31)
				if len(part) != i*31 || cap(part) != len(part) || slices.ContainsFunc(part, func(b byte) bool { return b != 0 }) {
					t.Errorf("slice %d of %d bytes, with room for %d, is not so many zeros", i, len(part), cap(part))
				}
				for k := range part {
					part[k] = byte(w + 1)
				}
				all[w] = append(all[w], part)
			}
		})
	}
	work.Wait()
	for w, parts := range all {
		for i, part := range parts {
			if slices.ContainsFunc(part, func(b byte) bool { return b != byte(w+1) }) {
				t.Fatalf("slice %d of %d was written by another", i, w)
			}
		}
	}
	if far := large.Cut[uint32](s, 9<<20); len(far) != 9<<20 {
		t.Fatalf("%d numbers of a slab that has less", len(far))
	}
}
