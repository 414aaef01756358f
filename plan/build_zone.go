package plan

import (
	"strings"
	"time"
	_ "time/tzdata" // the zones, where the system has none

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// lastUnix is the last second that FROM_UNIXTIME and UNIX_TIMESTAMP know, of the year 3001.
const lastUnix = 32536771199

// buildUnixTimestamp types UNIX_TIMESTAMP(x): 0 for what is before 1970 or behind 3001.
func buildUnixTimestamp(args []Expr) (Expr, error) {
	m, err := moment(args[0])
	if c, ok := args[0].(Const); ok && c.Value.Kind == String { // as many digits as it has
		m, err = TimeLiteral(DateTime, c.Value.Text)
	}
	if err != nil {
		return nil, err
	}
	scale := m.Type().Scale
	n := ticks(m)
	outside := Combine(Or, []Expr{below(n, num(0)), below(num((lastUnix+1)*value.Ticks(scale)-1), n)})
	n = choice(outside, num(0), n)
	if scale == 0 {
		return n, nil
	}
	return buildMul([]Expr{n, Literal(value.OfDecimal(1, scale))})
}

// buildFromUnixTime types FROM_UNIXTIME(n) and FROM_UNIXTIME(n, format).
func buildFromUnixTime(args []Expr) (Expr, error) {
	n, scale, err := tickCount(args[0])
	if err != nil {
		return nil, err
	}
	t := Type{Kind: DateTime, Scale: scale}
	within := Combine(And, []Expr{below(num(-1), n), below(n, num((lastUnix+1)*value.Ticks(scale)))})
	m := choice(within, tickCall(Add, t, Literal(value.OfDateTime(0, scale)), n), NullOf(t))
	if len(args) == 1 {
		return m, nil
	}
	return buildDateFormat([]Expr{m, args[1]})
}

// zonePair is what CONVERT_TZ converts between.
type zonePair struct{ from, to *time.Location }

const convertZone Op = "CONVERT_TZ"

// buildConvertZone types CONVERT_TZ(x, from, to): NULL where there is no such zone.
func buildConvertZone(args []Expr) (Expr, error) {
	m, err := moment(args[0])
	if err != nil {
		return nil, err
	}
	var zones [2]*time.Location
	for i, a := range args[1:] {
		c, ok := a.(Const)
		if !ok {
			return nil, fault.Errorf(fault.CodeNotSupported, "the zones of CONVERT_TZ must be constants: %s", a)
		}
		if zones[i] = zoneOf(c.Value); zones[i] == nil {
			return NullOf(m.Type()), nil
		}
	}
	call := Call{Op: convertZone, Args: append([]Expr{m}, args[1:]...), Of: plain(m.Type())}
	call.zones = &zonePair{zones[0], zones[1]}
	return call, nil
}

// zoneOf finds a zone by its name or offset, nil if there is none.
func zoneOf(v Value) *time.Location {
	if v.Kind != String {
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

// evalConvertZone leaves moments alone that are before 1970 or behind 3001 in UTC.
func evalConvertZone(c Call, a []Value) (Value, error) {
	scale := int(a[0].Scale)
	seconds := value.FloorDiv64(a[0].Int, value.Ticks(scale))
	utc := unixOf(seconds, c.zones.from)
	if utc <= 0 || utc > lastUnix {
		return a[0], nil
	}
	_, offset := time.Unix(utc, 0).In(c.zones.to).Zone()
	return value.TicksResult(c.Of, a[0].Int+(utc-seconds+int64(offset))*value.Ticks(scale), true)
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
