package function

import (
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the zones, where the system has none

	"gsdms/plan/value"
)

// LastUnix is the last second that FROM_UNIXTIME and UNIX_TIMESTAMP know, of the year 3001.
const LastUnix = 32536771199

// Zones is what CONVERT_TZ converts between. A zone that is nil has its name in the arguments.
type Zones struct {
	From, To *time.Location
	named    sync.Map // the zones that names were found to be, nil ones among them
}

// of gives both zones, nil where a name is that of none.
func (z *Zones) of(from, to value.Value) (a, b *time.Location) {
	return z.zone(z.From, from), z.zone(z.To, to)
}

func (z *Zones) zone(known *time.Location, name value.Value) *time.Location {
	if known != nil {
		return known
	}
	if found, ok := z.named.Load(name.Text); ok {
		return found.(*time.Location)
	}
	found := ZoneOf(name)
	z.named.Store(name.Text, found)
	return found
}

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

// ConvertZone leaves moments alone that are before 1970 or behind 3001 in UTC. It gives NULL where there is no such zone.
func ConvertZone(of value.Type, zones *Zones, a []value.Value) (value.Value, error) {
	from, to := zones.of(a[1], a[2])
	if from == nil || to == nil {
		return value.Value{}, nil
	}
	scale := int(a[0].Scale)
	seconds := value.FloorDiv64(a[0].Int, value.Ticks(scale))
	utc := unixOf(seconds, from)
	if utc <= 0 || utc > LastUnix {
		return a[0], nil
	}
	return value.TicksResult(of, a[0].Int+(utc-seconds+offsetAt(utc, to))*value.Ticks(scale), true)
}

// offsetAt is how many seconds the clocks of a zone are ahead of UTC.
func offsetAt(utc int64, zone *time.Location) int64 {
	_, offset := time.Unix(utc, 0).In(zone).Zone()
	return int64(offset)
}

// Shown gives the first and the last second, as the first zone shows them, that are converted.
func (z *Zones) Shown() (first, last int64) {
	return 1 + offsetAt(1, z.From), LastUnix + offsetAt(LastUnix, z.From)
}

// Fixed gives the seconds from one zone to the other if both have one offset from UTC at all times.
func (z *Zones) Fixed() (shift int64, ok bool) {
	return offsetAt(1, z.To) - offsetAt(1, z.From), !changes(z.From) && !changes(z.To)
}

// changes reports whether a zone's offset from UTC changes.
func changes(zone *time.Location) bool {
	_, end := time.Unix(0, 0).In(zone).ZoneBounds()
	return !end.IsZero()
}

// Skips reports whether the first zone may show moments that its clocks skip.
func (z *Zones) Skips() bool { return changes(z.From) }

// lastRule is a year behind which zones change by their last rule, at the same times of the day.
const lastRule = 2039

// Unit gives the largest part of an hour, in seconds, with as many of which the zones' clocks change,
// as the first of them shows it: within one all moments move alike, or are skipped.
func (z *Zones) Unit() int64 {
	unit := int64(time.Hour / time.Second)
	for _, zone := range []*time.Location{z.From, z.To} {
		for t := time.Unix(0, 0).In(zone); ; {
			_, end := t.ZoneBounds()
			if end.IsZero() || end.Year() > lastRule {
				break
			}
			for _, utc := range []int64{end.Unix() - 1, end.Unix()} {
				unit = divisor(unit, end.Unix()+offsetAt(utc, z.From))
			}
			if t = t.AddDate(0, 0, 1); t.Before(end) { // a rule's year has its end a day too early where it is a leap year
				t = end
			}
		}
	}
	return unit
}

// divisor is the greatest one of two numbers.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Shift gives by how many seconds the first moment of a unit moves; the units are counted from the year 0.
func (z *Zones) Shift(n, unit int64) int64 {
	shown := n*unit + value.MinDate*value.DaySeconds
	return z.converted(shown) - shown
}

// Skipped reports whether clocks of the first zone skip a unit: all its moments become one.
func (z *Zones) Skipped(n, unit int64) bool {
	shown := n*unit + value.MinDate*value.DaySeconds
	return unit > 1 && z.converted(shown) == z.converted(shown+unit-1)
}

// converted is what the second zone shows, of any year.
func (z *Zones) converted(shown int64) int64 {
	utc := unixOf(shown, z.From)
	return utc + offsetAt(utc, z.To)
}

// unixOf gives the seconds since 1970 in UTC at which the clocks of a zone show a moment: of
// two the first one. A moment that clocks skip is the one at which they do.
func unixOf(shown int64, zone *time.Location) int64 {
	const day = value.DaySeconds
	before, after := offsetAt(shown-day, zone), offsetAt(shown+day, zone)
	for _, offset := range [2]int64{before, after} {
		if at := shown - offset; offsetAt(at, zone) == offset {
			return at
		}
	}
	skipped, _ := time.Unix(shown-before, 0).In(zone).ZoneBounds()
	return skipped.Unix()
}
