package relation

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/plan"
)

// columnOf makes a column of a vector of so many rows.
func columnOf(v *plan.Vector, rows int) (column, error) {
	switch {
	case v.Type.Kind == plan.Null:
		return storeNulls(v, rows)
	case v.Floats != nil:
		return storeFloats(v), nil
	case v.Wide != nil:
		if ints, ok := narrow(v); ok {
			return storeInts(ints, v.Nulls)
		}
		return storeKeys(v, rows)
	case v.Texts != nil:
		dict, codes, err := dictionary.Of(v.Texts, v.Nulls)
		if err != nil {
			return column{}, err
		}
		c, err := storeInts(codes, v.Nulls)
		c.dict = dict
		return c, err
	case v.Ints != nil && v.Dict == nil && spansAll(v):
		return storeKeys(v, rows)
	case v.Ints != nil:
		c, err := storeInts(v.Ints, v.Nulls)
		c.dict = v.Dict
		if v.Type.Kind == plan.String && c.dict == nil {
			c.dict = plan.NewDictionary([]uint32{0}, nil)
		}
		return c, err
	}
	return storeNulls(v, rows)
}

// storeNulls makes a column of the literal NULL, or of no rows.
func storeNulls(v *plan.Vector, rows int) (column, error) {
	nulls := make([]bool, rows)
	for i := range nulls {
		nulls[i] = true
	}
	if v.Type.Kind == plan.Double {
		return storeFloats(&plan.Vector{Type: v.Type, Floats: make([]float64, rows), Nulls: nulls}), nil
	}
	c, err := storeInts(make([]int64, rows), nulls)
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
	lo, hi, hasNull := bounds(v.Ints, v.Nulls)
	return hasNull && lo == math.MinInt64 && hi == math.MaxInt64
}

// storeKeys stores numbers as codes of a dictionary.
func storeKeys(v *plan.Vector, rows int) (column, error) {
	keys := make([]string, rows)
	for i := range keys {
		if v.Nulls == nil || !v.Nulls[i] {
			keys[i] = v.Key(i)
		}
	}
	dict, codes, err := dictionary.Of(keys, v.Nulls)
	if err != nil {
		return column{}, err
	}
	c, err := storeInts(codes, v.Nulls)
	c.dict = dict
	return c, err
}

// storeInts stores whole numbers as narrowly as they fit, with a code left for NULL, segment by
// segment, by all processors.
func storeInts(ints []int64, nulls []bool) (column, error) {
	lo, hi, hasNull := bounds(ints, nulls)
	c := column{min: lo, max: hi, storage: plan.Storage{Nullable: hasNull}}
	if lo > hi {
		lo, hi = 0, 0
	}
	c.storage.Bias = lo
	if hasNull {
		c.storage.Bias--
	}
	c.storage.Width = widthOf(c.storage.Store(hi))
	c.bytes = allocate(len(ints) * c.storage.Width)
	c.zones = make([]zone, segments(len(ints)))
	bySegment(len(ints), func(s, from, to int) {
		var some []bool
		if hasNull {
			some = nulls[from:to]
		}
		at, of := c.bytes[from*c.storage.Width:], ints[from:to]
		switch c.storage.Width {
		case 1:
			c.zones[s] = put[uint8](at, of, some, c.storage.Bias)
		case 2:
			c.zones[s] = put[uint16](at, of, some, c.storage.Bias)
		case 4:
			c.zones[s] = put[uint32](at, of, some, c.storage.Bias)
		default:
			c.zones[s] = put[uint64](at, of, some, c.storage.Bias)
		}
	})
	return c, nil
}

// segments is how many segments so many rows have.
func segments(rows int) int { return (rows + plan.SegmentRows - 1) / plan.SegmentRows }

// bySegment calls do for the rows of each segment, for several at a time.
func bySegment(rows int, do func(segment, lo, hi int)) {
	for _, err := range operators.Spread(segments(rows), func(s int) error {
		do(s, s*plan.SegmentRows, min(rows, (s+1)*plan.SegmentRows))
		return nil
	}) {
		if err != nil {
			panic(err) // of one of do, which has no other errors
		}
	}
}

// bounds gives the least and the greatest number, lo > hi where there is none.
func bounds(ints []int64, nulls []bool) (lo, hi int64, hasNull bool) {
	type part struct {
		lo, hi  int64
		hasNull bool
	}
	parts := make([]part, segments(len(ints)))
	bySegment(len(ints), func(s, from, to int) {
		p := part{lo: math.MaxInt64, hi: math.MinInt64}
		for i, n := range ints[from:to] {
			if nulls != nil && nulls[from+i] {
				p.hasNull = true
				continue
			}
			p.lo, p.hi = min(p.lo, n), max(p.hi, n)
		}
		parts[s] = p
	})
	lo, hi = math.MaxInt64, math.MinInt64
	for _, p := range parts {
		lo, hi, hasNull = min(lo, p.lo), max(hi, p.hi), hasNull || p.hasNull
	}
	if lo > hi {
		lo, hi = 0, -1
	}
	return lo, hi, hasNull
}

// put stores the numbers of a segment in T, NULL as 0, and gives their zone. nulls may be
// nil.
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

func storeFloats(v *plan.Vector) column {
	n := len(v.Floats)
	c := column{storage: plan.Storage{Width: 8, Float: true}, bytes: allocate(8 * n), zones: make([]zone, segments(n))}
	var hasNull atomic.Bool
	bySegment(n, func(s, from, to int) {
		stored := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(c.bytes))), n)[from:to]
		for i, f := range v.Floats[from:to] {
			stored[i] = math.Float64bits(f)
			if v.Nulls != nil && v.Nulls[from+i] {
				stored[i] = plan.NullBits
				hasNull.Store(true)
			}
		}
		c.zones[s] = zone{0, math.MaxUint64}
	})
	c.storage.Nullable = hasNull.Load()
	return c
}

// allocate gives memory aligned to 64 bytes, as the kernels want it.
func allocate(n int) []byte { return memory.NewGoAllocator().Allocate(n)[:n:n] }
