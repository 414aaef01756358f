package lexicon

import (
	"bytes"

	"gsdms/operators/index"
	"gsdms/plan"
)

// Merge gives the dictionary of the strings of both, and the codes there
// of the strings of each.
func Merge(a, b *plan.Dictionary) (dict *plan.Dictionary, left, right []int64) {
	left, right = make([]int64, a.Len()), make([]int64, b.Len())
	w := index.DictionaryWriter{Offsets: []uint32{0}}
	for i, j := 0, 0; i < a.Len() || j < b.Len(); {
		order := 0
		switch {
		case i == a.Len():
			order = 1
		case j == b.Len():
			order = -1
		default:
			order = bytes.Compare(a.Bytes(i), b.Bytes(j))
		}
		code := int64(len(w.Offsets) - 1)
		if order <= 0 {
			w.Add(a.Bytes(i))
			left[i] = code
			i++
		} else {
			w.Add(b.Bytes(j))
		}
		if order >= 0 {
			right[j] = code
			j++
		}
	}
	return plan.NewDictionary(w.Offsets, w.Text), left, right
}
