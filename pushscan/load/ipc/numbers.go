package ipc

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/pushscan/store/ingest"
)

// numberAt gives value i of an array as an integer; ok is false if it does not fit.
type numberAt func(i int) (n int64, ok bool)

// numbers gives the values of an array that are integers: scaled ones of a decimal. want
// says what a value must be that does not fit.
func numbers(arr arrow.Array) (at numberAt, scale int, want string) {
	if at := integers(arr); at != nil {
		return at, 0, "an integer that the column's scale and 64 bits hold"
	}
	const decimal = "a decimal that the column holds without rounding"
	switch a := arr.(type) {
	case *array.Decimal128:
		scale := int(a.DataType().(*arrow.Decimal128Type).Scale)
		return func(i int) (int64, bool) { return decimalNumber(a.Value(i).BigInt()) }, scale, decimal
	case *array.Decimal256:
		scale := int(a.DataType().(*arrow.Decimal256Type).Scale)
		return func(i int) (int64, bool) { return decimalNumber(a.Value(i).BigInt()) }, scale, decimal
	}
	return nil, 0, ""
}

// bigNumbers gives the values of an array that are integers of any size: scaled ones of a
// decimal.
func bigNumbers(arr arrow.Array) (at func(i int) *big.Int, scale int) {
	switch a := arr.(type) {
	case *array.Decimal128:
		return func(i int) *big.Int { return a.Value(i).BigInt() }, int(a.DataType().(*arrow.Decimal128Type).Scale)
	case *array.Decimal256:
		return func(i int) *big.Int { return a.Value(i).BigInt() }, int(a.DataType().(*arrow.Decimal256Type).Scale)
	case *array.Uint64:
		return func(i int) *big.Int { return new(big.Int).SetUint64(a.Value(i)) }, 0
	}
	whole := integers(arr)
	if whole == nil {
		return nil, 0
	}
	return func(i int) *big.Int { n, _ := whole(i); return big.NewInt(n) }, 0
}

// integers gives the values of integer and boolean arrays.
func integers(arr arrow.Array) numberAt {
	switch a := arr.(type) {
	case *array.Boolean:
		return func(i int) (int64, bool) {
			if a.Value(i) {
				return 1, true
			}
			return 0, true
		}
	case *array.Int8:
		return signed(a.Int8Values())
	case *array.Int16:
		return signed(a.Int16Values())
	case *array.Int32:
		return signed(a.Int32Values())
	case *array.Int64:
		return signed(a.Int64Values())
	case *array.Uint8:
		return signed(a.Uint8Values())
	case *array.Uint16:
		return signed(a.Uint16Values())
	case *array.Uint32:
		return signed(a.Uint32Values())
	case *array.Uint64:
		values := a.Uint64Values()
		return func(i int) (int64, bool) { return int64(values[i]), values[i] <= math.MaxInt64 }
	}
	return nil
}

// signed gives values that an int64 holds.
func signed[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](values []T) numberAt {
	return func(i int) (int64, bool) { return int64(values[i]), true }
}

// floatSetter stores floats, and the nearest of integers and decimals. Whether they are numbers is
// asked where the columns are known.
func floatSetter(arr arrow.Array, c *ingest.Column) func(to, from int) string {
	at := floats(arr)
	if at == nil {
		return nil
	}
	return func(to, from int) string {
		c.Floats[to] = at(from) + 0 // one zero
		return ""
	}
}

// floats gives the values of an array of numbers.
func floats(arr arrow.Array) func(i int) float64 {
	switch a := arr.(type) {
	case *array.Float16:
		return func(i int) float64 { return float64(a.Value(i).Float32()) }
	case *array.Float32:
		return func(i int) float64 { return float64(a.Value(i)) }
	case *array.Float64:
		return a.Value
	case *array.Uint64:
		return func(i int) float64 { return float64(a.Value(i)) }
	case *array.Decimal128, *array.Decimal256:
		return func(i int) float64 { // a text that strconv takes; slow, but the nearest double
			v, err := strconv.ParseFloat(arr.ValueStr(i), 64)
			if err != nil {
				return math.NaN()
			}
			return v
		}
	}
	at := integers(arr)
	if at == nil {
		return nil
	}
	return func(i int) float64 { n, _ := at(i); return float64(n) }
}

func appendUint32(out []byte, n int) []byte { return binary.LittleEndian.AppendUint32(out, uint32(n)) }
