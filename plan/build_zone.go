package plan

import (
	"time"

	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// buildUnixTimestamp types UNIX_TIMESTAMP(x): 0 for what is before 1970 or behind 3001.
func buildUnixTimestamp(args []Expr) (Expr, error) {
	m, err := moment(args[0])
	if c, ok := args[0].(Const); ok && c.Value.Kind == String { // as many digits as it has
		if m, err = TimeLiteral(DateTime, c.Value.Text); err != nil {
			return NullOf(Type{Kind: Int}), nil
		}
	}
	if err != nil {
		return nil, err
	}
	scale := m.Type().Scale
	n := Ticks(m)
	outside := Combine(Or, []Expr{below(n, num(0)), below(num((function.LastUnix+1)*value.Ticks(scale)-1), n)})
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
	within := Combine(And, []Expr{below(num(-1), n), below(n, num((function.LastUnix+1)*value.Ticks(scale)))})
	m := choice(within, tickCall(Add, t, Literal(value.OfDateTime(0, scale)), n), NullOf(t))
	if len(args) == 1 {
		return m, nil
	}
	return buildDateFormat([]Expr{m, args[1]})
}

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
		if zones[i] = function.ZoneOf(c.Value); zones[i] == nil {
			return NullOf(m.Type()), nil
		}
	}
	call := Call{Op: convertZone, Args: append([]Expr{m}, args[1:]...), Of: Plain(m.Type())}
	call.Zones = &function.Zones{From: zones[0], To: zones[1]}
	return call, nil
}
