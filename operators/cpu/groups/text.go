package groups

import (
	"bytes"
	"math"

	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/machine"
	"gsdms/plan"
)

// The least or the greatest of texts whose codes are in no order is kept as the rank of its first bytes,
// an unsigned number that grows with what is better, and its code, one more so that 0 is where all begin.
// Where ranks are equal, the texts themselves decide. Most texts are not read: those of codes side by
// side that have no rank as good. Where a function gives the texts (plan.NewComputed), these are not
// computed, either, and a text that is NULL is passed over.

// keeper keeps the best texts.
type keeper struct {
	turned      int          // 1 where the bits of first bytes are turned, since less is better, else 0
	texts, best plan.Reading // of rows, and of groups
	peaks       *plan.Peaks
	left        int // so many texts may be read to find peaks that are not known
}

func (f *fold) keeper() keeper {
	of := plan.Reading{Of: f.spec.Unsorted}
	k := keeper{texts: of, best: of, peaks: of.Of.Peaks()}
	if f.spec.Func == operators.MinText {
		k.turned = 1
	}
	return k
}

// rank is the rank of a text with some first bytes.
func (k *keeper) rank(first uint64) uint64 { return first ^ -uint64(k.turned) }

// perRow is how many texts are read at most for each row to find peaks.
const perRow = 4

// peak is no less than the rank of a code's text, and than those of the others of its block.
func (k *keeper) peak(code int64) uint64 {
	peak := k.peaks.Rank(code, k.turned)
	if peak == 0 && k.left > 0 {
		k.left -= plan.PeakCodes
		peak = k.peaks.Find(&k.texts, code, k.turned)
	}
	if peak == 0 { // not known
		return math.MaxUint64
	}
	return peak
}

func addTexts(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v, k := f.argument(a, m, numbers), f.keeper()
	k.left = perRow * len(numbers)
	if a.groups.shared {
		k.all(a.words[f.at:][:2], v.Int, v.Null)
		return k.texts.Err
	}
	block, peak, words, width := int64(-1), uint64(0), a.words[f.at:], a.groups.width
	for i, n := range numbers {
		if v.Null != nil && v.Null[i] != 0 {
			continue
		}
		code := v.Int[i]
		if b := plan.PeakOf(code); b != block {
			block, peak = b, k.peak(code)
		}
		if w := words[int(n)*width:][:2]; peak >= uint64(w[0]) {
			k.offer(w, code)
		}
	}
	return k.texts.Err
}

// offer is keep of a code whose text's rank is not known, unless it is NULL.
func (k *keeper) offer(w []int64, code int64) {
	if first := k.texts.First(code); !k.texts.Null {
		k.keep(w, code, k.rank(first))
	}
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
	return order > 0 && k.turned == 0 || order < 0 && k.turned != 0
}

// all is keep of rows that all belong to one group; those of NULLs have no text.
func (k *keeper) all(w []int64, codes []int64, null []byte) {
	for i := 0; i < len(codes); i++ {
		if null != nil && null[i] != 0 {
			continue
		}
		code := codes[i]
		if k.peak(code) >= uint64(w[0]) {
			k.offer(w, code)
			continue
		}
		block := plan.PeakOf(code)
		for i+1 < len(codes) && (plan.PeakOf(codes[i+1]) == block || null != nil && null[i+1] != 0) {
			i++
		}
	}
}

func mergeTexts(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	if w := from.words[j*from.groups.width+f.at:][:2]; w[1] != 0 {
		k := f.keeper()
		k.keep(into.words[i*into.groups.width+f.at:][:2], w[1]-1, uint64(w[0]))
		return k.texts.Err
	}
	return nil
}

// outText writes the codes of the texts that groups have: none of a function that gives NULL alone.
func outText(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	for i, g := range groups {
		switch code := a.words[int(g)*a.groups.width+f.at+1] - 1; {
		case to.Nulls != nil && to.Nulls[at[i]]:
		case code < 0:
			to.SetNull(at[i])
		default:
			to.Ints[at[i]] = code
		}
	}
	return nil
}
