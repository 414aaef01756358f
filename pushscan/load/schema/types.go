package schema

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/arrows"
)

// ColumnType gives the column type that holds the values of an Arrow type, the zero
// Type (Kind Null) if there is none. Decimals of more than 65
// digits and timestamps may hold values that it does not; those are refused where they
// are.
func ColumnType(t arrow.DataType) plan.Type {
	for d, ok := t.(*arrow.DictionaryType); ok; d, ok = t.(*arrow.DictionaryType) {
		t = d.ValueType
	}
	if t.ID() == arrow.UINT64 {
		return value.UnsignedType()
	}
	if name, ok := integerNames[t.ID()]; ok {
		return Integer(name)
	}
	switch t := t.(type) {
	case *arrow.BooleanType:
		return plan.Type{Kind: plan.Bool, Name: "BOOL", Max: 1}
	case *arrow.Float16Type, *arrow.Float32Type, *arrow.Float64Type:
		return plan.Type{Kind: plan.Double, Name: "DOUBLE"}
	case *arrow.Date32Type, *arrow.Date64Type:
		return plan.Type{Kind: plan.Date, Name: "DATE"}
	case *arrow.TimestampType:
		return Moment(plan.DateTime, fractionOf(t.Unit))
	case *arrow.Time32Type:
		return Moment(plan.Time, fractionOf(t.Unit))
	case *arrow.Time64Type:
		return Moment(plan.Time, fractionOf(t.Unit))
	case *arrow.StringType, *arrow.LargeStringType:
		return plan.Type{Kind: plan.String, Name: "VARCHAR"}
	case *arrow.BinaryType, *arrow.LargeBinaryType:
		return value.BytesType(0, false)
	case *arrow.FixedSizeBinaryType:
		return value.BytesType(t.ByteWidth, false)
	case arrow.DecimalType:
		if p, s := min(int(t.GetPrecision()), value.MaxPrecision), int(t.GetScale()); p >= 1 && s >= 0 && s <= min(p, value.MaxScale) {
			return Decimal(p, s)
		}
	}
	return plan.Type{}
}

var integerNames = map[arrow.Type]string{
	arrow.INT8: "TINYINT", arrow.INT16: "SMALLINT", arrow.INT32: "INT", arrow.INT64: "BIGINT",
	arrow.UINT8: "SMALLINT", arrow.UINT16: "INT", arrow.UINT32: "BIGINT",
}

// Integer is a signed integer type by its SQL name.
func Integer(name string) plan.Type {
	bits := map[string]int{"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}[name]
	return plan.Type{Kind: plan.Int, Name: name, Min: -1 << (bits - 1), Max: 1<<(bits-1) - 1}
}

// Decimal is DECIMAL with so many digits, and so many of them behind the point.
func Decimal(precision, scale int) plan.Type {
	if t := value.DecimalType(precision, scale); t.Keyed() {
		t.Name = t.String()
		return t
	}
	most := value.Pow10(precision)
	return plan.Type{Kind: plan.Decimal, Name: fmt.Sprintf("DECIMAL(%d,%d)", precision, scale),
		Precision: precision, Scale: scale, Min: 1 - most, Max: most - 1}
}

// Moment is DATETIME or TIME with so many digits of a fraction.
func Moment(kind plan.Kind, scale int) plan.Type {
	t := plan.Type{Kind: kind, Scale: scale}
	t.Name = t.String()
	return t
}

// fractionOf is how many digits of a second's fraction a unit has, of those that a column
// can have.
func fractionOf(unit arrow.TimeUnit) int { return min(arrows.UnitDigits(unit), value.MaxFraction) }
