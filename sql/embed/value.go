package embed

import (
	"database/sql/driver"
	"fmt"
	"time"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/result"
)

// secondsPerDay is of UTC, which has no other days.
const secondsPerDay = 24 * 60 * 60

// valuesOf makes values of SQL of what a program gives for parameters.
func valuesOf(args []any) ([]plan.Value, error) {
	out := make([]plan.Value, len(args))
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err == nil {
			out[i], err = valueOf(v)
		}
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
	}
	return out, nil
}

// valueOf makes a value of SQL of one of database/sql. A time is one of UTC, and at midnight
// it is a date; bytes that are UTF-8 are text.
func valueOf(v driver.Value) (plan.Value, error) {
	switch v := v.(type) {
	case nil:
		return plan.Value{}, nil
	case int64:
		return value.OfInt(v), nil
	case float64:
		if v-v != 0 {
			return plan.Value{}, fmt.Errorf("%v is no number that SQL has", v)
		}
		return value.OfFloat(v), nil
	case bool:
		if v {
			return value.OfInt(1), nil
		}
		return value.OfInt(0), nil
	case []byte:
		return value.OfString(string(v)), nil
	case string:
		return textValue(v)
	case time.Time:
		return timeValue(v.UTC()), nil
	}
	return plan.Value{}, fmt.Errorf("a %T is no value that SQL has", v)
}

func textValue(s string) (plan.Value, error) {
	if !utf8.ValidString(s) {
		return plan.Value{}, fmt.Errorf("the text %q is not UTF-8", s)
	}
	return value.OfString(s), nil
}

func timeValue(t time.Time) plan.Value {
	if days := t.Unix() / secondsPerDay; t.Equal(time.Unix(days*secondsPerDay, 0)) && t.Year() >= 1 && t.Year() <= 9999 {
		return value.OfDate(days)
	}
	return value.OfString(t.Format("2006-01-02 15:04:05.999999"))
}

// goValue is a value of a result as a program gets it. What Go has no type for is text.
func goValue(v *plan.Vector, row int) driver.Value {
	if v.IsNull(row) {
		return nil
	}
	switch {
	case v.Floats != nil:
		return v.Floats[row]
	case v.Ints != nil && (v.Type.Kind == plan.Int || v.Type.Kind == plan.Bool):
		return v.Ints[row]
	case v.Ints != nil && v.Type.Kind == plan.Unsigned:
		return value.UnsignedOf(v.Ints[row])
	case v.Ints != nil && v.Type.Kind == plan.Date:
		return time.Unix(v.Ints[row]*secondsPerDay, 0).UTC()
	case v.Ints != nil && v.Type.Kind == plan.DateTime:
		day, rest := value.SplitDay(v.Ints[row], v.Type.Scale)
		tick := time.Duration(int64(time.Second) / value.Ticks(v.Type.Scale))
		return time.Unix(day*secondsPerDay, 0).UTC().Add(time.Duration(rest) * tick)
	}
	if v.Type.Bytes() {
		return result.AppendRaw(nil, v, row)
	}
	return string(result.AppendCell(nil, v, row))
}
