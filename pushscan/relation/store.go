package relation

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/apache/arrow/go/v15/arrow/memory"

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
		ints, err := narrow(v)
		if err != nil {
			return column{}, err
		}
		return storeInts(ints, v.Nulls)
	case v.Texts != nil:
		dict, codes, err := dictionary.Of(v.Texts, v.Nulls)
		if err != nil {
			return column{}, err
		}
		c, err := storeInts(codes, v.Nulls)
		c.dict = dict
		return c, err
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

// narrow gives decimals that fit 64 bits.
func narrow(v *plan.Vector) ([]int64, error) {
	out := make([]int64, len(v.Wide))
	for i, n := range v.Wide {
		if n == nil || v.Nulls != nil && v.Nulls[i] {
			continue
		}
		if !n.IsInt64() {
			return nil, plan.Errorf(plan.CodeOutOfRange, "the decimal %s does not fit the 64 bits that are kept between steps of a query", plan.WideValue(new(big.Int).Set(n), v.Type.Scale))
		}
		out[i] = n.Int64()
	}
	return out, nil
}

// storeInts stores whole numbers as narrowly as they fit. No 64-bit code is left for NULL
// beside all of them.
func storeInts(ints []int64, nulls []bool) (column, error) {
	lo, hi, hasNull := bounds(ints, nulls)
	if hasNull && lo == math.MinInt64 && hi == math.MaxInt64 {
		return column{}, plan.Errorf(plan.CodeOutOfRange, "NULL, %d and %d do not fit the 64 bits that are kept between steps of a query", lo, hi)
	}
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
	switch c.storage.Width {
	case 1:
		c.zones = put(ints, nulls, c.storage.Bias, func(i int, n uint64) { c.bytes[i] = byte(n) })
	case 2:
		c.zones = put(ints, nulls, c.storage.Bias, func(i int, n uint64) { binary.LittleEndian.PutUint16(c.bytes[2*i:], uint16(n)) })
	case 4:
		c.zones = put(ints, nulls, c.storage.Bias, func(i int, n uint64) { binary.LittleEndian.PutUint32(c.bytes[4*i:], uint32(n)) })
	default:
		c.zones = put(ints, nulls, c.storage.Bias, func(i int, n uint64) { binary.LittleEndian.PutUint64(c.bytes[8*i:], n) })
	}
	return c, nil
}

// bounds gives the least and the greatest number, lo > hi where there is none.
func bounds(ints []int64, nulls []bool) (lo, hi int64, hasNull bool) {
	lo, hi = math.MaxInt64, math.MinInt64
	for i, n := range ints {
		if nulls != nil && nulls[i] {
			hasNull = true
			continue
		}
		lo, hi = min(lo, n), max(hi, n)
	}
	if lo > hi {
		lo, hi = 0, -1
	}
	return lo, hi, hasNull
}

// put stores numbers, NULL as 0, and gives the zones.
func put(ints []int64, nulls []bool, bias int64, to func(int, uint64)) []zone {
	zones := make([]zone, (len(ints)+plan.SegmentRows-1)/plan.SegmentRows)
	for s := range zones {
		z := zone{lo: math.MaxUint64}
		for i := s * plan.SegmentRows; i < min(len(ints), (s+1)*plan.SegmentRows); i++ {
			n := uint64(ints[i] - bias)
			if nulls != nil && nulls[i] {
				n = 0
			}
			z.lo, z.hi = min(z.lo, n), max(z.hi, n)
			to(i, n)
		}
		zones[s] = z
	}
	return zones
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
	c := column{storage: plan.Storage{Width: 8, Float: true}, bytes: allocate(8 * len(v.Floats))}
	for i, f := range v.Floats {
		bits := math.Float64bits(f)
		if v.Nulls != nil && v.Nulls[i] {
			bits, c.storage.Nullable = plan.NullBits, true
		}
		binary.LittleEndian.PutUint64(c.bytes[8*i:], bits)
	}
	c.zones = make([]zone, (len(v.Floats)+plan.SegmentRows-1)/plan.SegmentRows)
	for i := range c.zones {
		c.zones[i] = zone{0, math.MaxUint64}
	}
	return c
}

// allocate gives memory aligned to 64 bytes, as the kernels want it.
func allocate(n int) []byte { return memory.NewGoAllocator().Allocate(n)[:n:n] }
