package index

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/sets"
)

// unsigned is what a column of whole numbers is stored as.
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

// dense is a column that a direct index is built of, as it is stored.
type dense interface {
	// extent gives the least and the greatest stored number, but NULL, of those rows of
	// [from, to) that are in a set, nil for all; from is a multiple of 64.
	extent(in *operators.BitSet, from, to int) extent
	// begin notes for each bucket the first row that is in it, as 1 + its number, and where its
	// rows begin, of those that begin among the rows [from, to) of a column whose numbers
	// ascend. It gives how many have rows.
	begin(heads, starts []uint32, lo uint64, from, to int) int
	// firsts is begin of the rows of a set: it notes the first row of each bucket, and gives how many rows and
	// how many buckets with rows there are.
	firsts(in *operators.BitSet, heads []uint32, lo uint64, from, to int) (rows, some int)
	// beside puts the rows of a set behind each other, from a place on, and notes where those of each bucket
	// begin.
	beside(in *operators.BitSet, starts, order []uint32, lo uint64, from, to, at int)
	// place notes for each bucket the row that is in it, as 1 + its number, of the rows [from, to) of a
	// column whose numbers rise.
	place(heads []uint32, lo uint64, from, to int)
	// count counts the rows of [from, to) in each part of the buckets.
	count(of parting, from, to int, counts *[parts]int)
	// deal puts those rows into the parts, next is the place of a part's next row.
	deal(of parting, from, to int, next *[parts]int, out []dealt)
	// mark sets the bits of the buckets that rows of [from, to) are in, while others do.
	mark(of parting, from, to int, buckets []uint64)
	// runStarts appends those rows of [from, to) whose stored number is not that of the row
	// before, and reports whether one is less.
	runStarts(starts []uint32, from, to int) (out []uint32, falls bool)
	// among sets the bits of the rows [from, to) whose stored numbers are in a set, and its table, if there
	// is one; from is a multiple of 64, and the bits of the rows are none before.
	among(s sets.Stored, member []uint64, from, to int, rows []uint64)
}

// trend says how the numbers of rows follow each other.
type trend uint8

const (
	anyhow    trend = iota
	ascending       // none is less than the one before it, and none is NULL
	rising          // each is greater than the one before it, and none is NULL
)

// extent is where the stored numbers of some rows lie.
type extent struct {
	lo, hi uint64
	some   bool // there are any
	trend  trend
}

// then is where the numbers of both lie: y is of the rows behind those of x.
func (x extent) then(y extent) extent {
	if !x.some || !y.some {
		if x.some {
			return x
		}
		return y
	}
	out := extent{min(x.lo, y.lo), max(x.hi, y.hi), true, min(x.trend, y.trend)}
	switch {
	case x.hi > y.lo:
		out.trend = anyhow
	case x.hi == y.lo:
		out.trend = min(out.trend, ascending)
	}
	return out
}

// blockRows is how many rows are looked at at a time.
const blockRows = 1 << 13

// extentOf gives where the numbers of a column's rows lie.
func extentOf(ctx context.Context, column dense, rows int, in *operators.BitSet) (all extent, err error) {
	blocks := make([]extent, blocksOf(rows))
	err = eachBlock(ctx, rows, func(b, from, to int) { blocks[b] = column.extent(in, from, to) })
	for _, x := range blocks {
		all = all.then(x)
	}
	return all, err
}

// blocksOf is how many blocks so many rows are.
func blocksOf(rows int) int { return (rows + blockRows - 1) / blockRows }

// eachBlock runs work for each block of rows, by several goroutines if there are many.
func eachBlock(ctx context.Context, rows int, work func(block, from, to int)) error {
	return InParallel(ctx, workersFor(rows), blocksOf(rows), func(lo, hi int) {
		for b := lo; b < hi && !over(ctx); b++ {
			work(b, b*blockRows, min(rows, (b+1)*blockRows))
		}
	})
}

// workersFor is by how many goroutines a pass over rows is made.
func workersFor(rows int) int {
	const fewRows = 1 << 16
	if rows < fewRows {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// numbers is a dense column by the type of its stored numbers.
type numbers[T unsigned] struct {
	of       []T
	nullable bool
}

func denseOf(a *operators.Array) dense {
	switch a.Storage.Width {
	case 1:
		return numbers[uint8]{storedNumbers[uint8](a), a.Storage.Nullable}
	case 2:
		return numbers[uint16]{storedNumbers[uint16](a), a.Storage.Nullable}
	case 4:
		return numbers[uint32]{storedNumbers[uint32](a), a.Storage.Nullable}
	}
	return numbers[uint64]{storedNumbers[uint64](a), a.Storage.Nullable}
}

func storedNumbers[T unsigned](a *operators.Array) []T {
	if a.Len == 0 {
		return nil
	}
	data := a.Data[:a.Len*a.Storage.Width] // that it has
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(data))), a.Len)
}

func (c numbers[T]) extent(in *operators.BitSet, from, to int) (x extent) {
	if t := c.trend(from, to); t != anyhow {
		first, last := outermost(in, from, to)
		if first < 0 {
			return extent{}
		}
		return extent{uint64(c.of[first]), uint64(c.of[last]), true, t}
	}
	x.lo = math.MaxUint64
	for i, n := range c.of[from:to] {
		if n := uint64(n); (n != 0 || !c.nullable) && Has(in, from+i) {
			x.lo, x.hi, x.some = min(x.lo, n), max(x.hi, n), true
		}
	}
	return x
}

// trend says how the numbers of some rows follow each other.
func (c numbers[T]) trend(from, to int) trend {
	last, out := c.of[from], rising
	if last == 0 && c.nullable {
		return anyhow
	}
	for _, n := range c.of[from+1 : to] {
		if n < last {
			return anyhow
		}
		if n == last {
			out = ascending
		}
		last = n
	}
	return out
}

