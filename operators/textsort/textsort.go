// Package textsort puts texts in order, with all processors, where dictionaries are made.
package textsort

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/large"
)

// Texts are copied to where they stay, part by part: a part has the texts between two of a sample,
// and lies where it does in the order of all, so it is put in order by itself. It fits a cache, and
// what is there is read again for each eight bytes that texts have in common; the texts as they came
// are read twice, one behind another. 10 million texts of 33 bytes, processor time: 2.4 s, and 4.6 s
// by the first eight bytes of each beside its number, while the texts lay anywhere.
const (
	partTexts  = 1 << 14 // that a part has about
	partBytes  = 1 << 19
	mostParts  = 1 << 11
	partSample = 16      // texts of the sample for each part
	blockTexts = 1 << 15 // that are dealt to parts at once
)

// Run is texts that come one behind another.
type Run struct {
	Len   int
	Text  func(i int) string // the bytes of text i
	Spent func()             // is called when no text of the run is asked for any more; nil: nobody wants to know
}

// Sort writes the texts of all runs in the order of their bytes, equal ones once: the k-th of the
// different ones becomes text[offsets[k]:offsets[k+1]], where offsets are modulo 2^32. offsets has room
// for one more than there are texts, text for exactly all bytes. rank[n] is the place of the n-th text,
// counted through all runs. It ends early when ctx does, with its cause.
func Sort(ctx context.Context, runs []Run, offsets []uint32, text []byte) (rank []uint32, different Different, err error) {
	s, err := Deal(ctx, runs, len(text))
	if err != nil {
		return nil, Different{}, err
	}
	w := window{parts: parts{0, s.Parts()}, number: large.Pages(make([]uint32, len(s.rank))), offsets: offsets, text: text}
	if err := s.order(w, func(p int, ends []uint32, in []byte) {
		from := s.begins[p]
		for i, end := range ends[:len(ends)-1] {
			offsets[int(from.text)+i] = uint32(from.byte) + end
		}
		copy(text[from.byte:], in)
	}); err != nil {
		return nil, Different{}, err
	}
	gone := s.gaps()
	for p := range s.Parts() {
		s.move(w, p)
	}
	different = s.without(gone)
	offsets[different.Texts] = uint32(different.Bytes)
	return s.rank, different, s.closeRanks(gone)
}

// Different is how many different texts there are, and their bytes.
type Different struct{ Texts, Bytes int }

func (s *Sorter) without(gone place) Different {
	all := s.begins[s.Parts()]
	return Different{int(all.text - gone.text), all.byte - gone.byte}
}

// Sorter is texts of which is known how many there are between two of a sample. One goroutine owns it.
type Sorter struct {
	ctx     context.Context // whose turns it works in
	blocks  []block
	part    []uint16 // of each text
	begins  []place  // of each part; one more is the end of all
	repeats []place  // by part: what is there again; after gaps before each part
	rank    []uint32
	rooms   sync.Pool // of *room
}

// block is texts [lo, hi) of a run, of which the first of all is n.
type block struct {
	run       *dealing
	n, lo, hi int
	at        []place // by part: how many texts it has, and where the next one goes
}

// dealing is a run, and how many of its blocks are not dealt yet.
type dealing struct {
	Run
	left atomic.Int32
}

// place is a number of texts, or of one, and their bytes, or where it begins.
type place struct {
	text uint32
	byte int
}

// parts are some that lie one behind another: [lo, hi).
type parts struct{ lo, hi int }

// window is parts, and room for their texts as they are dealt to them.
type window struct {
	parts
	number  []uint32 // of the text at each place
	offsets []uint32 // where it begins in its part
	text    []byte
}

// Deal finds the part of each text of all runs, which have so many bytes. It ends early when ctx does,
// with its cause, and fails where texts that lie close together in the order take 4 GiB.
func Deal(ctx context.Context, runs []Run, bytes int) (*Sorter, error) {
	s := &Sorter{ctx: ctx}
	n := 0
	for _, run := range runs {
		d := &dealing{Run: run}
		for lo := 0; lo < run.Len; lo += blockTexts {
			s.blocks = append(s.blocks, block{run: d, n: n + lo, lo: lo, hi: min(lo+blockTexts, run.Len)})
			d.left.Add(1)
		}
		n += run.Len
	}
	s.part, s.rank = make([]uint16, n), large.Pages(make([]uint32, n))
	return s, s.count(s.sample(bytes))
}

