package intake

import (
	"unicode/utf8"

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
func (b *Column) meet(rows int) error {
	switch {
	case !b.keeps:
	case b.Adopts && b.Texts.Empty():
		b.Texts.Before, b.adopted = b.of, make([]bool, b.of.Len())
	case b.Texts.Before != nil && b.Texts.Before != b.of && rows >= b.of.Len()/meetingTexts:
		return work.Each((b.of.Len()+meetingPart-1)/meetingPart, func(part int) error {
			b.findAll(part*meetingPart, min(b.of.Len(), (part+1)*meetingPart))
			return nil
		})
	}
	return nil
}

// findAll looks texts [lo, hi) of the batch's dictionary up among those that the column had.
func (b *Column) findAll(lo, hi int) {
	at := 0
	for code := lo; code < hi; code++ {
		text := b.of.Bytes(code)
		at = b.Texts.Before.FindBytesFrom(at, text)
		if at == b.Texts.Before.Len() {
			return
		}
		if string(b.Texts.Before.Bytes(at)) == string(text) && !b.tooLong(text) {
			b.codes[code] = int64(at)
		}
	}
}

// tooLong reports whether the column does not take a text for its length.
func (b *Column) tooLong(text []byte) bool {
	return b.Type.Precision > 0 && len(text) > b.Type.Precision && utf8.RuneCount(text) > b.Type.Precision
}

// mark notes which texts of the dictionary that came with the rows they have.
func (b *Column) mark(numbers []int64, null []bool) {
	if b.adopted == nil {
		return
	}
	for i, n := range numbers {
		if n < int64(len(b.adopted)) && (null == nil || !null[i]) {
			b.adopted[n] = true
		}
	}
}
