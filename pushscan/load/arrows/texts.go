package arrows

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/plan"
	"gsdms/plan/value"
)

// mostText is how many bytes the texts of a record have, at most: their places are 32 bits.
const mostText = 1<<31 - 1

// textBuffers are the places of texts, and the texts one behind the other.
func textBuffers(v *plan.Vector, lo, hi int) (offsets, text *memory.Buffer, err error) {
	total := textBytes(v, lo, hi, mostText)
	if total > mostText {
		return nil, nil, fmt.Errorf("rows %d to %d have more than %d bytes of text", lo+1, hi, mostText)
	}
	ends := make([]int32, hi-lo+1)
	all := make([]byte, total+shortText)
	switch {
	case v.Type.Bytes():
		total = copyBytes(ends, all, v, lo)
	case v.Dict != nil:
		copyCodes(ends, all, v, lo)
	default:
		copyTexts(ends, all, v, lo)
	}
	return memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(ends)), memory.NewBufferBytes(all[:total]), nil
}

// copyTexts copies the texts of rows from lo on, and notes where each ends behind the first
// place, which is 0.
func copyTexts(ends []int32, all []byte, v *plan.Vector, lo int) {
	at := 0
	for i := range ends[1:] {
		if !v.IsNull(lo + i) {
			at += copy(all[at:], v.Texts[lo+i])
		}
		ends[i+1] = int32(at)
	}
}

// copyBytes is copyTexts for the bytes that texts stand for, which are no more than those of the
// texts; it gives their number.
func copyBytes(ends []int32, all []byte, v *plan.Vector, lo int) int64 {
	all = all[:0]
	for i := range ends[1:] {
		if !v.IsNull(lo + i) {
			all = value.AppendBytes(all, []byte(v.Value(lo+i).Text))
		}
		ends[i+1] = int32(len(all))
	}
	return int64(len(all))
}

// shortText is the bytes that are copied at once: a text that has no more is copied with what
// is behind it, which the next one overwrites, since that takes less than to call copy.
const shortText = 16

// copyCodes is copyTexts for codes of a dictionary. all has shortText bytes to spare.
func copyCodes(ends []int32, all []byte, v *plan.Vector, lo int) {
	words := v.Dict.Strings()
	text := words.View(0, words.Len())
	at := 0
	for i, code := range v.Ints[lo : lo+len(ends)-1] {
		if v.Nulls == nil || !v.Nulls[lo+i] {
			from, to := words.Begin(int(code)), words.Begin(int(code)+1)
			if to-from <= shortText && from+shortText <= len(text) {
				copy(all[at:at+shortText], text[from:from+shortText])
				at += to - from
			} else {
				at += copy(all[at:], text[from:to])
			}
		}
		ends[i+1] = int32(at)
	}
}

// textBytes is how long the texts of rows [lo, hi) are together, or anything above most.
func textBytes(v *plan.Vector, lo, hi int, most int64) (sum int64) {
	if v.Dict != nil {
		return codesBytes(v, lo, hi, most)
	}
	for row := lo; row < hi && sum <= most; row++ {
		if !v.IsNull(row) {
			sum += int64(len(v.Texts[row]))
		}
	}
	return sum
}

// codesBytes is textBytes for codes of a dictionary.
func codesBytes(v *plan.Vector, lo, hi int, most int64) (sum int64) {
	words := v.Dict.Strings()
	for i, code := range v.Ints[lo:hi] {
		if v.Nulls == nil || !v.Nulls[lo+i] {
			if sum += int64(words.Begin(int(code)+1) - words.Begin(int(code))); sum > most {
				break
			}
		}
	}
	return sum
}

// textsAbove reports whether rows have more than so many bytes of text.
func textsAbove(rows *plan.Rows, lo, hi int, most int64) bool {
	for i := range rows.Columns {
		v := &rows.Columns[i]
		if v.Type.Kind != plan.String {
			continue
		}
		bytes := longestBytes(v, hi-lo)
		if bytes > most {
			bytes = textBytes(v, lo, hi, most)
		}
		if most -= bytes; most < 0 {
			return true
		}
	}
	return false
}

// longestBytes is what so many texts of a column have at most, by the longest of a dictionary
// that is looked through faster than they are.
func longestBytes(v *plan.Vector, n int) int64 {
	if v.Dict == nil || v.Dict.Len() > n {
		return math.MaxInt64
	}
	longest, words := 0, v.Dict.Strings()
	for code := range words.Len() {
		longest = max(longest, len(words.Bytes(code)))
	}
	return int64(longest) * int64(n)
}
