package function

import (
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Unit is a unit of intervals: so many months, days or seconds. A unit of several parts
// (DAY_MINUTE) is given as a text with their numbers; its own size is that of the last.
type Unit struct {
	Months  int64
	Days    int64
	Seconds int64
	Micros  bool    // counts millionths of seconds instead
	Parts   []int64 // sizes of the parts, in the unit's own
}

// units are those of INTERVAL, EXTRACT and TIMESTAMPDIFF.
var units = map[string]Unit{
	"MICROSECOND": {Micros: true}, "SECOND": {Seconds: 1}, "MINUTE": {Seconds: 60}, "HOUR": {Seconds: 3600},
	"DAY": {Days: 1}, "WEEK": {Days: 7},
	"MONTH": {Months: 1}, "QUARTER": {Months: 3}, "YEAR": {Months: 12}, "YEAR_MONTH": {Months: 1, Parts: []int64{12, 1}},
	"SECOND_MICROSECOND": {Micros: true, Parts: []int64{1e6, 1}},
	"MINUTE_MICROSECOND": {Micros: true, Parts: []int64{60e6, 1e6, 1}},
	"HOUR_MICROSECOND":   {Micros: true, Parts: []int64{3600e6, 60e6, 1e6, 1}},
	"DAY_MICROSECOND":    {Micros: true, Parts: []int64{value.DaySeconds * 1e6, 3600e6, 60e6, 1e6, 1}},
	"MINUTE_SECOND":      {Seconds: 1, Parts: []int64{60, 1}},
	"HOUR_SECOND":        {Seconds: 1, Parts: []int64{3600, 60, 1}},
	"DAY_SECOND":         {Seconds: 1, Parts: []int64{value.DaySeconds, 3600, 60, 1}},
	"HOUR_MINUTE":        {Seconds: 60, Parts: []int64{60, 1}},
	"DAY_MINUTE":         {Seconds: 60, Parts: []int64{24 * 60, 60, 1}},
	"DAY_HOUR":           {Seconds: 3600, Parts: []int64{24, 1}},
}

// UnitOf gives the unit of a name in any case.
func UnitOf(name string) (Unit, error) {
	u, ok := units[strings.ToUpper(name)]
	if !ok {
		return u, fault.Errorf(fault.CodeNotSupported, "there is no unit %s of time", name)
	}
	return u, nil
}

// Whole reports whether intervals of the unit are whole days or months.
func (u Unit) Whole() bool { return u.Months > 0 || u.Days > 0 }

// Dated reports whether the unit has a part of whole days or months.
func (u Unit) Dated() bool {
	day := int64(value.DaySeconds * 1e6)
	if !u.Micros {
		day = value.DaySeconds / max(1, u.Seconds)
	}
	return u.Whole() || len(u.Parts) > 0 && u.Parts[0] == day
}

// Size is how many months, days or seconds the unit has.
func (u Unit) Size() int64 { return max(u.Months, u.Days, u.Seconds) }
