package index

import (
	"cmp"
	"context"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/radix"
	"gsdms/plan"
)

// A link by keys of a small range has a place for each. Another one is found by sorting: the keys of both tables are dealt to parts that a cache holds, and
// rows of equal keys lie side by side there. An index of all rows would be read at random places, once for
// each row.

// Link says of rows which row of a table is the first with their keys.
type Link struct {
	Array  *operators.Array // its number, NULL where there is none
	Unique bool             // no row has the keys of another one
	words  []uint32         // the array's: 1 + the row, 0 for none
}

// PackAll packs the keys of all rows of a table, also where it is one, as those are that NewLink
// takes; nil where that cannot be.
func PackAll(ctx context.Context, keys []*operators.Array) (Packed, *operators.Array, error) {
	p, err := packing(ctx, keys, nil)
	if p == nil || err != nil {
		return nil, nil, err
	}
	a, err := p.array(ctx, keys, nil, room{})
	return p, a, err
}

// Empty is an array for the packed keys of other rows, which are all NULL.
func (p Packed) Empty(rows int) *operators.Array { return newArray("keys", p.storage(), rows) }

// LinkBytes is the memory that linking so many rows takes while it goes on.
func LinkBytes(from, to int) int64 { return int64(unsafe.Sizeof(dealt{})) * int64(from+to) }

// linkParts is in how many parts keys are sorted, each by itself, and mostLinked the greatest key, of
// which a part has 32 bits.
const (
	linkParts  = 1 << 12
	mostLinked = linkParts<<32 - 1
)

// Linkable reports whether keys are small enough to be linked.
func (p Packed) Linkable() bool { return p.last() < mostLinked }

// NewLink links rows to those of a table that have the same packed keys, which are linkable; nil are
// those of the table itself.
func NewLink(ctx context.Context, name string, p Packed, from, to *operators.Array) (*Link, error) {
	rows := to.Len
	if from != nil {
		rows = from.Len
	}
	l := &Link{Array: newArray(name, plan.Storage{Width: 4, Bias: -1, Nullable: true}, rows)}
	if rows > 0 {
		l.words = unsafe.Slice((*uint32)(unsafe.Pointer(&l.Array.Data[0])), rows)
	}
	if p.last() < mostPlaced && p.last() < 4*int64(rows+to.Len) {
		return l, l.place(ctx, cmp.Or(from, to), to, int(p.last()))
	}
	if merged, err := l.merge(ctx, from, to); merged || err != nil {
		return l, err
	}
	return l, l.sort(ctx, from, to, newScatter(uint64(p.last())+1))
}

// mostPlaced is the greatest key up to which each has a place of its own: 16 MB, where looking up takes a
// fifth of sorting.
const mostPlaced = 1 << 22

// place links rows by the first row of each key.
func (l *Link) place(ctx context.Context, from, to *operators.Array, last int) error {
	firsts := make([]uint32, last+2)
	l.Unique = true
	InBlocks(ctx, to.Len, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			switch k := Stored(to, i); {
			case k == 0:
			case firsts[k] == 0:
				firsts[k] = uint32(i) + 1
			default:
				l.Unique = false
			}
		}
	})
	return eachBlock(ctx, from.Len, func(_, lo, hi int) {
		if from.Storage.Width == wordBytes {
			for i, k := range storedNumbers[uint32](from)[lo:hi] {
				l.words[lo+i] = firsts[k]
			}
			return
		}
		for i, k := range storedNumbers[uint64](from)[lo:hi] {
			l.words[lo+i] = firsts[k]
		}
	})
}

// sort links rows by sorting those of all keys.
func (l *Link) sort(ctx context.Context, from, to *operators.Array, by scatter) error {
	of, err := dealKeys(ctx, to, by)
	if err != nil {
		return err
	}
	others, rows := of, to.Len
	if from != nil {
		rows = from.Len
		if others, err = dealKeys(ctx, from, by); err != nil {
			return err
		}
	}
	var twice atomic.Bool
	err = InParallel(ctx, workersFor(rows), linkParts, func(lo, hi int) {
		var partners, own []radix.Entry
		for part := lo; part < hi && !over(ctx); part++ {
			partners = of.sorted(part, partners)
			rows := partners
			if from != nil {
				own = others.sorted(part, own)
				rows = own
			}
			if l.meet(rows, partners) {
				twice.Store(true)
			}
		}
	})
	l.Unique = !twice.Load()
	return err
}

// keyedRows is the rows of all parts that have keys, side by side.
type keyedRows struct {
	rows []dealt
	ends [linkParts]int
}

