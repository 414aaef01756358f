package dictionary

import (
	"context"
	"fmt"
	"hash/maphash"
	"math/bits"
	"unsafe"

	"gsdms/plan"
)

// Known finds the codes of texts among those of which each has one. It is immutable.
type Known struct {
	*builder
	slots [][]uint64 // by part: the hash of a text and its code + 1; 0: free
}

// NewKnown makes the table of the texts of a column, which has a dictionary or texts in no order of which
// each has one code.
func NewKnown(ctx context.Context, of *plan.Column) (*Known, error) {
	texts := textsOf(of)
	k := &Known{builder: newBuilder(ctx, texts, nil)}
	if err := k.deal(); err != nil {
		return nil, fmt.Errorf("find texts: %w", err)
	}
	k.slots = make([][]uint64, k.parts())
	return k, k.spread(k.parts(), func(p int) { k.slots[p] = k.tableOf(p) })
}

// textsOf gives the texts of a column by their codes.
func textsOf(of *plan.Column) []string {
	if of.Unsorted == nil {
		texts := make([]string, of.Dict.Len())
		for code := range texts {
			text := of.Dict.Bytes(code)
			texts[code] = unsafe.String(unsafe.SliceData(text), len(text))
		}
		return texts
	}
	texts, codes := make([]string, of.Unsorted.Len()), make([]int64, of.Unsorted.Len())
	for i := range codes {
		codes[i] = int64(i)
	}
	of.Unsorted.Texts(texts, codes, nil)
	return texts
}

// tableOf makes the table of a part.
func (k *Known) tableOf(p int) []uint64 {
	texts := 0
	for _, block := range k.blocks {
		texts += len(block[p])
	}
	slots := make([]uint64, 1<<bits.Len(uint(2*texts)))
	for _, block := range k.blocks {
		for _, d := range block[p] {
			at := int(d.hash) & (len(slots) - 1)
			for slots[at] != 0 {
				at = (at + 1) & (len(slots) - 1)
			}
			slots[at] = uint64(d.hash)<<32 | uint64(d.row+1)
		}
	}
	return slots
}

// CodesOf gives the code of each text, and which have none: those that are not there, and those of which
// nulls (nil: nowhere) says that there is none.
func (k *Known) CodesOf(texts []string, nulls []bool) (codes []int64, none []bool, err error) {
	codes, none = make([]int64, len(texts)), make([]bool, len(texts))
	return codes, none, k.spread(blocksOf(len(texts)), func(i int) {
		for row := i * blockRows; row < min((i+1)*blockRows, len(texts)); row++ {
			found := false
			if nulls == nil || !nulls[row] {
				codes[row], found = k.codeOf(texts[row])
			}
			none[row] = !found
		}
	})
}

// codeOf gives the code of a text, and whether there is one.
func (k *Known) codeOf(text string) (int64, bool) {
	h := maphash.String(k.seed, text)
	slots := k.slots[h>>32&uint64(len(k.slots)-1)]
	for at := int(uint32(h)) & (len(slots) - 1); slots[at] != 0; at = (at + 1) & (len(slots) - 1) {
		if code := uint32(slots[at]) - 1; uint32(slots[at]>>32) == uint32(h) && k.texts[code] == text {
			return int64(code), true
		}
	}
	return 0, false
}
