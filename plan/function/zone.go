package function

import (
	"strings"
	"time"
	_ "time/tzdata" // the zones, where the system has none

	"gsdms/plan/value"
)

// LastUnix is the last second that FROM_UNIXTIME and UNIX_TIMESTAMP know, of the year 3001.
const LastUnix = 32536771199

// Zones is what CONVERT_TZ converts between.
type Zones struct{ From, To *time.Location }

// ZoneOf finds a zone by its name or offset, nil if there is none.
func ZoneOf(v value.Value) *time.Location {
	if v.Kind != value.String {
		return nil
	}
	switch name := v.Text; {
	case strings.EqualFold(name, "SYSTEM") || strings.EqualFold(name, "UTC"):
		return time.UTC
	case name == "" || strings.EqualFold(name, "Local"):
		return nil
	case name[0] == '+' || name[0] == '-':
		if len(name) == len("+h:mm") && name[2] == ':' {
			name = name[:1] + "0" + name[1:]
		}
		seconds, rest, ok := value.ReadOffset(name)
		if !ok || rest != "" {
			return nil
		}
		return time.FixedZone(name, int(seconds))
	}
	zone, err := time.LoadLocation(v.Text)
	if err != nil {
		return nil
	}
	return zone
}

// ConvertZone leaves moments alone that are before 1970 or behind 3001 in UTC.
func ConvertZone(of value.Type, zones *Zones, a []value.Value) (value.Value, error) {
	scale := int(a[0].Scale)
	seconds := value.FloorDiv64(a[0].Int, value.Ticks(scale))
	utc := unixOf(seconds, zones.From)
	if utc <= 0 || utc > LastUnix {
		return a[0], nil
	}
	_, offset := time.Unix(utc, 0).In(zones.To).Zone()
	return value.TicksResult(of, a[0].Int+(utc-seconds+int64(offset))*value.Ticks(scale), true)
}

// unixOf gives the seconds since 1970 in UTC at which the clocks of a zone show a moment: of
// two the first one. A moment that clocks skip is the one at which they do.
func unixOf(shown int64, zone *time.Location) int64 {
	const day = value.DaySeconds
	_, before := time.Unix(shown-day, 0).In(zone).Zone()
	_, after := time.Unix(shown+day, 0).In(zone).Zone()
	for _, offset := range [2]int{before, after} {
		at := shown - int64(offset)
		if _, is := time.Unix(at, 0).In(zone).Zone(); is == offset {
			return at
		}
	}
	skipped, _ := time.Unix(shown-int64(before), 0).In(zone).ZoneBounds()
	return skipped.Unix()
}
