package rowgroups

import (
	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/arrows"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/load/schema"
)

// fieldOf is a field as the schema has it.
func fieldOf(f *parquet.Field) schema.Field {
	if f.Unheld != "" {
		return schema.Field{Name: f.Name, Arrow: f.Unheld}
	}
	if f.Nested != nil {
		return schema.Field{Name: f.Name, Arrow: formNames[f.Nested.Form], Type: plan.Type{Kind: plan.String, Name: value.JSONName}}
	}
	t := arrowType(f)
	return schema.Field{Name: f.Name, Arrow: t.String(), Type: schema.ColumnType(t)}
}

// formNames are what values within values are called.
var formNames = map[parquet.Form]string{parquet.Struct: "STRUCT", parquet.List: "LIST", parquet.Map: "MAP", parquet.Leaf: "MEMBER"}

// arrowType is the Arrow type of a field with values.
func arrowType(f *parquet.Field) arrow.DataType {
	switch {
	case f.Logical == parquet.Decimal && f.Digits <= arrows.MostDigits:
		return &arrow.Decimal128Type{Precision: int32(f.Digits), Scale: int32(f.Scale)}
	case f.Logical == parquet.Decimal:
		return &arrow.Decimal256Type{Precision: int32(f.Digits), Scale: int32(f.Scale)}
	case f.Logical == parquet.Date:
		return arrow.FixedWidthTypes.Date32
	case f.Logical == parquet.Time && f.Digits <= 3:
		return arrow.FixedWidthTypes.Time32ms
	case f.Logical == parquet.Time:
		return &arrow.Time64Type{Unit: arrowUnit(f)}
	case f.Logical == parquet.Timestamp && f.UTC:
		return &arrow.TimestampType{Unit: arrowUnit(f), TimeZone: "UTC"}
	case f.Logical == parquet.Timestamp:
		return &arrow.TimestampType{Unit: arrowUnit(f)}
	case f.Logical == parquet.Integer:
		return arrowInteger(f)
	case f.Logical == parquet.Float16:
		return arrow.FixedWidthTypes.Float16
	case f.Logical == parquet.Text || f.Logical == parquet.UUID:
		return arrow.BinaryTypes.String
	}
	return map[parquet.Physical]arrow.DataType{parquet.Boolean: arrow.FixedWidthTypes.Boolean, parquet.Int32: arrow.PrimitiveTypes.Int32,
		parquet.Int64: arrow.PrimitiveTypes.Int64, parquet.Int96: arrow.FixedWidthTypes.Timestamp_ns, parquet.Float: arrow.PrimitiveTypes.Float32,
		parquet.Double: arrow.PrimitiveTypes.Float64, parquet.ByteArray: arrow.BinaryTypes.Binary,
		parquet.FixedBytes: &arrow.FixedSizeBinaryType{ByteWidth: f.Width}}[f.Physical]
}

// arrowUnit is what a time or a timestamp counts.
func arrowUnit(f *parquet.Field) arrow.TimeUnit {
	return map[int]arrow.TimeUnit{3: arrow.Millisecond, 6: arrow.Microsecond, 9: arrow.Nanosecond}[f.Digits]
}

func arrowInteger(f *parquet.Field) arrow.DataType {
	if f.Unsigned {
		return map[int]arrow.DataType{8: arrow.PrimitiveTypes.Uint8, 16: arrow.PrimitiveTypes.Uint16, 32: arrow.PrimitiveTypes.Uint32, 64: arrow.PrimitiveTypes.Uint64}[f.Bits]
	}
	return map[int]arrow.DataType{8: arrow.PrimitiveTypes.Int8, 16: arrow.PrimitiveTypes.Int16, 32: arrow.PrimitiveTypes.Int32, 64: arrow.PrimitiveTypes.Int64}[f.Bits]
}
