package groups

import (
	"math/bits"
	"sync/atomic"

	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/numbering"
	"gsdms/operators/exact"
	"gsdms/operators/simd"
)

// pairCounter adds the pairs of a part to the counts and sums of their groups.
type pairCounter func(f *Folder, pairs *foldedPart) error

// countInto counts into the dense groups, of which there may be one.
func (d *distinct) countInto(all *accumulators) pairCounter {
	first := d.pairs.packing.Fields[0]
	shift, mask := first.Shift&63, first.Mask()
	switch {
	case d.sum:
		return d.sumInto(func(f *Folder, row int) (*accumulators, int) {
			if !d.dense {
				return all, 0
			}
			return all, int(f.keys[first.Word][row] >> shift & mask)
		})
	case !d.dense:
		return func(_ *Folder, pairs *foldedPart) error {
			d.put(all, 0, &tally{n: int64(pairs.len())})
			return nil
		}
	}
	return func(f *Folder, pairs *foldedPart) error {
		if pairs.ranked != nil && 1<<shift >= 64 {
			d.countWords(all, pairs, shift, mask)
			return nil
		}
		counts := f.countsOf(all.groups.size, pairs.len())
		for walk := pairs.walk(0); walk.next(f); {
			for _, word := range f.keys[first.Word] {
				if group := int(word >> shift & mask); counts != nil {
					counts[group]++
				} else {
					d.count(all, group)
				}
			}
		}
		for group, n := range counts {
			d.put(all, group, &tally{n: n})
		}
		return nil
	}
}

// countWords counts the pairs of a part that are bits, of which those of a group are whole words.
func (d *distinct) countWords(all *accumulators, pairs *foldedPart, shift int, mask uint64) {
	group, n := 0, int64(0)
	for w, word := range pairs.ranked.bits {
		if word == 0 {
			continue
		}
		if g := int((pairs.first + uint64(64*w)) >> shift & mask); g != group {
			d.put(all, group, &tally{n: n})
			group, n = g, 0
		}
		n += int64(bits.OnesCount64(word))
	}
	d.put(all, group, &tally{n: n})
}

// mostCounts is how many groups a folder counts the pairs of by itself: that stays in a cache.
const mostCounts = 1 << 16

// countsOf lends a count for each of some groups, all 0, to count so many pairs; nil where it
// takes longer to clear them than to add one by one to what the workers have in common.
func (f *Folder) countsOf(groups, pairs int) []int64 {
	if groups > min(pairs, mostCounts) {
		return nil
	}
	f.counts = append(f.counts[:0], make([]int64, groups)...)
	return f.counts
}

// countIntoOwners counts into the gathered groups.
func (d *distinct) countIntoOwners(groups *folded) pairCounter {
	if d.sum {
		return func(f *Folder, pairs *foldedPart) error {
			o := d.owners(groups, f)
			return d.sumInto(func(f *Folder, row int) (*accumulators, int) {
				if row == 0 {
					o.look(f)
				}
				return groups.find(o.key, row, o.hashes[row])
			})(f, pairs)
		}
	}
	return func(f *Folder, pairs *foldedPart) error {
		o := d.owners(groups, f)
		for walk := pairs.walk(0); walk.next(f); {
			o.look(f)
			for i, hash := range o.hashes[:len(f.groups)] {
				acc, group := groups.find(o.key, i, hash)
				d.count(acc, group)
			}
		}
		return nil
	}
}

// owners are the keys and hashes of the gathered groups that pairs are of.
type owners struct {
	from, to *keys.Packing
	key      [][]uint64
	hashes   []uint64
}

// owners lends what the keys need; the next call of a folder takes it back.
func (d *distinct) owners(groups *folded, f *Folder) owners {
	o := owners{from: &d.pairs.packing, to: &groups.packing, key: make([][]uint64, groups.packing.Words)}
	for w := range o.key {
		o.key[w] = f.ranks.lend(w)
	}
	o.hashes = f.ranks.lend(len(o.key))
	return o
}

// look computes them for the pairs that a folder has.
func (o *owners) look(f *Folder) {
	n := len(f.groups)
	for w := range o.key {
		clear(o.key[w][:n])
	}
	for k := range o.to.Fields {
		o.from.Fields[k].Move(&o.to.Fields[k], f.keys, o.key)
	}
	numbering.Hash(o.key, o.hashes[:n])
}

// sumInto counts and adds up pairs; find gives the group of a folder's pair, of all of them
// in order.
func (d *distinct) sumInto(find func(f *Folder, row int) (*accumulators, int)) pairCounter {
	return func(f *Folder, pairs *foldedPart) error {
		last, group, part := (*accumulators)(nil), 0, tally{}
		for walk := pairs.walk(0); walk.next(f); {
			for row := range f.groups {
				a, g := find(f, row)
				if a != last || g != group {
					d.put(last, group, &part)
					last, group, part = a, g, tally{}
				}
				part.n++
				if err := d.sumPair(&part, a, g, f.keys, row); err != nil {
					return err
				}
			}
		}
		d.put(last, group, &part)
		return nil
	}
}

// sumPair adds the value of a pair to a sum. Those of doubles are exact, and of a group.
func (d *distinct) sumPair(to *tally, a *accumulators, group int, words [][]uint64, row int) error {
	at := &d.pairs.packing.Fields[len(d.pairs.packing.Fields)-1]
	code := words[at.Word][row] >> at.Shift & at.Mask()
	if !d.float {
		n := int64(code) + at.Lo
		add128(to.sum[:], n, n>>63)
		return nil
	}
	value := keys.RankFloat(code)
	if lo, hi, ok := simd.FixedOf(value); ok {
		add128(to.sum[:], lo, hi)
		return nil
	}
	a.run.adding.Lock()
	defer a.run.adding.Unlock()
	s, err := a.exact[d.index].of(&a.words[group*a.groups.width+d.at+3], a.run.budget, exact.Bytes)
	if err == nil {
		s.Add(value)
	}
	return err
}

// count adds one to the count of a group; several goroutines may.
func (d *distinct) count(a *accumulators, group int) {
	atomic.AddInt64(&a.words[group*a.groups.width+d.at], 1)
}
