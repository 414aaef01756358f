package dictionary

import (
	"context"

	"gsdms/operators/large"
	"gsdms/operators/textsort"
	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/disk"
	"gsdms/pushscan/store/work"
)

// Sorted gives the bytes of the dictionary's file (offsets, then text, then padding)
// and the final code of each provisional one. No text comes behind it.
func (in *Interner) Sorted(ctx context.Context) (file []byte, rank []uint32, err error) {
	if in.Loose {
		in.known.free()
	}
	texts, bytes := in.had()
	come := in.Later.Size() + in.come.size
	head := 4 * (in.Len() + 1)
	file = large.Pages(coding.AlignedBytes(disk.FileSize(head + bytes + come)))
	offsets, text := coding.Words[uint32](file[:head]), file[head:head+bytes+come]
	later := textsort.Run{Len: in.Later.Len(), Text: func(i int) string { return string(in.Later.at(i)) }}
	runs := append([]textsort.Run{later}, in.come.runs(in.Loose)...)
	if texts == 0 {
		rank, different, err := textsort.Sort(ctx, runs, offsets, text)
		if err != nil {
			return nil, nil, err
		}
		in.repeats = in.Len() - different.Texts
		return without(file, len(rank), different.Texts, different.Bytes), rank, nil
	}
	begins, late := make([]uint32, in.Later.Len()+in.come.Len()+1), make([]byte, come)
	places, _, err := textsort.Sort(ctx, runs, begins, late)
	if err != nil {
		return nil, nil, err
	}
	m := merging{before: in.Before, late: plan.NewDictionary(begins, late), offsets: offsets, text: text, rank: make([]uint32, in.Len())}
	if err := m.all(ctx); err != nil {
		return nil, nil, err
	}
	for i, place := range places {
		places[i] = m.lateRank[place]
	}
	copy(m.rank[texts:], places)
	return file, m.rank, ctx.Err()
}

// without gives the file of a dictionary, of which there was room for more texts.
func without(file []byte, room, texts, bytes int) []byte {
	if texts == room {
		return file
	}
	from, head := 4*(room+1), 4*(texts+1)
	copy(file[head:], file[from:from+bytes])
	size := disk.FileSize(head + bytes)
	clear(file[head+bytes : size])
	return file[:size]
}

// partTexts is how many of the texts that have come a part of the dictionary has, which is written
// beside the others, and between how many a context is asked whether it has ended.
const partTexts = 1 << 14

// merging writes a dictionary of the texts that a column had and of those that have come.
type merging struct {
	before, late *plan.Dictionary
	offsets      []uint32
	text         []byte
	rank         []uint32 // of those from before
	lateRank     []uint32 // of those that have come, in their order
}

// span is a part of the dictionary: texts [next, to) from before and [late, end) of those that have
// come.
type span struct{ next, to, late, end int }

// all writes the dictionary part by part: each has some of the texts that have come and those
// from before up to the next part's first one.
func (m *merging) all(ctx context.Context) error {
	m.lateRank = make([]uint32, m.late.Len())
	spans := make([]span, max(1, (m.late.Len()+partTexts-1)/partTexts))
	for i := range spans {
		s := &spans[i]
		s.late, s.end, s.to = i*partTexts, min((i+1)*partTexts, m.late.Len()), m.before.Len()
		if i > 0 {
			s.next = spans[i-1].to
		}
		if i+1 < len(spans) {
			s.to = m.before.FindFrom(s.next, m.late.At(s.end))
		}
	}
	return work.Each(len(spans), func(i int) error {
		m.merge(spans[i])
		return ctx.Err()
	})
}

// merge writes a part.
func (m *merging) merge(s span) {
	at := 0 // bytes that are written, or of earlier parts
	for _, d := range []struct {
		of   *plan.Dictionary
		upTo int
	}{{m.before, s.next}, {m.late, s.late}} {
		at += d.of.Strings().Begin(d.upTo)
	}
	for ; s.late < s.end; s.late++ {
		text := m.late.Bytes(s.late)
		at = m.old(&s, at, m.before.FindBytesFrom(s.next, text))
		done := s.next + s.late
		m.lateRank[s.late] = uint32(done)
		at += copy(m.text[at:], text)
		m.offsets[done+1] = uint32(at)
	}
	m.old(&s, at, s.to)
}

// old writes the texts from before up to one, all at once, to a place, and gives the one behind them.
func (m *merging) old(s *span, at, to int) int {
	text, begin, ends := m.before.Strings().Span(s.next, to)
	base, done := uint32(at)-begin, s.next+s.late
	at += copy(m.text[at:], text)
	for i, end := range ends {
		m.rank[s.next+i] = uint32(done + i)
		m.offsets[done+i+1] = end + base
	}
	s.next += len(ends)
	return at
}
