package groups

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
)

// distinct is a lowered COUNT or SUM of DISTINCT values: a bit for every value that each
// group can have where these are few, else the pairs of group and value, gathered as groups
// are. In the end they are counted and added up.
type distinct struct {
	at     int // the word of a group that takes the count; behind it are those of a sum
	index  int // of the fold
	sum    bool
	float  bool
	args   []machine.Value
	arg    machine.Value // the first
	lo     int64         // bits: the value of the first
	stride int           // bits of a group, a multiple of 64; 0: pairs
	words  int           // of all bits
	common bool          // the workers have the bits in common
	pairs  *gathering
	dense  bool // pairs: their first field is the number of the group
}

// The most bits of a distinct fold, for each row of the table and in all.
const (
	bitsPerRow = 8
	leastBits  = 1 << 20
	mostBits   = 1 << 29
)

// distincts lowers the folds over distinct values, whose keys have been lowered. A count
// of what is added up as well is the sum's count.
func (l *Lowering) distincts(g *Groups) error {
	for _, sum := range []bool{true, false} {
		for i := range g.folds {
			f := &g.folds[i]
			if !f.spec.Func.Distinct() || (f.spec.Func != operators.CountDistinct) != sum {
				continue
			}
			d, err := l.distinct(g, f)
			if err != nil {
				return err
			}
			same := slices.IndexFunc(g.distincts, func(o distinct) bool { return !sum && slices.Equal(o.args, d.args) })
			if same >= 0 {
				f.at = g.distincts[same].at
				continue
			}
			g.distincts = append(g.distincts, d)
		}
	}
	return nil
}

func (l *Lowering) distinct(g *Groups, f *fold) (distinct, error) {
	d := distinct{
		at: f.at, index: f.index, sum: f.spec.Func != operators.CountDistinct, float: f.float,
		args: []machine.Value{f.arg}, arg: f.arg, dense: g.hashed == nil && !g.shared,
	}
	more, err := l.Values(f.spec.More)
	if err != nil {
		return d, err
	}
	d.args = append(d.args, more...)
	lo, hi, known := l.Bounds(f.spec.Arg)
	if most := min(mostBits, max(leastBits, bitsPerRow*l.Program.Table.Rows)); g.hashed == nil && known && !f.float && len(more) == 0 {
		if span := uint64(hi) - uint64(lo); span < uint64(most) {
			stride := int(span)/64*64 + 64
			if g.size <= most/stride {
				d.lo, d.stride, d.words = lo, stride, g.size*stride/64
				d.common = d.words > l.sizes().bitmap
				return d, nil
			}
		}
	}
	d.pairs = l.pairs(g, &d, f.spec)
	return d, nil
}

// pairs settles how pairs of group and values are gathered.
func (l *Lowering) pairs(g *Groups, d *distinct, spec operators.Fold) *gathering {
	var p keys.Packing
	switch {
	case g.hashed != nil:
		for _, k := range g.keys {
			p.Add(k.packed)
		}
	case d.dense:
		p.AddGroup(g.size)
	}
	for i, register := range append([]int{spec.Arg}, spec.More...) {
		lo, hi, _ := l.Bounds(register)
		p.Add(keys.Key{Value: machine.Value{Slot: d.args[i].Slot}, Float: l.Program.Regs[register].Float, Lo: lo, Hi: hi})
	}
	return l.gathering(p, &Groups{}, nil, nil)
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
func (d *distinct) add(s *distincts, m *machine.Machine, numbers []uint32) error {
	switch {
	case d.pairs != nil:
		words := d.pairs.packing.Pack(m, len(numbers))
		return s.pairs.add(m, words, d.compress(m, words, len(numbers)))
	case d.common:
		d.markCommon(s.bits, m, numbers)
	case d.arg.Null:
		v := &m.Slots[d.arg.Slot]
		for i, n := range numbers {
			if v.Null[i] == 0 {
				at := uint64(int(n)*d.stride) + uint64(v.Ints[i]-d.lo)
				s.bits[at/64] |= 1 << (at % 64)
			}
		}
	default:
		for i, v := range m.Slots[d.arg.Slot].Ints[:len(numbers)] {
			at := uint64(int(numbers[i])*d.stride) + uint64(v-d.lo)
			s.bits[at/64] |= 1 << (at % 64)
		}
	}
	return nil
}

// markCommon sets bits that other workers set, too; most are set already.
func (d *distinct) markCommon(set []uint64, m *machine.Machine, numbers []uint32) {
	v := &m.Slots[d.arg.Slot]
	for i, n := range numbers {
		if d.arg.Null && v.Null[i] != 0 {
			continue
		}
		at := uint64(int(n)*d.stride) + uint64(v.Ints[i]-d.lo)
		if bit := uint64(1) << (at % 64); atomic.LoadUint64(&set[at/64])&bit == 0 {
			atomic.OrUint64(&set[at/64], bit)
		}
	}
}

// compress leaves the words of the rows none of whose values is NULL.
func (d *distinct) compress(m *machine.Machine, words [][]uint64, rows int) int {
	var null []byte
	for _, arg := range d.args {
		switch {
		case !arg.Null:
		case null == nil:
			null = m.Slots[arg.Slot].Null[:rows]
		default:
			null = either(null, m.Slots[arg.Slot].Null[:rows])
		}
	}
	if null == nil {
		return rows
	}
	left := 0
	for i, null := range null {
		for _, word := range words {
			word[left] = word[i]
		}
		left += int(null ^ 1)
	}
	return left
}

// either is 1 where a or b is.
func either(a, b []byte) []byte {
	out := make([]byte, len(a))
	for i := range out {
		out[i] = a[i] | b[i]
	}
	return out
}

// countBits adds the bits of words from lo to hi to the groups' counts and sums.
func (d *distinct) countBits(a *accumulators, all [][]uint64, lo, hi int) {
	group, part := -1, tally{}
	for w := lo; w < hi; w++ {
		word := uint64(0)
		for _, bits := range all {
			word |= bits[w]
		}
		if word == 0 {
			continue
		}
		if g := w * 64 / d.stride; g != group {
			d.put(a, group, &part)
			group, part = g, tally{}
		}
		part.n += int64(bits.OnesCount64(word))
		if !d.sum {
			continue
		}
		for first := d.lo + int64(w*64%d.stride); word != 0; word &= word - 1 {
			n := first + int64(bits.TrailingZeros64(word))
			add128(part.sum[:], n, n>>63)
		}
	}
	d.put(a, group, &part)
}

// tally is some of the values of a group.
type tally struct {
	n   int64
	sum [2]int64
}

// put adds to the count and the sum of a group; several goroutines may.
func (d *distinct) put(a *accumulators, group int, s *tally) {
	if s.n == 0 {
		return
	}
	words := a.words[group*a.groups.width+d.at:]
	atomic.AddInt64(&words[0], s.n)
	if d.sum {
		a.run.adding.Lock()
		defer a.run.adding.Unlock()
		add128(words[1:], s.sum[0], s.sum[1])
	}
}

// keyBounds is what values a key can have.
func (l *Lowering) keyBounds(k operators.Key) (lo, hi int64) {
	if k.Size > 0 {
		hi = k.Lo + int64(k.Size) - 1
		if k.Nullable {
			hi--
		}
		return k.Lo, max(k.Lo, hi)
	}
	lo, hi, _ = l.Bounds(k.Reg)
	return lo, hi
}
