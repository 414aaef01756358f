package tail

import (
	"math/bits"

	"gsdms/operators/large"

	"gsdms/operators/tail/team"
)

// digitBits is how many bits a pass of the radix sort orders by: as many as the lines of
// memory that it writes to at once fit a core's caches.
const digitBits = 11

// digits are how many keys have which digit.
type digits [1 << digitBits]int32

// radix orders places by words, ties as they are: from the last word to the first, each
// digit by digit, the least significant first. look is shown the first words, which are the last
// that are sorted. Places come as 0, 1, 2, … .
func (r *runner) radix(order []int32, words []word, look func(s *sorter) error) error {
	n := len(order)
	if len(words) == 0 {
		return nil
	}
	if len(words) == 1 && words[0].counted(n) {
		return r.byDigit(order, &words[0], look)
	}
	free, err := r.Scratch(16 * int64(n))
	if err != nil {
		return err
	}
	defer free()
	s := &sorter{r: r, order: order, place: bits.Len(uint(n)), from: large.Make[uint64](n), to: large.Make[uint64](n)}
	for i := len(words) - 1; i >= 0; i-- {
		if err := s.byWord(&words[i]); err != nil {
			return err
		}
	}
	if look != nil {
		return look(s)
	}
	return nil
}

// sorter sorts numbers that have a word above a row's place.
type sorter struct {
	r        *runner
	order    []int32
	place    int // bits
	width    int // bits of the word
	from, to []uint64
	runs     []run // of a word of one digit, whose rows are counted: there are no numbers
}

func (s *sorter) byWord(w *word) error {
	s.width = w.width
	if err := s.fill(w); err != nil {
		return err
	}
	passes := (w.width + digitBits - 1) / digitBits
	for i, low := 0, 0; i < passes; i++ {
		width := (w.width - low + passes - i - 1) / (passes - i)
		if err := s.pass(s.place+low, width); err != nil {
			return err
		}
		low += width
	}
	return s.r.Spread(team.Chunks(len(s.order)), func(_, chunk int) error {
		lo := chunk * team.ChunkRows
		hi := min(lo+team.ChunkRows, len(s.order))
		order := s.order[lo:hi]
		for i, n := range s.from[lo:hi] {
			order[i] = int32(n & (1<<s.place - 1))
		}
		return nil
	})
}

// fill writes word and place of each row, in the order so far.
func (s *sorter) fill(w *word) error {
	workers := s.r.workers(team.Chunks(len(s.order)))
	return s.r.Spread(team.Chunks(len(s.order)), func(worker, chunk int) error {
		lo := chunk * team.ChunkRows
		order := s.order[lo:min(lo+team.ChunkRows, len(s.order))]
		words := s.from[lo : lo+len(order)]
		workers[worker].load(words, w, order)
		for i, place := range order {
			words[i] = words[i]<<s.place | uint64(place)
		}
		return nil
	})
}

// load gives the word of some places.
func (w *worker) load(words []uint64, of *word, places []int32) {
	rows, scratch := places, w.scratch(len(places))
	if w.r.left != nil {
		rows = scratch.rows[:len(places)]
		for i, place := range places {
			rows[i] = w.r.left[place]
		}
	}
	of.load(words, scratch.bits[:len(places)], rows)
}

// pass orders by one digit: every block counts its digits, then writes each number to
// where its digit's numbers of this block begin.
func (s *sorter) pass(low, width int) error {
	n := len(s.from)
	blocks := s.r.Blocks(n)
	counts := make([]digits, blocks)
	mask := uint64(1)<<width - 1
	err := s.r.Spread(blocks, func(_, block int) error {
		c := &counts[block]
		return s.r.InBlock(block, blocks, n, func(lo, hi int) {
			for _, x := range s.from[lo:hi] {
				c[x>>low&mask&(1<<digitBits-1)]++
			}
		})
	})
	if err != nil {
		return err
	}
	if begin(ofDigits(counts), int(mask)+1, n) {
		return nil
	}
	err = s.r.Spread(blocks, func(_, block int) error {
		c := &counts[block]
		return s.r.InBlock(block, blocks, n, func(lo, hi int) {
			for _, x := range s.from[lo:hi] {
				at := &c[x>>low&mask&(1<<digitBits-1)]
				s.to[*at] = x
				*at++
			}
		})
	})
	s.from, s.to = s.to, s.from
	return err
}

// ofDigits are the counts of blocks.
func ofDigits(counts []digits) [][]int32 {
	out := make([][]int32, len(counts))
	for i := range counts {
		out[i] = counts[i][:]
	}
	return out
}

// begin makes beginnings of counts; it reports whether all numbers have one digit.
func begin(counts [][]int32, digits, n int) (one bool) {
	at := int32(0)
	for d := range digits {
		first := at
		for b := range counts {
			c := counts[b][d]
			counts[b][d] = at
			at += c
		}
		one = one || int(at-first) == n
	}
	return one
}

// keyScratch is what a worker needs to normalise the keys of a chunk.
type keyScratch struct {
	rows []int32
	bits []uint64
}

// scratch is for n rows.
func (w *worker) scratch(n int) *keyScratch {
	if w.keys == nil || len(w.keys.rows) < n {
		w.keys = &keyScratch{make([]int32, n), make([]uint64, n)}
	}
	return w.keys
}
