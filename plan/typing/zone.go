package typing

import (
	"slices"
	"strconv"
	"time"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// buildUnixTimestamp types UNIX_TIMESTAMP(x): 0 for what is before the first second of 1970 or behind 3001, and for
// a text or a number that is no moment.
func buildUnixTimestamp(args []plan.Expr) (plan.Expr, error) {
	x := coerce.Written(args[0])
	m, err := coerce.Moment(x)
	if c, ok := x.(plan.Const); ok && c.Value.Kind == plan.String { // as many digits as it has
		if exact, err := coerce.TimeLiteral(plan.DateTime, c.Value.Text); err == nil {
			m = exact
		}
	}
	if err != nil {
		return nil, err
	}
	scale := m.Type().Scale
	n := call.Ticks(m)
	outside := []plan.Expr{call.Less(n, call.Num(value.Ticks(scale))), call.Less(call.Num((function.LastUnix+1)*value.Ticks(scale)-1), n)}
	if k := x.Type().Kind; !k.Temporal() && k != plan.Null {
		outside = append(outside, call.LostIn(m, x))
	}
	n = call.If(plan.Combine(plan.Or, outside), call.Num(0), n)
	if scale == 0 {
		return n, nil
	}
	of := unixType(scale)
	n, err = coerce.To(n, value.DecimalType(of.Precision, 0))
	return plan.Call{Op: plan.Mul, Args: []plan.Expr{n, plan.Literal(value.OfDecimal(1, scale))}, Of: of}, err
}

// unixType is the type of seconds since 1970 with so many digits behind the point.
func unixType(scale int) plan.Type {
	return value.DecimalType(len(strconv.Itoa(function.LastUnix))+scale, scale)
}

// buildFromUnixTime types FROM_UNIXTIME(n) and FROM_UNIXTIME(n, format).
func buildFromUnixTime(args []plan.Expr) (plan.Expr, error) {
	n, scale, err := tickCount(args[0])
	if err != nil {
		return nil, err
	}
	t := plan.Type{Kind: plan.DateTime, Scale: scale}
	within := plan.Combine(plan.And, []plan.Expr{call.Less(call.Num(-1), n), call.Less(n, call.Num((function.LastUnix+1)*value.Ticks(scale)))})
	m := call.If(within, call.Ticking(plan.Add, t, plan.Literal(value.OfDateTime(0, scale)), n), plan.NullOf(t))
	if len(args) == 1 {
		return m, nil
	}
	return buildDateFormat([]plan.Expr{m, args[1]})
}

// buildConvertZone types CONVERT_TZ(x, from, to): NULL where there is no such zone.
func buildConvertZone(args []plan.Expr) (plan.Expr, error) {
	m, err := coerce.Moment(args[0])
	if err != nil {
		return nil, err
	}
	of := plan.Plain(m.Type())
	names, err := coerce.All(plan.Type{Kind: plan.String}, args[1:]...)
	if err != nil {
		return nil, err
	}
	var zones [2]*time.Location
	for i, a := range names {
		c, constant := a.(plan.Const)
		if !constant {
			continue
		}
		if zones[i] = function.ZoneOf(c.Value); zones[i] == nil {
			return plan.NullOf(m.Type()), nil
		}
	}
	z := &function.Zones{From: zones[0], To: zones[1]}
	if z.From == nil || z.To == nil {
		return plan.Call{Op: plan.ConvertZone, Args: append([]plan.Expr{m}, names...), Of: of, Zones: z}, nil
	}
	n, scale := call.Ticks(m), m.Type().Scale
	first, last := z.Shown()
	within := plan.Combine(plan.And, []plan.Expr{call.Less(call.Num(first*value.Ticks(scale)-1), n), call.Less(n, call.Num((last+1)*value.Ticks(scale)))})
	return call.If(within, call.Ticking(plan.Add, of, m, shiftOf(m, z, names)), m), nil
}

// shiftOf is by how many ticks a moment moves from one zone to another. Clocks change at whole hours, or
// parts of one, so this has few values for all moments of a column, and a program can look them up.
func shiftOf(m plan.Expr, z *function.Zones, names []plan.Expr) plan.Expr {
	ticks := value.Ticks(m.Type().Scale)
	if shift, ok := z.Fixed(); ok {
		return call.Num(shift * ticks)
	}
	unit, n := z.Unit(), call.SinceZero(m)
	args := append([]plan.Expr{quotientOf(n, unit*ticks)}, append(slices.Clip(names), call.Num(unit))...)
	shift := call.Times(plan.Call{Op: plan.ShiftOfZones, Args: args, Of: plan.Type{Kind: plan.Int}, Zones: z}, ticks)
	if !z.Skips() {
		return shift
	}
	skipped := plan.Call{Op: plan.SkippedByZone, Args: args, Of: plan.Type{Kind: plan.Bool}, Zones: z}
	past := call.Times(call.Int(plan.Mod, quotientOf(n, ticks), call.Num(unit)), ticks)
	return call.If(skipped, call.Int(plan.Sub, shift, past), shift)
}