// Parts is how many parts there are.
func (s *Sorter) Parts() int { return len(s.begins) - 1 }

// Each shows each part once, several at a time, and each text of it once, in their order: the k-th is
// text[offsets[k]:offsets[k+1]]; both are good until show returns. It gives what Sort does. Where Sort
// has all texts lie in the memory that it is given, Each has room for the parts with about so many
// bytes, and reads all that has come once for each time that it fills it.
func (s *Sorter) Each(room int, show func(part int, offsets []uint32, text []byte)) (rank []uint32, different Different, err error) {
	windows, most := s.windows(room)
	number, offsets, text := large.NewApart[uint32](int(most.text)), large.NewApart[uint32](int(most.text)), large.NewApart[byte](most.byte)
	for _, w := range windows {
		if err == nil {
			err = s.order(window{w, number.Memory, offsets.Memory, text.Memory}, show)
		}
	}
	number.Free()
	offsets.Free()
	text.Free()
	if err != nil {
		return nil, Different{}, err
	}
	gone := s.gaps()
	return s.rank, s.without(gone), s.closeRanks(gone)
}

// windows cuts the parts into windows of about so many bytes, and gives the most that one has.
func (s *Sorter) windows(room int) (all []parts, most place) {
	for lo := 0; lo < s.Parts(); {
		hi := lo + 1
		for hi < s.Parts() && s.begins[hi].byte-s.begins[lo].byte < room {
			hi++
		}
		most.text = max(most.text, s.begins[hi].text-s.begins[lo].text)
		most.byte = max(most.byte, s.begins[hi].byte-s.begins[lo].byte)
		all = append(all, parts{lo, hi})
		lo = hi
	}
	return all, most
}

// spread calls work for 0 … n-1 and gives the first error.
func (s *Sorter) spread(n int, work func(i int)) error {
	for _, err := range operators.SpreadIn(s.ctx, n, func(ctx context.Context, i int) error {
		if ctx.Err() == nil {
			work(i)
		}
		return context.Cause(ctx)
	}) {
		if err != nil {
			return fmt.Errorf("sort texts: %w", err)
		}
	}
	return nil
}

// sample chooses the bounds of the parts of texts with so many bytes; they are of the runs' texts.
func (s *Sorter) sample(bytes int) bounds {
	n := len(s.rank)
	parts := min(max(n/partTexts, bytes/partBytes)+1, mostParts, n/partSample+1)
	if parts == 1 {
		return bounds{}
	}
	some := make([]string, parts*partSample)
	b := 0
	for i := range some {
		at := i * n / len(some)
		for at >= s.blocks[b].n+s.blocks[b].hi-s.blocks[b].lo {
			b++
		}
		some[i] = s.blocks[b].run.Text(s.blocks[b].lo + at - s.blocks[b].n)
	}
	slices.Sort(some)
	firsts := make([]string, 0, parts-1)
	for p := 1; p < parts; p++ {
		firsts = append(firsts, some[p*partSample])
	}
	return newBounds(firsts)
}

// count finds the part of each text, and where the texts of each block go in it.
func (s *Sorter) count(firsts bounds) error {
	parts := len(firsts.texts) + 1
	if err := s.spread(len(s.blocks), func(i int) {
		b := &s.blocks[i]
		b.at = make([]place, parts)
		part := s.part[b.n:]
		for i := b.lo; i < b.hi; i++ {
			text := b.run.Text(i)
			p := firsts.part(text)
			part[i-b.lo] = uint16(p)
			b.at[p].text++
			b.at[p].byte += len(text)
		}
	}); err != nil {
		return err
	}
	s.begins = make([]place, parts+1)
	next := place{}
	for p := range parts {
		s.begins[p] = next
		for b := range s.blocks {
			at := &s.blocks[b].at[p]
			*at, next = next, place{next.text + at.text, next.byte + at.byte}
		}
	}
	s.begins[parts] = next
	for p, begin := range s.begins[:parts] {
		if bytes := s.begins[p+1].byte - begin.byte; bytes > math.MaxUint32 {
			return fmt.Errorf("sort texts: %d in a row take %d bytes, and %d are the most", s.begins[p+1].text-begin.text, bytes, uint32(math.MaxUint32))
		}
	}
	return nil
}

