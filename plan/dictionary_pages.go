package plan

import (
	"slices"
	"sort"
)

// NewPagedDictionary is NewUnreadDictionary for strings that lie in pages, each of neighbouring ones:
// where few are asked for, only their pages are read. page gives the one with a code and the code of
// its first string, in memory of the collector's; read gives all, once many have been asked for.
func NewPagedDictionary(len int, size int64, read func() (offsets []uint32, text []byte, err error), page func(code int) (first int, of *Texts, err error)) *Dictionary {
	d := NewUnreadDictionary(len, size, read)
	d.page = page
	return d
}

// pagesPart is the part of the strings that are read page by page; then all are.
const pagesPart = 8

// rowOfTexts is of how many texts one at most may be asked for where their pages alone are read.
const rowOfTexts = 1024

// FewOfPages reports whether for so many strings only their pages are read, and not all strings, of
// which Strings and OneByteEach would read all.
func (d *Dictionary) FewOfPages(strings int) bool {
	return d.page != nil && d.texts.Load() == nil && rowOfTexts*strings <= d.len
}

// page is neighbouring strings of a dictionary.
type page struct {
	first int
	texts *Texts
}

// pages are in the order of their codes, and do not overlap.
type pages []page

// of gives the page with a code, if it is there, else where it belongs.
func (p pages) of(code int) (at int, found bool) {
	at = sort.Search(len(p), func(i int) bool { return p[i].first > code }) - 1
	if at >= 0 && code < p[at].first+p[at].texts.Len() {
		return at, true
	}
	return at + 1, false
}

// many says whether reading a page at a place is no longer worth it: a good part of the strings was
// read, or somebody walks through them, whose last one is right before this code.
func (p pages) many(at, code, all int) bool {
	some := 0
	for _, of := range p {
		some += of.texts.Len()
	}
	return pagesPart*some > all || at > 0 && p[at-1].first+p[at-1].texts.Len() == code
}

// paged gives a string of a dictionary that is not read as a whole.
func (d *Dictionary) paged(code int) []byte {
	if d.page == nil {
		return d.readAll().Bytes(code)
	}
	if b, ok := d.ofPage(code); ok {
		return b
	}
	if d.readPage(code) {
		return d.paged(code)
	}
	return d.readAll().Bytes(code)
}

func (d *Dictionary) ofPage(code int) ([]byte, bool) {
	p := d.pages.Load()
	if p == nil {
		return nil, false
	}
	at, found := (*p).of(code)
	if !found {
		return nil, false
	}
	return (*p)[at].texts.Bytes(code - (*p)[at].first), true
}

// readPage reads the page with a code, and says whether it was right not to read all.
func (d *Dictionary) readPage(code int) bool {
	d.reading.Lock()
	defer d.reading.Unlock()
	if d.texts.Load() != nil {
		return false
	}
	var before pages
	if p := d.pages.Load(); p != nil {
		before = *p
	}
	at, found := before.of(code)
	if found {
		return true
	}
	if before.many(at, code, d.len) {
		return false
	}
	first, texts, err := d.page(code)
	if err != nil {
		panic(&UnreadableError{err})
	}
	next := slices.Insert(slices.Clone(before), at, page{first, texts})
	d.pages.Store(&next)
	return true
}
