package cpu

import (
	"math"
	"math/bits"
	"sync/atomic"

	"gsdms/operators"
)

// distinct is a lowered COUNT(DISTINCT): a bit for every value that each group can have
// where these are few, else the pairs of group and value, gathered as groups are.
type distinct struct {
	at     int // the word of a group that takes the count in the end
	arg    value
	lo     int64 // bits: the value of the first
	stride int   // bits of a group, a multiple of 64; 0: pairs
	words  int   // of all bits
	common bool  // the workers have the bits in common
	pairs  *gathering
	dense  bool // pairs: their first field is the number of the group
}

// The most bits of a distinct fold, for each row of the table and in all.
const (
	bitsPerRow = 8
	leastBits  = 1 << 20
	mostBits   = 1 << 29
)

// distinct lowers a CountDistinct, whose keys have been lowered.
func (l *lowering) distinct(g *groups, f *fold) distinct {
	d := distinct{at: f.at, arg: f.arg, dense: g.hashed == nil && !g.shared}
	lo, hi, known := l.bounds(f.spec.Arg)
	if most := min(mostBits, max(leastBits, bitsPerRow*l.p.Table.Rows)); g.hashed == nil && known && !f.float {
		if span := uint64(hi) - uint64(lo); span < uint64(most) {
			stride := int(span)/64*64 + 64
			if g.size <= most/stride {
				d.lo, d.stride, d.words = lo, stride, g.size*stride/64
				d.common = d.words > l.sizes().bitmap
				return d
			}
		}
	}
	var p packing
	switch {
	case g.hashed != nil:
		for _, k := range g.keys {
			p.add(k.packed)
		}
	case d.dense:
		p.addGroup(g.size)
	}
	p.add(packedKey{value: value{slot: f.arg.slot}, float: f.float, lo: lo, hi: hi})
	d.pairs = l.gathering(p, &groups{}, nil, nil)
	return d
}

// distincts is one worker's part of a distinct.
type distincts struct {
	bits  []uint64
	pairs *gatherer
}

// bitmap is the bits of a worker: its own or those of all.
func (d *distinct) bitmap(common []uint64) []uint64 {
	if d.common {
		return common
	}
	return make([]uint64, d.words)
}

// add notes the values of rows.
func (d *distinct) add(s *distincts, m *machine, numbers []uint32) error {
	switch {
	case d.pairs != nil:
		words := d.pairs.packing.pack(m, len(numbers))
		return s.pairs.add(m, words, d.compress(m, words, len(numbers)))
	case d.common:
		d.markCommon(s.bits, m, numbers)
	case d.arg.null:
		v := &m.slots[d.arg.slot]
		for i, n := range numbers {
			if v.null[i] == 0 {
				at := uint64(int(n)*d.stride) + uint64(v.ints[i]-d.lo)
				s.bits[at/64] |= 1 << (at % 64)
			}
		}
	default:
		for i, v := range m.slots[d.arg.slot].ints[:len(numbers)] {
			at := uint64(int(numbers[i])*d.stride) + uint64(v-d.lo)
			s.bits[at/64] |= 1 << (at % 64)
		}
	}
	return nil
}

// markCommon sets bits that other workers set, too; most are set already.
func (d *distinct) markCommon(set []uint64, m *machine, numbers []uint32) {
	v := &m.slots[d.arg.slot]
	for i, n := range numbers {
		if d.arg.null && v.null[i] != 0 {
			continue
		}
		at := uint64(int(n)*d.stride) + uint64(v.ints[i]-d.lo)
		if bit := uint64(1) << (at % 64); atomic.LoadUint64(&set[at/64])&bit == 0 {
			atomic.OrUint64(&set[at/64], bit)
		}
	}
}

// compress leaves the words of the rows whose value is not NULL.
func (d *distinct) compress(m *machine, words [][]uint64, rows int) int {
	if !d.arg.null {
		return rows
	}
	left := 0
	for i, null := range m.slots[d.arg.slot].null[:rows] {
		for _, word := range words {
			word[left] = word[i]
		}
		left += int(null ^ 1)
	}
	return left
}

// countBits adds the bits of words from lo to hi to the groups' counts.
func (d *distinct) countBits(a *accumulators, all [][]uint64, lo, hi int) {
	group, count := -1, int64(0)
	for w := lo; w < hi; w++ {
		word := uint64(0)
		for _, bits := range all {
			word |= bits[w]
		}
		if word == 0 {
			continue
		}
		if g := w * 64 / d.stride; g != group {
			d.count(a, group, count)
			group, count = g, 0
		}
		count += int64(bits.OnesCount64(word))
	}
	d.count(a, group, count)
}

// count adds to the count of a group; several goroutines may.
func (d *distinct) count(a *accumulators, group int, n int64) {
	if n > 0 {
		atomic.AddInt64(&a.words[group*a.groups.width+d.at], n)
	}
}

// pairCounter adds the pairs of a part to the counts of their groups.
type pairCounter func(f *folder, pairs *foldedPart)

// countInto counts into the dense groups, of which there may be one.
func (d *distinct) countInto(all *accumulators) pairCounter {
	if !d.dense {
		return func(_ *folder, pairs *foldedPart) { d.count(all, 0, int64(pairs.len())) }
	}
	first := d.pairs.packing.fields[0]
	shift, mask := first.shift&63, first.mask()
	return func(f *folder, pairs *foldedPart) {
		for walk := pairs.walk(0); walk.next(f); {
			for _, word := range f.keys[first.word] {
				d.count(all, int(word>>shift&mask), 1)
			}
		}
	}
}

// countIntoOwners counts into the gathered groups.
func (d *distinct) countIntoOwners(groups *folded) pairCounter {
	from, to := &d.pairs.packing, &groups.packing
	return func(f *folder, pairs *foldedPart) {
		key := make([][]uint64, to.words)
		for w := range key {
			key[w] = f.ranks.lend(w)
		}
		hashes := f.ranks.lend(to.words)
		for walk := pairs.walk(0); walk.next(f); {
			n := len(f.groups)
			for w := range key {
				clear(key[w][:n])
			}
			for k := range to.fields {
				from.fields[k].move(&to.fields[k], f.keys, key)
			}
			hashWords(key, hashes[:n])
			for i, hash := range hashes[:n] {
				acc, group := groups.find(key, i, hash)
				d.count(acc, group, 1)
			}
		}
	}
}

// bounds is what values a register can have, if that is known.
func (l *lowering) bounds(register int) (lo, hi int64, known bool) {
	if r := l.p.Regs[register]; r.Lo < r.Hi {
		return r.Lo, r.Hi, true
	}
	return math.MinInt64, math.MaxInt64, false
}

// keyBounds is what values a key can have.
func (l *lowering) keyBounds(k operators.Key) (lo, hi int64) {
	if k.Size > 0 {
		hi = k.Lo + int64(k.Size) - 1
		if k.Nullable {
			hi--
		}
		return k.Lo, max(k.Lo, hi)
	}
	lo, hi, _ = l.bounds(k.Reg)
	return lo, hi
}
