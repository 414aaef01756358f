package store

import (
	"context"
	"unicode/utf8"

	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/work"
)

// Rows of a result have texts as codes of a sorted dictionary, and so has a column. Where the
// column has no texts yet, that dictionary becomes its own, less what no row has; else both
// dictionaries are gone through side by side. So a copy of a table looks for none of its texts.

// Two sorted dictionaries are gone through in about the time in which one text of meetingTexts is
// looked for, in parts of meetingPart.
const (
	meetingTexts = 8
	meetingPart  = 1 << 15
)

// meet begins with the texts of a sorted dictionary, which codes are of from now on, where so
// many rows come.
func (b *builder) meet(rows int) error {
	switch {
	case !b.keeps:
	case b.adopts && b.texts.Empty():
		b.texts.Before, b.adopted = b.of, make([]bool, b.of.Len())
	case b.texts.Before != nil && b.texts.Before != b.of && rows >= b.of.Len()/meetingTexts:
		return work.Each((b.of.Len()+meetingPart-1)/meetingPart, func(part int) error {
			b.findAll(part*meetingPart, min(b.of.Len(), (part+1)*meetingPart))
			return nil
		})
	}
	return nil
}

// findAll looks texts [lo, hi) of the batch's dictionary up among those that the column had.
func (b *builder) findAll(lo, hi int) {
	at := 0
	for code := lo; code < hi; code++ {
		text := b.of.Bytes(code)
		at = b.texts.Before.FindBytesFrom(at, text)
		if at == b.texts.Before.Len() {
			return
		}
		if string(b.texts.Before.Bytes(at)) == string(text) && !b.tooLong(text) {
			b.codes[code] = int64(at)
		}
	}
}

// tooLong reports whether the column does not take a text for its length.
func (b *builder) tooLong(text []byte) bool {
	return b.typ.Precision > 0 && len(text) > b.typ.Precision && utf8.RuneCount(text) > b.typ.Precision
}

// mark notes which texts of the dictionary that came with the rows they have.
func (b *builder) mark(numbers []int64, null []bool) {
	if b.adopted == nil {
		return
	}
	for i, n := range numbers {
		if n < int64(len(b.adopted)) && (null == nil || !null[i]) {
			b.adopted[n] = true
		}
	}
}

// settleAdopted is settle for a column whose rows have come with a dictionary; write writes the one of
// the column.
func (c *finalColumn) settleAdopted(ctx context.Context, write func(*dictionary.Interner) ([]uint32, error)) error {
	kept, ranks, err := c.texts.Only(ctx, c.adopted)
	if err != nil {
		return err
	}
	c.texts = kept
	if kept.Len() == 0 {
		return nil
	}
	after, err := write(kept)
	if err != nil {
		return err
	}
	for i, r := range ranks {
		ranks[i] = after[min(int(r), len(after)-1)] // of a text that no row has it is any
	}
	c.rank = append(ranks, after[kept.Before.Len():]...)
	return nil
}
