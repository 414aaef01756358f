package relation

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"

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

// storeInts stores whole numbers as narrowly as they fit.
func storeInts(ints []int64, nulls []bool) (column, error) {
	b := none()
	b.take(ints, nulls)
	c, err := b.frame()
	if err != nil {
		return column{}, err
	}
	c.zones, c.bytes = newZones(len(ints)), allocate(len(ints)*c.storage.Width)
	c.put(0, ints, nulls)
	return c, nil
}

// bounds is the least and the greatest of numbers, lo > hi where there is none.
type bounds struct {
	lo, hi  int64
	hasNull bool
}

func none() bounds { return bounds{lo: math.MaxInt64, hi: math.MinInt64} }

// take takes numbers in.
func (b *bounds) take(ints []int64, nulls []bool) {
	for i, n := range ints {
		if nulls != nil && nulls[i] {
			b.hasNull = true
			continue
		}
		b.lo, b.hi = min(b.lo, n), max(b.hi, n)
	}
}

// frame is the form of a column of such numbers. No 64-bit code is left for NULL beside all of
// them.
func (b bounds) frame() (column, error) {
	lo, hi := b.lo, b.hi
	if b.hasNull && lo == math.MinInt64 && hi == math.MaxInt64 {
		return column{}, plan.Errorf(plan.CodeOutOfRange, "NULL, %d and %d do not fit the 64 bits that are kept between steps of a query", lo, hi)
	}
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
	return c, nil
}

// newZones is the zones of so many rows, of which none has been seen.
func newZones(rows int) []zone {
	zones := make([]zone, (rows+plan.SegmentRows-1)/plan.SegmentRows)
	for i := range zones {
		zones[i].lo = math.MaxUint64
	}
	return zones
}

// put stores the numbers of the rows from one on, NULL as 0, and widens the zones.
func (c *column) put(at int, ints []int64, nulls []bool) {
	switch to := c.bytes[at*c.storage.Width:]; c.storage.Width {
	case 1:
		c.each(at, ints, nulls, func(i int, n uint64) { to[i] = byte(n) })
	case 2:
		c.each(at, ints, nulls, func(i int, n uint64) { binary.LittleEndian.PutUint16(to[2*i:], uint16(n)) })
	case 4:
		c.each(at, ints, nulls, func(i int, n uint64) { binary.LittleEndian.PutUint32(to[4*i:], uint32(n)) })
	default:
		c.each(at, ints, nulls, func(i int, n uint64) { binary.LittleEndian.PutUint64(to[8*i:], n) })
	}
}

func (c *column) each(at int, ints []int64, nulls []bool, to func(int, uint64)) {
	bias := c.storage.Bias
	for lo := 0; lo < len(ints); {
		segment := (at + lo) / plan.SegmentRows
		hi := min(len(ints), (segment+1)*plan.SegmentRows-at)
		z := c.zones[segment]
		for i := lo; i < hi; i++ {
			n := uint64(ints[i] - bias)
			if nulls != nil && nulls[i] {
				n = 0
			}
			z.lo, z.hi = min(z.lo, n), max(z.hi, n)
			to(i, n)
		}
		c.zones[segment], lo = z, hi
	}
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
	c := floatColumn(v.Nulls, len(v.Floats))
	c.bytes = allocate(8 * len(v.Floats))
	c.putFloats(0, v.Floats, v.Nulls)
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
	for i, f := range floats {
		bits := math.Float64bits(f)
		if nulls != nil && nulls[i] {
			bits = plan.NullBits
		}
		binary.LittleEndian.PutUint64(c.bytes[8*(at+i):], bits)
	}
}

// allocate gives memory aligned to 64 bytes, as the kernels want it.
func allocate(n int) []byte { return memory.NewGoAllocator().Allocate(n)[:n:n] }