// sorted gives the rows of a part in the order of their keys, in memory that may be there.
func (k *keyedRows) sorted(p int, room []radix.Entry) []radix.Entry {
	rows := k.rows[:k.ends[p]]
	if p > 0 {
		rows = rows[k.ends[p-1]:]
	}
	room = room[:0]
	for _, r := range rows {
		room = append(room, radix.Entry{Key: uint64(r.bucket), Row: r.row})
	}
	radix.Sort(room)
	return room
}

// scatter says which part a key is dealt to, and what it is there: the upper and the lower bits of a product
// that no other key has (Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, section 6.4). The
// upper bits of the keys themselves are alike in most rows, for a range is seldom as wide as its bits.
type scatter struct {
	factor, mask uint64
	shift        int
}

// newScatter is for keys up to last, which is less than mostLinked.
func newScatter(last uint64) scatter {
	const golden = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio
	n := max(bits.Len64(last), bits.Len(linkParts-1))
	return scatter{golden>>(64-n) | 1, 1<<n - 1, n - bits.Len(linkParts-1)}
}

func (s scatter) of(key uint64) (part, bucket uint64) {
	h := key * s.factor & s.mask
	return h >> s.shift, h & (1<<s.shift - 1)
}

// dealKeys deals rows to the parts of their keys; those of each stay in their order.
func dealKeys(ctx context.Context, keys *operators.Array, by scatter) (*keyedRows, error) {
	if keys.Storage.Width == wordBytes {
		return dealWords(ctx, storedNumbers[uint32](keys), by)
	}
	return dealWords(ctx, storedNumbers[uint64](keys), by)
}

func dealWords[T uint32 | uint64](ctx context.Context, keys []T, by scatter) (*keyedRows, error) {
	workers := workersFor(len(keys))
	places := make([][linkParts]int, workers) // how many rows, and then where the next one goes
	err := inShares(ctx, workers, len(keys), func(w, from, to int) {
		for _, k := range keys[from:to] {
			if k != 0 {
				part, _ := by.of(uint64(k))
				places[w][part]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out, all := &keyedRows{}, 0
	for p := range out.ends {
		for w := range places {
			places[w][p], all = all, all+places[w][p]
		}
		out.ends[p] = all
	}
	words := operators.Uncleared(all)
	out.rows = unsafe.Slice((*dealt)(unsafe.Pointer(unsafe.SliceData(words))), all)
	return out, inShares(ctx, workers, len(keys), func(w, from, to int) {
		for i, k := range keys[from:to] {
			if k != 0 {
				part, bucket := by.of(uint64(k))
				at := &places[w][part]
				out.rows[*at] = dealt{uint32(bucket), uint32(from + i)}
				*at++
			}
		}
	})
}

// meet links sorted rows to the first of those with equal keys, and reports whether one of these has
// the keys of another.
func (l *Link) meet(rows, partners []radix.Entry) (twice bool) {
	at := 0
	for len(partners) > 0 {
		run, first := 1, partners[0]
		for ; run < len(partners) && partners[run].Key == first.Key; run++ {
			first.Row, twice = min(first.Row, partners[run].Row), true
		}
		for ; at < len(rows) && rows[at].Key <= first.Key; at++ {
			if rows[at].Key == first.Key {
				l.words[rows[at].Row] = first.Row + 1
			}
		}
		partners = partners[run:]
	}
	return twice
}

// Partners gives the rows that are linked to one of a set, nil for all, of which the rows of a
// table are the first ones by same, nil where each is its own.
func (l *Link) Partners(ctx context.Context, name string, in *operators.BitSet, same *Link) (*operators.BitSet, error) {
	marks, err := same.marks(ctx, in)
	if err != nil {
		return nil, err
	}
	out := &operators.BitSet{Name: name, Len: len(l.words), Bits: make([]uint64, (len(l.words)+63)/64)}
	return out, eachBlock(ctx, len(l.words), func(_, from, to int) {
		for at := from; at < to; at += 64 {
			word := uint64(0)
			for i, n := range l.words[at:min(to, at+64)] {
				if n != 0 && Has(marks, int(n-1)) {
					word |= 1 << i
				}
			}
			out.Bits[at/64] = word
		}
	})
}

// marks gives the first rows with the keys of the rows of a set; nil for all.
func (l *Link) marks(ctx context.Context, in *operators.BitSet) (*operators.BitSet, error) {
	if l == nil || in == nil {
		return in, nil
	}
	out := &operators.BitSet{Len: in.Len, Bits: make([]uint64, len(in.Bits))}
	return out, eachBlock(ctx, in.Len, func(_, from, to int) {
		for row, n := range l.words[from:to] {
			if n != 0 && Has(in, from+row) {
				setBits(&out.Bits[(n-1)/64], 1<<((n-1)%64))
			}
		}
	})
}