func (c numbers[T]) begin(heads, starts []uint32, lo uint64, from, to int) (some int) {
	next := uint64(0) // the first bucket whose start is not noted
	if from > 0 {
		next = uint64(c.of[from-1]) - lo + 1
	}
	for i, n := range c.of[from:to] {
		b := uint64(n) - lo
		if b < next {
			continue
		}
		some++
		heads[b] = uint32(from+i) + 1
		for ; next <= b; next++ {
			starts[next] = uint32(from + i)
		}
	}
	return some
}

func (c numbers[T]) firsts(in *operators.BitSet, heads []uint32, lo uint64, from, to int) (rows, some int) {
	if first, _ := outermost(in, from, to); first < 0 {
		return
	}
	next := c.behind(in, lo, from)
	for w := from / 64; w*64 < to; w++ {
		for word := in.Bits[w]; word != 0; word &= word - 1 {
			row := w*64 + bits.TrailingZeros64(word)
			rows++
			if b := uint64(c.of[row]) - lo; b >= next {
				heads[b], next = uint32(row)+1, b+1
				some++
			}
		}
	}
	return rows, some
}

func (c numbers[T]) beside(in *operators.BitSet, starts, order []uint32, lo uint64, from, to, at int) {
	if first, _ := outermost(in, from, to); first < 0 {
		return
	}
	next := c.behind(in, lo, from)
	for w := from / 64; w*64 < to; w++ {
		for word := in.Bits[w]; word != 0; word &= word - 1 {
			row := w*64 + bits.TrailingZeros64(word)
			order[at] = uint32(row)
			for b := uint64(c.of[row]) - lo; next <= b; next++ {
				starts[next] = uint32(at)
			}
			at++
		}
	}
}

// behind is the bucket behind that of the last row of a set before one; 0 where there is none. Where only
// blocks with rows ask, each word of the set is looked at once in all.
func (c numbers[T]) behind(in *operators.BitSet, lo uint64, from int) uint64 {
	for w := from/64 - 1; w >= 0; w-- {
		if in.Bits[w] != 0 {
			return uint64(c.of[w*64+bits.Len64(in.Bits[w])-1]) - lo + 1
		}
	}
	return 0
}

func (c numbers[T]) place(heads []uint32, lo uint64, from, to int) {
	for i, n := range c.of[from:to] {
		heads[uint64(n)-lo] = uint32(from+i) + 1
	}
}

// bucket gives the bucket of a row; false of one that is in none.
func (c numbers[T]) bucket(row int, of parting) (uint64, bool) {
	n := uint64(c.of[row])
	return n - of.lo, !(n == 0 && c.nullable) && Has(of.in, row)
}

func (c numbers[T]) count(of parting, from, to int, counts *[parts]int) {
	for row := from; row < to; row++ {
		if b, ok := c.bucket(row, of); ok {
			counts[b>>of.shift%parts]++
		}
	}
}

func (c numbers[T]) deal(of parting, from, to int, next *[parts]int, out []dealt) {
	for row := from; row < to; row++ {
		if b, ok := c.bucket(row, of); ok {
			p := b >> of.shift % parts
			out[next[p]] = dealt{uint32(b - p<<of.shift), uint32(row)}
			next[p]++
		}
	}
}

func (c numbers[T]) mark(of parting, from, to int, buckets []uint64) {
	word, some := uint64(0), uint64(0) // not set yet
	for row := from; row < to; row++ {
		b, ok := c.bucket(row, of)
		if !ok {
			continue
		}
		if b/64 != word {
			setBits(&buckets[word], some)
			word, some = b/64, 0
		}
		some |= 1 << (b % 64)
	}
	if some != 0 {
		setBits(&buckets[word], some)
	}
}

// setBits sets bits of a word, while others set some.
func setBits(word *uint64, bits uint64) {
	if atomic.LoadUint64(word)&bits != bits {
		atomic.OrUint64(word, bits)
	}
}

func (c numbers[T]) runStarts(starts []uint32, from, to int) (out []uint32, falls bool) {
	if from == 0 {
		starts = append(starts, 0)
		from++
	}
	for row := from; row < to; row++ {
		if n, before := c.of[row], c.of[row-1]; n != before {
			starts = append(starts, uint32(row))
			falls = falls || n < before
		}
	}
	return starts, falls
}

func (c numbers[T]) among(s sets.Stored, member []uint64, from, to int, rows []uint64) {
	switch {
	case len(s) == 1:
		c.within(s[0].Lo, s[0].Hi, from, to, rows)
		return
	case member != nil:
		c.members(member, from, to, rows)
		return
	}
	test := s.Has
	for i, n := range c.of[from:to] {
		if test(uint64(n)) {
			rows[(from+i)/64] |= 1 << (i % 64)
		}
	}
}

// within is among of the numbers from lo to hi.
func (c numbers[T]) within(lo, hi uint64, from, to int, rows []uint64) {
	for at := from; at < to; at += 64 {
		word, wide := uint64(0), hi-lo
		for i, n := range c.of[at:min(at+64, to)] {
			bit := uint64(0)
			if uint64(n)-lo <= wide {
				bit = 1
			}
			word |= bit << i
		}
		rows[at/64] = word
	}
}

// members is among of the numbers that have a bit in a table.
func (c numbers[T]) members(member []uint64, from, to int, rows []uint64) {
	for at := from; at < to; at += 64 {
		word := uint64(0)
		for i, n := range c.of[at:min(at+64, to)] {
			n := uint64(n)
			if at := n / 64; at < uint64(len(member)) {
				word |= member[at] >> (n % 64) & 1 << i
			}
		}
		rows[at/64] = word
	}
}
