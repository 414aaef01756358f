package store

import (
	"errors"
	"math"
	"slices"
	"strings"

	"gsdms/plan"
)

// maxTexts caps the entries of a dictionary: codes take 32 bits while they are loaded.
const maxTexts = math.MaxUint32 - 1

// interner gives texts provisional codes in the order of arrival. sorted makes the
// dictionary of them. One goroutine owns it.
type interner struct {
	codes map[string]uint32
	texts []string
	bytes int
}

func newInterner() *interner { return &interner{codes: map[string]uint32{}} }

// errTexts says that a column's texts do not fit a dictionary.
var errTexts = errors.New("the distinct texts of a column may take 4 GiB in all; split the column or the table")

// code gives the code of a text, a new one if need be. The text is copied.
func (in *interner) code(text string) (uint32, error) {
	if c, ok := in.codes[text]; ok {
		return c, nil
	}
	if in.bytes+len(text) > math.MaxUint32 || len(in.texts) >= maxTexts {
		return 0, errTexts
	}
	text = strings.Clone(text)
	c := uint32(len(in.texts))
	in.codes[text] = c
	in.texts = append(in.texts, text)
	in.bytes += len(text)
	return c, nil
}

// preload gives the texts of a dictionary the codes that they have there.
func (in *interner) preload(d *plan.Dictionary) error {
	for i := range d.Len() {
		if _, err := in.code(d.At(i)); err != nil {
			return err
		}
	}
	return nil
}

// sorted gives the bytes of the dictionary's file (offsets, then text, then padding)
// and the final code of each provisional one.
func (in *interner) sorted() (file []byte, rank []uint32) {
	order := make([]uint32, len(in.texts))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(in.texts[a], in.texts[b]) })
	head := 4 * (len(order) + 1)
	file = alignedBytes(fileSize(head + in.bytes))
	offsets, text := words[uint32](file[:head]), file[head:head]
	rank = make([]uint32, len(order))
	for i, p := range order {
		rank[p] = uint32(i)
		text = append(text, in.texts[p]...)
		offsets[i+1] = uint32(len(text))
	}
	return file, rank
}
