package groups

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/exact"
)

// fold is a lowered operators.Fold: where its words are among those of a group.
type fold struct {
	spec   operators.Fold
	row    *foldRow
	add    addFunc // of the row, or a fused one
	counts bool    // add counts the rows of the groups, too
	index  int
	arg    machine.Value
	low    machine.Value // of a pair, beside arg
	read   *doubleColumn // the argument, where the fold reads it itself
	float  bool          // the argument is a double
	at     int           // its first word
	values int           // the word that counts the values: word 0, the rows, where none is NULL
	told   bool          // a fold before has the same argument and counts them
	narrow bool          // 64 bits have room for the sum of any batch
}

// foldRow says everything about one fold function: how many words it takes, how rows
// are folded in, how two workers' words of a group are merged, and what comes out.
// Merging and adding are associative and commutative, bit for bit.
type foldRow struct {
	words int
	add   addFunc
	by    wordMerge // how each of the words is merged by itself; byGroup: merge does all of them
	merge func(f *fold, into *accumulators, i int, from *accumulators, j int) error
	out   outFunc
	wide  bool // what comes out may pass 64 bits
}

var foldTable = [...]foldRow{
	operators.CountRows:     {0, addNothing, byAdding, nil, outCount, false},
	operators.CountValues:   {0, addNothing, byAdding, nil, outCount, false},
	operators.Sum64:         {1, addSum64, byAdding, nil, outWord, false},
	operators.Sum128:        {2, addSum128, byGroup, mergeSum128, outSum128, true},
	operators.SumFloat:      {3, addExact, byGroup, mergeExact, outExact, false},
	operators.MinInt:        {1, addLargest, byGreatest, nil, outRanked(func(r uint64) int64 { return int64(^r ^ 1<<63) }), false},
	operators.MaxInt:        {1, addLargest, byGreatest, nil, outRanked(func(r uint64) int64 { return int64(r ^ 1<<63) }), false},
	operators.MinFloat:      {1, addLargest, byGreatest, nil, outRankedFloat(func(r uint64) uint64 { return ^r }), false},
	operators.MaxFloat:      {1, addLargest, byGreatest, nil, outRankedFloat(func(r uint64) uint64 { return r }), false},
	operators.VarianceInt:   {exact.MomentWords, addMoments, byGroup, mergeMoments, outVariance, false},
	operators.VarianceFloat: {exact.MomentWords + 1, addFloatMoments, byGroup, mergeFloatMoments, outVariance, false},
	operators.BitAnd:        {1, addUnset, byUnion, nil, outUnset, false},
	operators.BitOr:         {1, addBits, byUnion, nil, outWord, false},
	operators.BitXor:        {1, addOdd, byDifference, nil, outWord, false},
	operators.MinPair:       {2, addPairs(math.MaxUint64), byGroup, mergePairs, outPair(math.MaxUint64), true},
	operators.MaxPair:       {2, addPairs(0), byGroup, mergePairs, outPair(0), true},
	operators.MinText:       {2, addTexts, byGroup, mergeTexts, outText, false},
	operators.MaxText:       {2, addTexts, byGroup, mergeTexts, outText, false},

	// distinct.go fills the words at the end: the first is the count.
	operators.CountDistinct:    {1, addLater, byAdding, nil, outWord, false},
	operators.SumDistinct:      {3, addLater, byAdding, nil, behindCount(outSum128), true},
	operators.SumDistinctFloat: {4, addLater, byAdding, nil, behindCount(outExact), false},
}

// fold lays out a fold's words behind those of the ones before.
func (l *Lowering) fold(spec operators.Fold, g *Groups) (fold, error) {
	if int(spec.Func) >= len(foldTable) {
		return fold{}, fmt.Errorf("unknown function %d", spec.Func)
	}
	f := fold{spec: spec, row: &foldTable[spec.Func], at: g.width}
	f.add = f.row.add
	if c, ok := l.fusedDouble(spec); ok && g.hashed == nil {
		f.arg.Null, f.float, f.read = l.Program.Regs[spec.Arg].Nullable, true, &doubleColumn{l.measure(c)}
		if spec.Func == operators.CountValues {
			f.add = countDoubles
		}
	} else if g.hashed == nil && l.readsItself(spec) {
		f.add, f.counts = l.fuse(spec)
	} else if spec.Func != operators.CountRows {
		v, err := l.At(spec.Arg)
		if err != nil {
			return fold{}, err
		}
		f.arg, f.float = v, l.Program.Regs[spec.Arg].Float
	}
	if spec.Func == operators.Sum128 {
		lo, hi, _ := l.Bounds(spec.Arg)
		f.narrow = lo > -narrowest && hi < narrowest
	}
	if isPair(spec.Func) {
		low, err := l.At(spec.More[0])
		if err != nil {
			return fold{}, err
		}
		f.low = low
	}
	f.counts = f.counts || g.rows && spec.Func == operators.SumFloat
	g.width += f.row.words
	switch {
	case spec.Func.Distinct():
		f.values = f.at
	case f.arg.Null && !spec.Func.Bits():
		if f.values, f.told = g.counter(spec.Arg); !f.told {
			f.values = g.width
			g.width++
		}
	}
	return f, nil
}

