package extreme

import (
	"math"
	"strings"

	"gsdms/operators/textsort"
)

// First is the first texts in an order, some at most, of the rows that one worker has seen. Who comes behind the
// last of as many is not among the first of all rows.
type First struct {
	most   int
	sign   int      // 1: from the least on, -1: from the greatest on
	heap   []string // the last of them is the first here, and none is before the two below it
	prefix uint64   // of the last
}

// NewFirst has no text yet, and room for so many.
func NewFirst(most int, desc bool) *First {
	f := &First{most: most, sign: 1}
	if desc {
		f.sign = -1
	}
	return f
}

// MayBe reports whether a text that begins in some way may be among them, or equal to the last.
func (f *First) MayBe(begin string) bool {
	if len(f.heap) < f.most {
		return true
	}
	prefix, last := textsort.Prefix(begin), f.prefix
	if n := len(begin); n < 8 {
		last &^= math.MaxUint64 >> (8 * n)
	}
	if prefix != last {
		return (prefix < last) == (f.sign > 0)
	}
	n := min(len(begin), len(f.heap[0]))
	return strings.Compare(begin[:n], f.heap[0][:n])*f.sign <= 0
}

// Has reports whether a text is among them, or, if such count as well, equal to the last.
func (f *First) Has(text string, equal bool) bool {
	if len(f.heap) < f.most {
		return true
	}
	if prefix := textsort.Prefix(text); prefix != f.prefix {
		return (prefix < f.prefix) == (f.sign > 0)
	}
	order := strings.Compare(text, f.heap[0]) * f.sign
	return order < 0 || order == 0 && equal
}

// Add takes in a text that is among them.
func (f *First) Add(text string) {
	at := len(f.heap)
	switch {
	case at < f.most:
		f.heap = append(f.heap, text)
		for ; at > 0 && f.behind(text, f.heap[(at-1)/2]); at = (at - 1) / 2 {
			f.heap[at] = f.heap[(at-1)/2]
		}
		f.heap[at] = text
	case f.behind(f.heap[0], text):
		f.replaceLast(text)
	}
	f.prefix = textsort.Prefix(f.heap[0])
}

// replaceLast has a text take the place of the last.
func (f *First) replaceLast(text string) {
	at := 0
	for {
		below := 2*at + 1
		if below >= len(f.heap) {
			break
		}
		if below+1 < len(f.heap) && f.behind(f.heap[below+1], f.heap[below]) {
			below++
		}
		if !f.behind(f.heap[below], text) {
			break
		}
		f.heap[at], at = f.heap[below], below
	}
	f.heap[at] = text
}

// behind reports whether a text comes after another.
func (f *First) behind(a, b string) bool { return strings.Compare(a, b)*f.sign > 0 }
