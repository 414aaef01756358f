package dictionary

import (
	"context"
	"fmt"
)

// Matched gives for each of some texts its place among others, -1 where it is not among them. Each is
// there once on either side.
func Matched(ctx context.Context, texts, among []string) ([]int64, error) {
	first, others := texts, among // a table of the fewer, in which the others are looked for
	if len(among) < len(texts) {
		first, others = among, texts
	}
	b := newBuilder(ctx, append(append(make([]string, 0, len(texts)+len(among)), first...), others...), nil)
	if err := b.deal(); err != nil {
		return nil, fmt.Errorf("match texts: %w", err)
	}
	out, known := make([]int64, len(texts)), uint32(len(first))
	for i := range out {
		out[i] = -1
	}
	meet := func(row, other uint32) { out[row] = int64(other) }
	if len(among) < len(texts) {
		meet = func(row, other uint32) { out[other] = int64(row) }
	}
	return out, b.spread(b.parts(), func(p int) { b.meetPart(p, known, meet) })
}

// meetPart tells of the first rows of a part, which are below known, and those behind them that have
// the same text; of the latter the place is counted from known on.
func (b *builder) meetPart(p int, known uint32, meet func(row, other uint32)) {
	slots, n := b.table(p), uint32(0)
	for _, block := range b.blocks {
		for _, d := range block[p] {
			if d.row < known && 2*int(n) >= len(slots) {
				slots = grown(slots)
			}
			at := b.seek(slots, d)
			switch {
			case d.row < known:
				n++
				slots[at] = slot{d.hash, d.row, n}
			case slots[at].number != 0:
				meet(slots[at].row, d.row-known)
			}
		}
	}
	b.done(slots)
}
