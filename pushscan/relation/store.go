package relation

import (
	"context"
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/operators/large"
	"gsdms/plan"
)

// columnOf makes a column of a vector of so many rows.
func columnOf(ctx context.Context, v *plan.Vector, rows int) (column, error) {
	switch {
	case v.Type.Kind == plan.Null:
		return storeNulls(ctx, v, rows)
	case v.Floats != nil:
		return storeFloats(ctx, v), nil
	case v.Wide != nil:
		if ints, ok := narrow(v); ok {
			return storeInts(ctx, ints, v.Nulls)
		}
		return storeKeys(ctx, v, rows)
	case v.Texts != nil:
		dict, codes, err := dictionary.Of(ctx, v.Texts, v.Nulls)
		if err != nil {
			return column{}, err
		}
		c, err := storeInts(ctx, codes, v.Nulls)
		c.dict = dict
		return c, err
	case v.Ints != nil && v.Dict == nil && spansAll(v):
		return storeKeys(ctx, v, rows)
	case v.Ints != nil:
		c, err := storeInts(ctx, v.Ints, v.Nulls)
		c.dict = v.Dict
		if v.Type.Kind == plan.String && c.dict == nil {
			c.dict = plan.NewDictionary([]uint32{0}, nil)
		}
		return c, err
	}
	return storeNulls(ctx, v, rows)
}

// Texts says how a column of texts is stored.
type Texts struct {
	Numbered bool         // each has one code, in no order
	Listed   bool         // a code is that of a row
	Among    *plan.Column // nil, or the one whose texts' codes equal ones have; others are NULL
}

// inNoOrder reports whether texts are stored without one.
func (t Texts) inNoOrder() bool { return t.Numbered || t.Listed }

// store makes a column of texts in no order.
func (t Texts) store(ctx context.Context, v *plan.Vector, _ int) (c column, err error) {
	codes, nulls, of := []int64(nil), v.Nulls, t.Among
	switch {
	case t.Listed:
		of = &plan.Column{}
		of.Unsorted, codes, err = dictionary.Listed(ctx, v.Texts, v.Nulls)
	case of == nil:
		of = &plan.Column{}
		of.Unsorted, codes, err = dictionary.Numbered(ctx, v.Texts, v.Nulls)
	default:
		codes, nulls, err = t.found(ctx, v)
	}
	if err != nil {
		return column{}, err
	}
	c, err = storeInts(ctx, codes, nulls)
	c.unsorted, c.dict = of.Unsorted, of.Dict
	return c, err
}

// found gives the codes of a vector's texts among others, and which have none.
func (t Texts) found(ctx context.Context, v *plan.Vector) (codes []int64, none []bool, err error) {
	known, err := dictionary.NewKnown(ctx, t.Among)
	if err != nil {
		return nil, nil, err
	}
	return known.CodesOf(v.Texts, v.Nulls)
}

// storeNulls makes a column of the literal NULL, or of no rows.
func storeNulls(ctx context.Context, v *plan.Vector, rows int) (column, error) {
	nulls := make([]bool, rows)
	for i := range nulls {
		nulls[i] = true
	}
	if v.Type.Kind == plan.Double {
		return storeFloats(ctx, &plan.Vector{Type: v.Type, Floats: make([]float64, rows), Nulls: nulls}), nil
	}
	c, err := storeInts(ctx, make([]int64, rows), nulls)
	if v.Type.Kind == plan.String {
		c.dict = plan.NewDictionary([]uint32{0}, nil)
	}
	return c, err
}

// narrow gives decimals if all fit 64 bits.
func narrow(v *plan.Vector) (ints []int64, ok bool) {
	out := make([]int64, len(v.Wide))
	for i, n := range v.Wide {
		if n == nil || v.Nulls != nil && v.Nulls[i] {
			continue
		}
		if !n.IsInt64() {
			return nil, false
		}
		out[i] = n.Int64()
	}
	return out, !spansAll(&plan.Vector{Ints: out, Nulls: v.Nulls})
}

// spansAll reports whether numbers leave no code of 64 bits for the NULLs among them.
func spansAll(v *plan.Vector) bool {
	if v.Nulls == nil {
		return false
	}
	b := none()
	b.take(v.Ints, v.Nulls)
	return b.spanAll()
}

