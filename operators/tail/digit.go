package tail

import "gsdms/operators/tail/team"

// run is rows of equal words in their order, from position lo to where the next begins.
type run struct {
	word uint64
	lo   int
}

// countedBits is the most bits of a word whose rows are counted, where they are many: the
// lines of memory that a worker writes to at once then fit its second cache.
const countedBits = 14

// counted reports whether n rows are ordered by counting their words.
func (w *word) counted(n int) bool {
	return w.width <= digitBits || w.width <= countedBits && n >= 16<<countedBits
}

// byDigit orders places by one word of one digit: every block counts its words, then writes
// each place to where its word's places of this block begin.
func (r *runner) byDigit(order []int32, w *word, look func(s *sorter) error) error {
	n := len(order)
	free, err := r.Scratch(2 * int64(n))
	if err != nil {
		return err
	}
	defer free()
	blocks, words := r.Blocks(n), make([]uint16, n)
	counts, last := make([][]int32, blocks), uint64(1)<<w.width-1
	workers, loaded := r.workers(blocks), make([][team.ChunkRows]uint64, blocks)
	err = r.Spread(blocks, func(_, block int) error {
		counts[block] = make([]int32, last+1)
		c := counts[block]
		return r.InBlock(block, blocks, n, func(lo, hi int) {
			part := loaded[block][:hi-lo]
			workers[block].load(part, w, order[lo:hi])
			for i, x := range part {
				words[lo+i] = uint16(x)
				c[x&last]++
			}
		})
	})
	if err != nil {
		return err
	}
	begin(counts, int(last)+1, n)
	s := &sorter{r: r, order: order, width: w.width, runs: runsOf(counts[0], n)}
	if r.carries != nil && r.carries.begin(r) {
		err = r.carryTo(order, words, counts)
	} else {
		err = r.Spread(blocks, func(_, block int) error {
			c := counts[block]
			return r.InBlock(block, blocks, n, func(lo, hi int) {
				for i, x := range words[lo:hi] {
					at := &c[uint64(x)&last]
					order[*at] = int32(lo + i)
					*at++
				}
			})
		})
	}
	if err == nil && look != nil {
		err = look(s)
	}
	return err
}

// runsOf are the runs of words that begin at begins, of n rows.
func runsOf(begins []int32, n int) (out []run) {
	for x := range begins {
		end := n
		if x+1 < len(begins) {
			end = int(begins[x+1])
		}
		if lo := int(begins[x]); lo < end {
			out = append(out, run{uint64(x), lo})
		}
	}
	return out
}
