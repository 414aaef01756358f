package index

import (
	"context"
	little "encoding/binary"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// Stored gives element number i of an array as it is stored.
func Stored(a *operators.Array, i int) uint64 { return a.Stored(i) }

func put(a *operators.Array, i int, n uint64) {
	switch a.Storage.Width {
	case 1:
		a.Data[i] = byte(n)
	case 2:
		little.LittleEndian.PutUint16(a.Data[2*i:], uint16(n))
	case 4:
		little.LittleEndian.PutUint32(a.Data[4*i:], uint32(n))
	default:
		little.LittleEndian.PutUint64(a.Data[8*i:], n)
	}
}

// newArray makes an array of zeros; its memory is aligned to 64 bytes and collected
// like any other.
func newArray(name string, s plan.Storage, n int) *operators.Array {
	data := memory.NewGoAllocator().Allocate(n * s.Width)
	return &operators.Array{Name: name, Storage: s, Len: n, Data: data}
}

// unclearedArray makes an array of whatever was there, all of which the caller writes.
func unclearedArray(name string, s plan.Storage, n int) *operators.Array {
	if n == 0 {
		return newArray(name, s, n)
	}
	const aligned = 64 / 8 // words
	words := operators.Uncleared((n*s.Width+7)/8 + aligned)
	for uintptr(unsafe.Pointer(&words[0]))%64 != 0 {
		words = words[1:]
	}
	return &operators.Array{Name: name, Storage: s, Len: n, Data: unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), n*s.Width)}
}

// Spread gives an array of n elements that has those of a, but the last of these, at some places, which
// ascend, the last of a as its last, and the first of a elsewhere.
func Spread(ctx context.Context, a *operators.Array, places []int64, n int) *operators.Array {
	out := unclearedArray(a.Name, a.Storage, n)
	next, first := 0, Stored(a, 0)
	InBlocks(ctx, n-1, func(from, to int) {
		for i := from; i < to; i++ {
			if next < len(places) && places[next] == int64(i) {
				put(out, i, Stored(a, next))
				next++
			} else {
				put(out, i, first)
			}
		}
	})
	put(out, n-1, Stored(a, a.Len-1))
	return out
}

// Numbers stores numbers as narrowly as they fit, and gives the register that
// looking them up fills. All are stored, whatever becomes of ctx.
func Numbers(ctx context.Context, name string, numbers []int64, null []bool) (*operators.Array, operators.Reg) {
	lo, hi, some := rangeOf(ctx, numbers, null)
	s := plan.Storage{Nullable: some, Bias: lo}
	if s.Nullable {
		s.Bias--
	}
	s.Width = widthOf(s.Store(hi))
	a := newArray(name, s, len(numbers))
	AllOf(ctx, len(numbers), func(from, to int) {
		var of []bool
		if null != nil {
			of = null[from:to]
		}
		switch s.Width {
		case 1:
			storeAll(storedNumbers[uint8](a)[from:to], s, numbers[from:to], of)
		case 2:
			storeAll(storedNumbers[uint16](a)[from:to], s, numbers[from:to], of)
		case 4:
			storeAll(storedNumbers[uint32](a)[from:to], s, numbers[from:to], of)
		default:
			storeAll(storedNumbers[uint64](a)[from:to], s, numbers[from:to], of)
		}
	})
	return a, operators.Reg{Nullable: s.Nullable, Lo: lo, Hi: hi}
}

// storeAll writes numbers as they are stored, but for those that are NULL.
func storeAll[T unsigned](to []T, s plan.Storage, numbers []int64, null []bool) {
	for i, n := range numbers {
		if null == nil || !null[i] {
			to[i] = T(s.Store(n))
		}
	}
}

// rangeOf is the least and the greatest of numbers that are not NULL, zeros where there is none, and whether
// some are NULL.
func rangeOf(ctx context.Context, numbers []int64, null []bool) (lo, hi int64, some bool) {
	var mu sync.Mutex
	lo, hi = math.MaxInt64, math.MinInt64
	AllOf(ctx, len(numbers), func(from, to int) {
		least, most, none := int64(math.MaxInt64), int64(math.MinInt64), false
		for i, n := range numbers[from:to] {
			if null != nil && null[from+i] {
				none = true
				continue
			}
			least, most = min(least, n), max(most, n)
		}
		mu.Lock()
		defer mu.Unlock()
		lo, hi, some = min(lo, least), max(hi, most), some || none
	})
	if lo > hi {
		lo, hi = 0, 0
	}
	return lo, hi, some
}

// Truths stores what is true and what is not of n numbers from lo on, and of NULL behind them: 1
// and 0, and NULL where neither is known. Nothing is both.
func Truths(name string, lo int64, n int, yes, no sets.Values) (*operators.Array, operators.Reg) {
	r := operators.Reg{Lo: int64(oneIf(!some(no))), Hi: int64(oneIf(some(yes)))}
	r.Lo = min(r.Lo, r.Hi)
	r.Nullable = known(yes)+known(no) <= n
	s := plan.Storage{Width: 1, Nullable: r.Nullable, Bias: r.Lo}
	if s.Nullable {
		s.Bias--
	}
	a := newArray(name, s, n+1)
	for of, in := range []sets.Values{no, yes} {
		stored := byte(s.Store(int64(of)))
		for _, x := range in.In {
			part := a.Data[x.Lo-lo : x.Hi-lo+1]
			for i := range part {
				part[i] = stored
			}
		}
		if in.Null {
			a.Data[n] = stored
		}
	}
	return a, r
}

// some reports whether there is anything in a set.
func some(s sets.Values) bool { return len(s.In) > 0 || s.Null }

// known is how many values a set has, with NULL.
func known(s sets.Values) int {
	n := oneIf(s.Null)
	for _, x := range s.In {
		n += int(x.Hi-x.Lo) + 1
	}
	return n
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// widthOf gives the bytes that hold a stored number.
func widthOf(n uint64) int {
	switch {
	case n <= math.MaxUint8:
		return 1
	case n <= math.MaxUint16:
		return 2
	case n <= math.MaxUint32:
		return 4
	}
	return 8
}

// Floats stores doubles that are not NULL where null, which may be nil, says nothing else. It pauses
// as InBlocks does.
func Floats(ctx context.Context, name string, numbers []float64, null []bool) *operators.Array {
	nullable := slices.Contains(null, true)
	a := newArray(name, plan.Storage{Width: 8, Float: true, Nullable: nullable}, len(numbers))
	words := storedNumbers[uint64](a)
	AllOf(ctx, len(numbers), func(from, to int) {
		for i := from; i < to; i++ {
			if words[i] = math.Float64bits(numbers[i]); null != nil && null[i] {
				words[i] = plan.NullBits
			}
		}
	})
	return a
}

// DictionaryWriter collects sorted, distinct strings.
type DictionaryWriter struct {
	Offsets []uint32
	Text    []byte
}

// Add appends a string, which is behind those before it.
func (w *DictionaryWriter) Add(s []byte) {
	w.Text = append(w.Text, s...)
	w.Offsets = append(w.Offsets, uint32(len(w.Text)))
}

// Double gives the double that is stored as bits.
func Double(bits uint64) float64 { return math.Float64frombits(bits) }
