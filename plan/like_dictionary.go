package plan

import (
	"sort"
	"strings"
	"unsafe"

	"gsdms/plan/like"
)

// Matches calls yes for the codes from lo on, before hi, of the texts that match the pattern,
// ascending. The texts of a dictionary lie one behind another, so those without the longest
// part of the pattern are passed over in one search, and not looked at one by one.
func (e Like) Matches(d *Dictionary, lo, hi int, yes func(code int)) {
	p := e.read
	if p == nil {
		p = like.New(e.Pattern, e.Escape)
	}
	part := p.Longest()
	for code := lo; code < hi; code++ {
		if part != "" {
			if code = d.next(part, code, hi); code == hi {
				return
			}
		}
		if p.Match(d.view(code, code+1)) {
			yes(code)
		}
	}
}

// next gives the first code from one on, before hi, in whose text a part begins, or hi.
func (d *Dictionary) next(part string, code, hi int) int {
	at := strings.Index(d.view(code, hi), part)
	if at < 0 {
		return hi
	}
	offsets := d.all().offsets
	begin := offsets[code] + uint32(at)
	return code + sort.Search(hi-code-1, func(i int) bool { return offsets[code+i+1] > begin })
}

// view is the texts from one on, before hi, as one, without a copy.
func (d *Dictionary) view(code, hi int) string {
	t := d.all()
	text := t.bytes[t.offsets[code]:t.offsets[hi]]
	return unsafe.String(unsafe.SliceData(text), len(text))
}