// storeKeys stores numbers as codes of a dictionary.
func storeKeys(ctx context.Context, v *plan.Vector, rows int) (column, error) {
	keys := make([]string, rows)
	for i := range keys {
		if v.Nulls == nil || !v.Nulls[i] {
			keys[i] = v.Key(i)
		}
	}
	dict, codes, err := dictionary.Of(ctx, keys, v.Nulls)
	if err != nil {
		return column{}, err
	}
	c, err := storeInts(ctx, codes, v.Nulls)
	c.dict = dict
	return c, err
}

// storeInts stores whole numbers as narrowly as they fit, by all processors.
func storeInts(ctx context.Context, ints []int64, nulls []bool) (column, error) {
	c := boundsOf(ctx, ints, nulls).frame()
	c.zones, c.bytes = newZones(len(ints)), allocate(len(ints)*c.storage.Width)
	bySegment(ctx, len(ints), func(_, from, to int) { c.put(from, ints[from:to], cut(nulls, from, to)) })
	return c, nil
}

// segments is how many segments so many rows have.
func segments(rows int) int { return (rows + plan.SegmentRows - 1) / plan.SegmentRows }

// bySegment calls do for the rows of each segment, for several at a time.
func bySegment(ctx context.Context, rows int, do func(segment, from, to int)) {
	for _, err := range operators.SpreadIn(ctx, segments(rows), func(_ context.Context, s int) error {
		do(s, s*plan.SegmentRows, min(rows, (s+1)*plan.SegmentRows))
		return nil
	}) {
		if err != nil {
			panic(err) // of one of do, which has no other errors
		}
	}
}

// cut gives those of some rows, nil where nothing is NULL.
func cut(nulls []bool, from, to int) []bool {
	if nulls == nil {
		return nil
	}
	return nulls[from:to]
}

// bounds is the least and the greatest of numbers, lo > hi where there is none.
type bounds struct {
	lo, hi  int64
	hasNull bool
}

func none() bounds { return bounds{lo: math.MaxInt64, hi: math.MinInt64} }

// boundsOf takes numbers in by segments, several at a time.
func boundsOf(ctx context.Context, ints []int64, nulls []bool) bounds {
	parts := make([]bounds, segments(len(ints)))
	bySegment(ctx, len(ints), func(s, from, to int) {
		parts[s] = none()
		parts[s].take(ints[from:to], cut(nulls, from, to))
	})
	all := none()
	for _, p := range parts {
		all.lo, all.hi, all.hasNull = min(all.lo, p.lo), max(all.hi, p.hi), all.hasNull || p.hasNull
	}
	return all
}

// take takes numbers in. The bounds so far stay in registers meanwhile: several processors take numbers
// in whose bounds lie side by side.
func (b *bounds) take(ints []int64, nulls []bool) {
	if nulls == nil {
		lo, hi := boundsWithoutNulls(ints)
		b.lo, b.hi = min(b.lo, lo), max(b.hi, hi)
		return
	}
	lo, hi := b.lo, b.hi
	for i, n := range ints {
		least, most := n, n
		if nulls[i] {
			least, most = lo, hi
		}
		lo, hi = min(lo, least), max(hi, most)
	}
	b.lo, b.hi = lo, hi
	b.hasNull = b.hasNull || slices.Contains(nulls[:len(ints)], true)
}

// boundsWithoutNulls goes through numbers by pairs, of which neither waits for the other.
func boundsWithoutNulls(ints []int64) (lo, hi int64) {
	lo, hi = math.MaxInt64, math.MinInt64
	lo2, hi2 := lo, hi
	for ; len(ints) > 1; ints = ints[2:] {
		lo, hi = min(lo, ints[0]), max(hi, ints[0])
		lo2, hi2 = min(lo2, ints[1]), max(hi2, ints[1])
	}
	for _, n := range ints {
		lo, hi = min(lo, n), max(hi, n)
	}
	return min(lo, lo2), max(hi, hi2)
}

// spanAll reports whether numbers leave no code of 64 bits for the NULLs among them.
func (b bounds) spanAll() bool { return b.hasNull && b.lo == math.MinInt64 && b.hi == math.MaxInt64 }

