package flight

import (
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/flight"

	"gsdms/plan"
	"gsdms/plan/value"
)

// mostBound is how many rows of values can be bound at once.
const mostBound = 1 << 20

// valuesOf are the rows of values that a client sends for parameters.
func valuesOf(from flight.MessageReader, params int) (rows [][]plan.Value, err error) {
	for from.Next() {
		r := from.Record()
		if int(r.NumCols()) != params {
			return nil, fmt.Errorf("the statement has %d parameters, and %d columns of values were sent", params, r.NumCols())
		}
		if r.NumRows()+int64(len(rows)) > mostBound {
			return nil, fmt.Errorf("more than %d rows of values were sent; append records to the table instead", mostBound)
		}
		for row := range int(r.NumRows()) {
			values := make([]plan.Value, params)
			for i := range values {
				if values[i], err = valueOf(r.Column(i), row); err != nil {
					return nil, fmt.Errorf("row %d, parameter %d: %w", len(rows)+1, i+1, err)
				}
			}
			rows = append(rows, values)
		}
	}
	return rows, from.Err()
}

// valueOf is a value of Arrow as one of SQL.
func valueOf(a arrow.Array, row int) (plan.Value, error) {
	if a.IsNull(row) || a.DataType().ID() == arrow.NULL {
		return plan.Value{}, nil
	}
	switch a := a.(type) {
	case *array.Boolean:
		if a.Value(row) {
			return value.OfInt(1), nil
		}
		return value.OfInt(0), nil
	case *array.Dictionary:
		return valueOf(a.Dictionary(), a.GetValueIndex(row))
	case *array.String:
		return textValue(a.Value(row))
	case *array.LargeString:
		return textValue(a.Value(row))
	case *array.Binary:
		return value.OfString(string(a.Value(row))), nil
	case *array.LargeBinary:
		return value.OfString(string(a.Value(row))), nil
	case *array.FixedSizeBinary:
		return value.OfString(string(a.Value(row))), nil
	case *array.Decimal128, *array.Decimal256:
		return decimalValue(a.ValueStr(row))
	}
	if v, ok := numberValue(a, row); ok {
		return v, nil
	}
	return momentValue(a, row)
}

func textValue(s string) (plan.Value, error) {
	if !utf8.ValidString(s) {
		return plan.Value{}, fmt.Errorf("the text %q is not UTF-8", s)
	}
	return value.OfString(string([]byte(s))), nil // the array's bytes are the message's
}

func decimalValue(s string) (plan.Value, error) {
	d, ok := value.ParseDecimal(s)
	if !ok {
		return plan.Value{}, fmt.Errorf("%s is no decimal that SQL has", s)
	}
	return plan.Value{Kind: plan.Decimal, Dec: d}, nil
}

// numberValue is a number; false for what is none.
func numberValue(a arrow.Array, row int) (plan.Value, bool) {
	switch a := a.(type) {
	case *array.Int8:
		return value.OfInt(int64(a.Value(row))), true
	case *array.Int16:
		return value.OfInt(int64(a.Value(row))), true
	case *array.Int32:
		return value.OfInt(int64(a.Value(row))), true
	case *array.Int64:
		return value.OfInt(a.Value(row)), true
	case *array.Uint8:
		return value.OfInt(int64(a.Value(row))), true
	case *array.Uint16:
		return value.OfInt(int64(a.Value(row))), true
	case *array.Uint32:
		return value.OfInt(int64(a.Value(row))), true
	case *array.Uint64:
		return value.OfUnsigned(a.Value(row)), true
	case *array.Float32:
		// The shortest text of the float is what was meant: 0.1, not 0.10000000149.
		f, err := strconv.ParseFloat(strconv.FormatFloat(float64(a.Value(row)), 'g', -1, 32), 64)
		return value.OfFloat(f), err == nil && f-f == 0
	case *array.Float64:
		f := a.Value(row)
		return value.OfFloat(f), f-f == 0
	}
	return plan.Value{}, false
}

// The forms of moments as SQL reads them.
const (
	dayForm    = "2006-01-02"
	momentForm = "2006-01-02 15:04:05.999999"
	clockForm  = "15:04:05.999999"
)

// momentValue is a date, a time of a day, or a date with a time, in UTC where it has a zone.
func momentValue(a arrow.Array, row int) (plan.Value, error) {
	at, form := time.Time{}, momentForm
	switch a := a.(type) {
	case *array.Date32:
		at, form = a.Value(row).ToTime(), dayForm
	case *array.Date64:
		at, form = a.Value(row).ToTime(), dayForm
	case *array.Timestamp:
		at = a.Value(row).ToTime(a.DataType().(*arrow.TimestampType).Unit).UTC()
	case *array.Time32:
		at, form = a.Value(row).ToTime(a.DataType().(*arrow.Time32Type).Unit), clockForm
	case *array.Time64:
		at, form = a.Value(row).ToTime(a.DataType().(*arrow.Time64Type).Unit), clockForm
	default:
		return plan.Value{}, fmt.Errorf("%s of type %s is no value that SQL has", a.ValueStr(row), a.DataType())
	}
	return value.OfString(at.Format(form)), nil
}
