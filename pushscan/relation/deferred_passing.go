package relation

import (
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"gsdms/operators/large"
	"gsdms/plan"
)

// passing has the parts of a column that were read for one query be forgotten behind it: new memory
// for all rows of a file takes longer than reading some of its columns, where nobody asks again. A
// part that is read once more stays.
type passing struct {
	stays atomic.Bool // all parts do
	mu    sync.Mutex
	parts []passingPart
	pages []int32 // how many parts that are there, or are being read, lie in each page of the rows
	spare []int   // pages without parts, whose memory is for those that are written next
}

// passingPart is what is known of a part.
type passingPart struct {
	reads  int // how often it was read
	holds  int // arrays with rows of it
	passed int // rows in arrays that were given back
}

// Keep has the rows of some columns of a table stay in memory that are read part by part.
func Keep(t *plan.Table, which func(column string) bool) {
	if d, ok := t.Data.(*data); ok {
		for i := range d.columns {
			if p := d.columns[i].pending; p != nil && p.passing != nil && which(t.Columns[i].Name) {
				p.passing.stays.Store(true)
			}
		}
	}
}

// pass has the parts of a column be forgotten whose memory is there.
func (p *pending) pass() {
	if p.column.file == nil && p.lists == nil {
		p.passing = &passing{parts: make([]passingPart, len(p.states)), pages: make([]int32, large.Count(p.column.bytes))}
	}
}

// within gives the parts with rows of [lo, hi), from one on and before another.
func (p *pending) within(lo, hi int) (first, end int) {
	first = sort.Search(len(p.states), func(part int) bool { return p.begins[part+1] > lo })
	end = first + sort.Search(len(p.states)-first, func(k int) bool { return p.begins[first+k] >= hi })
	return first, end
}

// hold has the parts with rows of [lo, hi) stay until release gives them back.
func (p *pending) hold(lo, hi int) *loan {
	if p.passing == nil {
		return nil
	}
	first, end := p.within(lo, hi)
	p.passing.mu.Lock()
	defer p.passing.mu.Unlock()
	for part := first; part < end; part++ {
		p.passing.parts[part].holds++
	}
	return &loan{pending: p, lo: lo, hi: hi}
}

// reading says that a part is being read, or with -1 that it has failed or is forgotten; pages where no
// part is left have their memory taken by those that are written next.
func (p *pending) reading(part, by int) {
	s := p.passing
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts[part].reads += max(by, 0)
	w := p.column.storage.Width
	first, end := large.Touched(p.column.bytes, p.begins[part]*w, p.begins[part+1]*w)
	for page := first; page < end; page++ {
		if s.pages[page] += int32(by); s.pages[page] == 0 {
			s.spare = append(s.spare, page)
		} else if s.pages[page] == 1 && by > 0 {
			s.lend(p.column.bytes, page)
		}
	}
}

// lend gives a page that is going to be written the memory of a spare one; mu is held.
func (s *passing) lend(bytes []byte, page int) {
	if at := slices.Index(s.spare, page); at >= 0 { // it has some
		s.spare = slices.Delete(s.spare, at, at+1)
		return
	}
	last := len(s.spare) - 1
	if last < 0 {
		return
	}
	from := s.spare[last]
	if s.spare = s.spare[:last]; !large.Move(bytes, from, page) {
		large.Forget(bytes, from)
	}
}

// loan is the parts with some rows of a column, which an array has.
type loan struct {
	pending *pending
	lo, hi  int
}

// release gives them back. Those whose rows have all passed are forgotten, if they were read for the
// first time.
func (h *loan) release() {
	p, s := h.pending, h.pending.passing
	first, end := p.within(h.lo, h.hi)
	s.mu.Lock()
	var forgotten []int
	for part := first; part < end; part++ {
		is := &s.parts[part]
		is.holds--
		is.passed += min(h.hi, p.begins[part+1]) - max(h.lo, p.begins[part])
		if p.gone(part) {
			forgotten = append(forgotten, part)
		}
	}
	s.mu.Unlock()
	for _, part := range forgotten {
		p.forget(part)
	}
}

// gone reports whether nobody needs a part any more; passing.mu is held.
func (p *pending) gone(part int) bool {
	is := &p.passing.parts[part]
	return is.holds == 0 && is.reads == 1 && is.passed >= p.begins[part+1]-p.begins[part] && !p.passing.stays.Load()
}

// forget has a part be read again when somebody asks for it, unless somebody does by now.
func (p *pending) forget(part int) {
	s := &p.states[part]
	if !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	p.passing.mu.Lock()
	gone := p.gone(part) && s.there.Load()
	if gone {
		s.there.Store(false)
	}
	p.passing.mu.Unlock()
	if gone {
		p.reading(part, -1)
	}
}