// frame is the form of a column of such numbers, with a code left for NULL.
func (b bounds) frame() column {
	lo, hi := b.lo, b.hi
	if lo > hi {
		lo, hi = 0, -1
	}
	c := column{min: lo, max: hi, storage: plan.Storage{Nullable: b.hasNull}}
	if lo > hi {
		lo, hi = 0, 0
	}
	c.storage.Bias = lo
	if b.hasNull {
		c.storage.Bias--
	}
	c.storage.Width = widthOf(c.storage.Store(hi))
	return c
}

// newZones is the zones of so many rows, of which none has been seen.
func newZones(rows int) []zone {
	zones := make([]zone, segments(rows))
	for i := range zones {
		zones[i].lo = math.MaxUint64
	}
	return zones
}

// put stores the numbers of the rows from one on, NULL as 0, and widens the zones.
func (c *column) put(at int, ints []int64, nulls []bool) {
	for from := 0; from < len(ints); {
		segment := (at + from) / plan.SegmentRows
		to := min(len(ints), (segment+1)*plan.SegmentRows-at)
		z := c.putNumbers(at+from, ints[from:to], cut(nulls, from, to))
		c.zones[segment] = zone{min(c.zones[segment].lo, z.lo), max(c.zones[segment].hi, z.hi)}
		from = to
	}
}

// putNumbers stores numbers of one segment, and gives their zone.
func (c *column) putNumbers(at int, ints []int64, nulls []bool) zone {
	switch to := c.bytes[at*c.storage.Width:]; c.storage.Width {
	case 1:
		return put[uint8](to, ints, nulls, c.storage.Bias)
	case 2:
		return put[uint16](to, ints, nulls, c.storage.Bias)
	case 4:
		return put[uint32](to, ints, nulls, c.storage.Bias)
	default:
		return put[uint64](to, ints, nulls, c.storage.Bias)
	}
}

// put stores numbers in T, NULL as 0, and gives their zone. nulls may be nil.
func put[T uint8 | uint16 | uint32 | uint64](bytes []byte, ints []int64, nulls []bool, bias int64) zone {
	to := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(ints))
	lo, hi := ^T(0), T(0)
	for i, n := range ints {
		stored := T(uint64(n - bias))
		if nulls != nil && nulls[i] {
			stored = 0
		}
		lo, hi = min(lo, stored), max(hi, stored)
		to[i] = stored
	}
	return zone{uint64(lo), uint64(hi)}
}

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

func storeFloats(ctx context.Context, v *plan.Vector) column {
	c := floatColumn(v.Nulls, len(v.Floats))
	c.bytes = allocate(8 * len(v.Floats))
	bySegment(ctx, len(v.Floats), func(_, from, to int) { c.putFloats(from, v.Floats[from:to], cut(v.Nulls, from, to)) })
	return c
}

// floatColumn is the form of a column of doubles, whose zones say nothing.
func floatColumn(nulls []bool, rows int) column {
	c := column{storage: plan.Storage{Width: 8, Float: true, Nullable: slices.Contains(nulls, true)}, zones: newZones(rows)}
	for i := range c.zones {
		c.zones[i] = zone{0, math.MaxUint64}
	}
	return c
}

// putFloats stores the doubles of the rows from one on.
func (c *column) putFloats(at int, floats []float64, nulls []bool) {
	if nulls == nil {
		copy(unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(c.bytes[8*at:]))), len(floats)), floats)
		return
	}
	to := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(c.bytes[8*at:]))), len(floats))
	for i, null := range nulls[:len(to)] {
		bits, mask := math.Float64bits(floats[i]), uint64(0)
		if null {
			mask = math.MaxUint64
		}
		to[i] = bits ^ (bits^plan.NullBits)&mask
	}
}

// allocate makes place for rows, in memory or in a file of a room.
func (c *column) allocate(rows int, in *room) (err error) {
	if in == nil {
		c.bytes = allocate(rows * c.storage.Width)
		return nil
	}
	if c.file, err = in.mapped(rows * c.storage.Width); err == nil {
		c.bytes = c.file.Bytes[:rows*c.storage.Width]
	}
	return err
}

// allocate gives memory aligned to 64 bytes, as the kernels want it.
func allocate(n int) []byte { return large.Around(memory.NewGoAllocator().Allocate(n)[:n:n]) }
