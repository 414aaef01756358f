package dictionary

import (
	"context"
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"unsafe"

	"gsdms/operators/large"
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
		texts := large.Make[string](of.Dict.Len())
		for code := range texts {
			text := of.Dict.Bytes(code)
			texts[code] = unsafe.String(unsafe.SliceData(text), len(text))
		}
		return texts
	}
	texts, codes := large.Make[string](of.Unsorted.Len()), large.Make[int64](of.Unsorted.Len())
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
	slots := large.Make[uint64](1 << bits.Len(uint(2*texts)))
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
	codes, none = large.Make[int64](len(texts)), make([]bool, len(texts))
	return codes, none, k.spread(blocksOf(len(texts)), func(i int) {
		hi := min((i+1)*blockRows, len(texts))
		for lo := i * blockRows; lo < hi; lo += lookAhead {
			to := min(lo+lookAhead, hi)
			k.find(texts[lo:to], codes[lo:to], none[lo:to])
		}
		for row := i * blockRows; nulls != nil && row < hi; row++ {
			none[row] = none[row] || nulls[row]
		}
	})
}

// find is CodesOf for up to lookAhead texts. Each step reads for all of them what the step before has told
// the place of, so that the reads of memory that fits no cache wait together.
func (k *Known) find(texts []string, codes []int64, none []bool) {
	var hashes, slots [lookAhead]uint64
	var among [lookAhead]string
	for i, text := range texts {
		hashes[i] = maphash.String(k.seed, text)
		part, at := k.begin(hashes[i])
		slots[i] = part[at]
	}
	for i, h := range hashes[:len(texts)] {
		if slots[i] != 0 && slots[i]>>32 != h&math.MaxUint32 {
			slots[i] = k.next(h)
		}
		if slots[i] != 0 {
			among[i] = k.texts[uint32(slots[i])-1]
		}
	}
	touch(among[:len(texts)])
	for i, text := range texts {
		switch {
		case slots[i] == 0:
			none[i] = true
		case among[i] == text:
			codes[i] = int64(uint32(slots[i]) - 1)
		default:
			codes[i], none[i] = k.sought(text, hashes[i])
		}
	}
}

// begin gives the table of a hash's part, and the place in it that the hash points to.
func (k *Known) begin(h uint64) (part []uint64, at int) {
	part = k.slots[h>>32&uint64(len(k.slots)-1)]
	return part, int(uint32(h)) & (len(part) - 1)
}

// next gives the first slot of a hash, which is not where that points to, 0 if there is none.
func (k *Known) next(h uint64) uint64 {
	part, at := k.begin(h)
	for part[at] != 0 && part[at]>>32 != h&math.MaxUint32 {
		at = (at + 1) & (len(part) - 1)
	}
	return part[at]
}

// touch reads the ends of texts, and gives what says that it did.
//
//go:noinline
func touch(texts []string) (all byte) {
	for _, text := range texts {
		if n := len(text); n > 0 {
			all ^= text[0] ^ text[n-1]
		}
	}
	return all
}

// sought gives the code of a text with a hash, none if it is not there.
func (k *Known) sought(text string, h uint64) (code int64, none bool) {
	part, at := k.begin(h)
	for ; part[at] != 0; at = (at + 1) & (len(part) - 1) {
		if code := uint32(part[at]) - 1; part[at]>>32 == h&math.MaxUint32 && k.texts[code] == text {
			return int64(code), false
		}
	}
	return 0, true
}
