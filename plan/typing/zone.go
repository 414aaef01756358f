package typing

import (
	"strconv"
	"time"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// buildUnixTimestamp types UNIX_TIMESTAMP(x): 0 for what is before the first second of 1970 or behind 3001, and for
// a text or a number that is no moment.
func buildUnixTimestamp(args []plan.Expr) (plan.Expr, error) {
	x := args[0]
	m, err := moment(x)
	if c, ok := x.(plan.Const); ok && c.Value.Kind == plan.String { // as many digits as it has
		if exact, err := TimeLiteral(plan.DateTime, c.Value.Text); err == nil {
			m = exact
		}
	}
	if err != nil {
		return nil, err
	}
	scale := m.Type().Scale
	n := Ticks(m)
	outside := []plan.Expr{below(n, num(value.Ticks(scale))), below(num((function.LastUnix+1)*value.Ticks(scale)-1), n)}
	if k := x.Type().Kind; !k.Temporal() && k != plan.Null {
		outside = append(outside, lostIn(m, x))
	}
	n = choice(plan.Combine(plan.Or, outside), num(0), n)
	if scale == 0 {
		return n, nil
	}
	of := unixType(scale)
	n, err = Convert(n, value.DecimalType(of.Precision, 0))
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
	within := plan.Combine(plan.And, []plan.Expr{below(num(-1), n), below(n, num((function.LastUnix+1)*value.Ticks(scale)))})
	m := choice(within, tickCall(plan.Add, t, plan.Literal(value.OfDateTime(0, scale)), n), plan.NullOf(t))
	if len(args) == 1 {
		return m, nil
	}
	return buildDateFormat([]plan.Expr{m, args[1]})
}

// buildConvertZone types CONVERT_TZ(x, from, to): NULL where there is no such zone.
func buildConvertZone(args []plan.Expr) (plan.Expr, error) {
	m, err := moment(args[0])
	if err != nil {
		return nil, err
	}
	var zones [2]*time.Location
	for i, a := range args[1:] {
		c, ok := a.(plan.Const)
		if !ok {
			return nil, fault.Errorf(fault.CodeNotSupported, "the zones of CONVERT_TZ must be constants: %s", a)
		}
		if zones[i] = function.ZoneOf(c.Value); zones[i] == nil {
			return plan.NullOf(m.Type()), nil
		}
	}
	call := plan.Call{Op: plan.ConvertZone, Args: append([]plan.Expr{m}, args[1:]...), Of: plan.Plain(m.Type())}
	call.Zones = &function.Zones{From: zones[0], To: zones[1]}
	return call, nil
}