// order deals the texts of a window to their parts, and shows each part in order.
func (s *Sorter) order(w window, show func(part int, offsets []uint32, text []byte)) error {
	if err := s.place(w); err != nil {
		return err
	}
	if s.repeats == nil {
		s.repeats = make([]place, len(s.begins))
	}
	base := s.begins[w.lo]
	return s.spread(w.hi-w.lo, func(i int) {
		r, ok := s.rooms.Get().(*room)
		if !ok {
			r = &room{}
		}
		defer s.rooms.Put(r)
		p := w.lo + i
		from, to := s.begins[p], s.begins[p+1]
		r.fill(w.offsets[from.text-base.text:to.text-base.text], w.text[from.byte-base.byte:to.byte-base.byte])
		r.order(tied{r.entries, 0})
		s.write(p, r, w.number[from.text-base.text:to.text-base.text])
		show(p, r.offsets, r.written)
	})
}

// place deals the texts of a window to their parts.
func (s *Sorter) place(w window) error {
	base := s.begins[w.lo]
	return s.spread(len(s.blocks), func(i int) {
		b := &s.blocks[i]
		part := s.part[b.n:]
		for i := b.lo; i < b.hi; i++ {
			p := int(part[i-b.lo])
			if p < w.lo || p >= w.hi {
				continue
			}
			at, text := &b.at[p], b.run.Text(i)
			k := at.text - base.text
			w.number[k], w.offsets[k] = uint32(b.n+i-b.lo), uint32(at.byte-s.begins[p].byte)
			copy(w.text[at.byte-base.byte:], text)
			at.text++
			at.byte += len(text)
		}
		if w.hi == s.Parts() && b.run.left.Add(-1) == 0 && b.run.Spent != nil {
			b.run.Spent()
		}
	})
}

// write has a room have the texts of a part in their order, equal ones once, and ranks them. numbers
// are those of the texts as they were dealt.
func (s *Sorter) write(p int, r *room, numbers []uint32) {
	from, to := s.begins[p], s.begins[p+1]
	r.written = slices.Grow(r.written[:0], to.byte-from.byte)
	r.offsets = append(slices.Grow(r.offsets[:0], len(numbers)+1), 0)
	next, last := from.text, ""
	for i, e := range r.entries {
		if text := r.texts[e.Row]; i == 0 || text != last {
			r.written = append(r.written, text...)
			r.offsets = append(r.offsets, uint32(len(r.written)))
			next, last = next+1, text
		}
		s.rank[numbers[e.Row]] = next - 1
	}
	s.repeats[p] = place{to.text - next, to.byte - from.byte - len(r.written)}
}

// gaps has repeats say what is there again before each part, and gives how much is in all.
func (s *Sorter) gaps() (gone place) {
	for p, here := range s.repeats {
		s.repeats[p] = gone
		gone = place{gone.text + here.text, gone.byte + here.byte}
	}
	return gone
}

// closeRanks leaves no places where texts of a part were there again.
func (s *Sorter) closeRanks(gone place) error {
	if gone.text == 0 {
		return nil
	}
	return s.spread(len(s.blocks), func(i int) {
		b := &s.blocks[i]
		for n := b.n; n < b.n+b.hi-b.lo; n++ {
			s.rank[n] -= s.repeats[s.part[n]].text
		}
	})
}

// move leaves no room before a part.
func (s *Sorter) move(w window, p int) {
	by, behind := s.repeats[p], s.repeats[p+1]
	if by.text == 0 {
		return
	}
	from, to := s.begins[p], s.begins[p+1]
	to = place{to.text - (behind.text - by.text), to.byte - (behind.byte - by.byte)}
	for k := from.text; k < to.text; k++ {
		w.offsets[k-by.text] = w.offsets[k] - uint32(by.byte)
	}
	copy(w.text[from.byte-by.byte:], w.text[from.byte:to.byte])
}