// narrowest is beyond the numbers of which a batch, which has at most 2^16, has a sum of 64 bits.
const narrowest = 1 << 46

// counter is the word in which a fold counts the values of an argument that may be NULL, if there is one.
func (g *Groups) counter(arg int) (word int, ok bool) {
	for i := range g.folds {
		if f := &g.folds[i]; f.arg.Null && f.spec.Arg == arg && !f.spec.Func.Distinct() && !f.spec.Func.Bits() {
			return f.values, true
		}
	}
	return 0, false
}

// argument gives the register and counts its values, unless another fold does.
func (f *fold) argument(a *accumulators, m *machine.Machine, numbers []uint32) operators.Vector {
	v := m.Register(f.arg, len(numbers))
	if v.Null == nil || f.told {
		return v
	}
	if a.groups.shared {
		nulls := 0
		for _, null := range v.Null {
			nulls += int(null)
		}
		a.words[f.values] += int64(len(numbers) - nulls)
		return v
	}
	for i, n := range numbers {
		a.words[int(n)*a.groups.width+f.values] += int64(v.Null[i] ^ 1)
	}
	return v
}

func addNothing(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	if f.values != 0 {
		f.argument(a, m, numbers)
	}
	return nil
}

func addLater(*fold, *accumulators, *machine.Machine, []uint32) error { return nil }

// behindCount is out of the words behind the first.
func behindCount(out outFunc) outFunc {
	return func(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
		sum := *f
		sum.at++
		return out(&sum, a, groups, at, to)
	}
}

func addSum64(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v, width := f.argument(a, m, numbers), a.groups.width
	switch {
	case a.groups.shared:
		a.words[f.at] += sumValues(&v)
		return nil
	case v.Null == nil:
		for i, n := range numbers {
			a.words[int(n)*width+f.at] += v.Int[i]
		}
		return nil
	}
	for i, n := range numbers {
		a.words[int(n)*width+f.at] += v.Int[i] & (int64(v.Null[i]) - 1)
	}
	return nil
}

// sumValues adds up the values that are not NULL.
func sumValues(v *operators.Vector) (sum int64) {
	if v.Null == nil {
		for _, n := range v.Int {
			sum += n
		}
		return sum
	}
	for i, n := range v.Int {
		sum += n & (int64(v.Null[i]) - 1)
	}
	return sum
}

// addSum128 keeps the sum in two words, the low one first.
func addSum128(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v, width := f.argument(a, m, numbers), a.groups.width
	switch {
	case a.groups.shared && f.narrow:
		sum := sumValues(&v)
		add128(a.words[f.at:], sum, sum>>63)
		return nil
	case a.groups.shared:
		var sum [2]int64
		for i, n := range v.Int {
			if v.Null == nil || v.Null[i] == 0 {
				add128(sum[:], n, n>>63)
			}
		}
		add128(a.words[f.at:], sum[0], sum[1])
		return nil
	}
	for i, n := range numbers {
		if v.Null == nil || v.Null[i] == 0 {
			add128(a.words[int(n)*width+f.at:], v.Int[i], v.Int[i]>>63)
		}
	}
	return nil
}

func add128(sum []int64, lo, hi int64) {
	low, carry := bits.Add64(uint64(sum[0]), uint64(lo), 0)
	high, _ := bits.Add64(uint64(sum[1]), uint64(hi), carry)
	sum[0], sum[1] = int64(low), int64(high)
}

func mergeSum128(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	w := from.words[j*from.groups.width+f.at:]
	add128(into.words[i*into.groups.width+f.at:], w[0], w[1])
	return nil
}

// A smallest or largest value is kept as its rank, an unsigned number that grows with
// what is better, so that 0 is where all begin and one comparison serves them all.

// ranks fills out with the ranks of the values.
func (f *fold) ranks(v *operators.Vector, out []uint64) {
	switch f.spec.Func {
	case operators.MinInt:
		for i, n := range v.Int {
			out[i] = ^(uint64(n) ^ 1<<63)
		}
	case operators.MaxInt:
		for i, n := range v.Int {
			out[i] = uint64(n) ^ 1<<63
		}
	case operators.MinFloat:
		for i, d := range v.Float {
			out[i] = ^keys.FloatRank(d)
		}
	default:
		for i, d := range v.Float {
			out[i] = keys.FloatRank(d)
		}
	}
}

func addLargest(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v, width := f.argument(a, m, numbers), a.groups.width
	ranks := m.Hashes[:len(numbers)]
	f.ranks(&v, ranks)
	if v.Null != nil {
		for i, null := range v.Null {
			ranks[i] &= uint64(null) - 1 // NULL: 0, where all begin
		}
	}
	if a.groups.shared {
		w := &a.words[f.at]
		*w = int64(max(uint64(*w), slices.Max(ranks)))
		return nil
	}
	for i, n := range numbers {
		w := &a.words[int(n)*width+f.at]
		*w = int64(max(uint64(*w), ranks[i]))
	}
	return nil
}
