package tail

import (
	"math/bits"

	"gsdms/operators/tail/numbering"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// The rows of a window's partitions have to lie together, in no order of the partitions. Keys of many
// bits, as those that lie far apart, are numbered as they come and the rows sorted by the numbers,
// which have a digit or two, and fit one word with the keys of the order.

// numberedBits says how many times as many bits as the number of rows has a partition's keys have at
// least for it to be numbered: the sort then has two passes less at least, and mostly a word.
const numberedBits = 2

// parted gives the rows with the numbers of their partitions as a column behind the others; nil where
// the partitions' keys had better be sorted.
func (r *runner) parted(slots []int) (*plan.Rows, error) {
	n := r.count()
	if n <= fewRows || r.left != nil {
		return nil, nil
	}
	key, err := r.packed(slots)
	if err != nil || key == nil || key.width < numberedBits*bits.Len(uint(n)) {
		return nil, err
	}
	if err := r.Take(8 * int64(n)); err != nil {
		return nil, err
	}
	free, err := r.Scratch(2*8*int64(n) + 4*int64(n))
	if err != nil {
		return nil, err
	}
	defer free()
	hashes, err := r.numbersOf(key)
	if err != nil {
		return nil, err
	}
	numbers, err := r.numbered(hashes)
	if err != nil {
		return nil, err
	}
	column := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: numbers}
	return &plan.Rows{Len: n, Columns: append(r.rows.Columns[:len(r.rows.Columns):len(r.rows.Columns)], column)}, nil
}

// numbered gives equal words the same number, of which there are not many more than of different
// words. The words are hashed in their places.
func (r *runner) numbered(words []uint64) ([]int64, error) {
	err := r.Spread(team.Chunks(len(words)), func(_, chunk int) error {
		part := words[chunk*team.ChunkRows : min(len(words), (chunk+1)*team.ChunkRows)]
		for i, word := range part {
			part[i] = hashOf(word)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	parts, err := r.partitions(words)
	if err != nil {
		return nil, err
	}
	numbers := make([]int64, len(words))
	return numbers, r.Spread(len(parts), func(_, part int) error {
		t := numbering.New(len(parts[part].places))
		for i, place := range parts[part].places {
			k, _ := t.Number(parts[part].hashes[i])
			numbers[place] = int64(k)*int64(len(parts)) + int64(part)
		}
		return r.Stopped()
	})
}
