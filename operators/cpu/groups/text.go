package groups

import (
	"bytes"
	"encoding/binary"
	"math"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// The least or the greatest of texts whose codes are in no order is kept as the rank of its first bytes,
// an unsigned number that grows with what is better, and its code, one more so that 0 is where all begin.
// Where ranks are equal, the texts themselves decide.

// keeper keeps the best texts.
type keeper struct {
	turn        uint64       // the bits of first bytes that are turned: all where less is better, else none
	texts, best plan.Reading // of rows, and of groups
}

func (f *fold) keeper() keeper {
	of := plan.Reading{Of: f.spec.Unsorted}
	if f.spec.Func == operators.MinText {
		return keeper{math.MaxUint64, of, of}
	}
	return keeper{0, of, of}
}

func addTexts(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v, k := f.argument(a, m, numbers), f.keeper()
	if a.groups.shared {
		k.all(a.words[f.at:][:2], v.Int, v.Null)
		return nil
	}
	for i, n := range numbers {
		if v.Null == nil || v.Null[i] == 0 {
			k.keep(a.words[int(n)*a.groups.width+f.at:][:2], v.Int[i], firstBytes(k.texts.At(v.Int[i]))^k.turn)
		}
	}
	return nil
}

// keep has a code, whose text has a rank, take the place of a group's if the text is better.
func (k *keeper) keep(w []int64, code int64, rank uint64) {
	was, at := uint64(w[0]), w[1]-1
	if at < 0 || rank > was || rank == was && code != at && k.beats(k.texts.At(code), k.best.At(at)) {
		w[0], w[1] = int64(rank), code+1
	}
}

// beats reports whether a text is better than another one.
func (k *keeper) beats(text, best []byte) bool {
	order := bytes.Compare(text, best)
	return order > 0 && k.turn == 0 || order < 0 && k.turn != 0
}

// all is keep of rows that all belong to one group; those of NULLs have no text.
func (k *keeper) all(w []int64, codes []int64, null []byte) {
	rank, at, best := uint64(w[0]), w[1]-1, []byte(nil)
	if at >= 0 {
		best = k.best.At(at)
	}
	for i, code := range codes {
		if null != nil && null[i] != 0 {
			continue
		}
		text := k.texts.At(code)
		if r := firstBytes(text) ^ k.turn; at < 0 || r > rank || r == rank && code != at && k.beats(text, best) {
			rank, at, best = r, code, text
		}
	}
	w[0], w[1] = int64(rank), at+1
}

// firstBytes is the first eight bytes of a text as a number that is in their order, zeros behind a
// shorter one.
func firstBytes(text []byte) uint64 {
	if len(text) >= 8 {
		return binary.BigEndian.Uint64(text)
	}
	var first uint64
	for i, b := range text {
		first |= uint64(b) << (56 - 8*i)
	}
	return first
}

func mergeTexts(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	if w := from.words[j*from.groups.width+f.at:][:2]; w[1] != 0 {
		k := f.keeper()
		k.keep(into.words[i*into.groups.width+f.at:][:2], w[1]-1, uint64(w[0]))
	}
	return nil
}

// outText writes the codes of the texts that groups have.
func outText(f *fold, a *accumulators, groups, at []uint32, to *Column) error {
	for i, g := range groups {
		if to.Nulls == nil || !to.Nulls[at[i]] {
			to.Ints[at[i]] = a.words[int(g)*a.groups.width+f.at+1] - 1
		}
	}
	return nil
}
