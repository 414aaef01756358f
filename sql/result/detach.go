package result

import (
	"math/bits"
	"slices"

	"gsdms/plan"
)

// Detach has rows no longer refer to a snapshot: of each dictionary, the texts that occur
// are copied into one of the result's own, or all, where they take little more than the
// codes. The rows are the caller's, the vectors' memory may be shared.
func Detach(rows *plan.Rows) {
	whole := map[*plan.Dictionary]*plan.Dictionary{}
	for i := range rows.Columns {
		v := &rows.Columns[i]
		switch {
		case v.Dict == nil:
		case v.Dict.Size() > wholeBytes*int64(len(v.Ints)):
			v.Ints, v.Dict = ownDictionary(v)
		default:
			if whole[v.Dict] == nil {
				whole[v.Dict] = v.Dict.Clone()
			}
			v.Dict = whole[v.Dict]
		}
	}
}

// wholeBytes is what a dictionary that is copied whole may take for each row.
const wholeBytes = 16

// ownDictionary copies the texts that occur in v, and gives the codes in the copy.
func ownDictionary(v *plan.Vector) ([]int64, *plan.Dictionary) {
	first, codes := renumber(v)
	bytes := 0
	for _, code := range first {
		bytes += len(v.Dict.Bytes(int(code)))
	}
	offsets, text := make([]uint32, 1, len(first)+1), make([]byte, 0, bytes)
	for _, code := range first {
		text = append(text, v.Dict.Bytes(int(code))...)
		offsets = append(offsets, uint32(len(text)))
	}
	return codes, plan.NewDictionary(offsets, text)
}

// renumber gives the codes that occur in v, ascending, and for each row the place of its
// code among them, 0 for NULL.
func renumber(v *plan.Vector) (used, places []int64) {
	if v.Dict.Len() > renumberRows*(len(v.Ints)+1) {
		return renumberSorted(v)
	}
	set := make([]uint64, (v.Dict.Len()+63)/64)
	for row, code := range v.Ints {
		if !v.IsNull(row) {
			set[code/64] |= 1 << (code % 64)
		}
	}
	before := make([]int32, len(set)) // codes that occur, in the words before
	n := 0
	for w, word := range set {
		before[w] = int32(n)
		n += bits.OnesCount64(word)
	}
	used = make([]int64, 0, n)
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			used = append(used, int64(64*w+bits.TrailingZeros64(word)))
		}
	}
	places = make([]int64, len(v.Ints))
	for row, code := range v.Ints {
		if !v.IsNull(row) {
			places[row] = int64(before[code/64]) + int64(bits.OnesCount64(set[code/64]&(1<<(code%64)-1)))
		}
	}
	return used, places
}

// renumberRows is how many codes of a dictionary may be looked through for each row, 64 at
// a time; sorting the rows' codes costs more up to there.
const renumberRows = 2048

func renumberSorted(v *plan.Vector) (used, places []int64) {
	used = make([]int64, 0, len(v.Ints))
	for row, code := range v.Ints {
		if !v.IsNull(row) {
			used = append(used, code)
		}
	}
	slices.Sort(used)
	used = slices.Compact(used)
	places = make([]int64, len(v.Ints))
	for row, code := range v.Ints {
		if !v.IsNull(row) {
			at, _ := slices.BinarySearch(used, code)
			places[row] = int64(at)
		}
	}
	return used, places
}
