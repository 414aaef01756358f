package typing

import (
	"strings"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// InUnits gives an offset of an interval as a Decimal: of dates in days, of moments and times
// in seconds, or in months, as the bound says from then on. Others it gives back.
func InUnits(b *plan.Bound, v plan.Value, key plan.Slot) (plan.Value, error) {
	t := key.Of.Kind
	if b.Unit == "" {
		if t.Ticking() {
			return v, fault.Errorf(plan.CodeRangeOrder, "a frame of RANGE over %s needs an INTERVAL, as it is a %s", key, key.Of)
		}
		return v, nil
	}
	u, err := function.UnitOf(b.Unit)
	b.Months = u.Months > 0
	if err != nil || !t.Temporal() || b.Months && (t == plan.Time || v.Kind != plan.Int) || u.Parts != nil || t == plan.Date && !u.Whole() {
		return v, fault.Errorf(fault.CodeNotSupported, "a frame of RANGE over the %s %s in units of %s is not supported", key.Of, key, b.Unit)
	}
	seconds := plan.Literal(value.OfInt(max(u.Seconds, u.Days*value.DaySeconds)))
	switch {
	case b.Months:
		seconds = plan.Literal(value.OfInt(u.Months))
	case t == plan.Date:
		seconds = plan.Literal(value.OfInt(u.Days))
	case u.Micros:
		seconds = plan.Literal(value.OfDecimal(1, value.MaxFraction))
	}
	e, err := coerce.Mul([]plan.Expr{plan.Literal(v), seconds})
	if err == nil {
		e, err = coerce.To(e, value.DecimalType(value.MaxPrecision, value.MaxFraction))
	}
	if err == nil {
		e, err = plan.FoldAll(e)
	}
	c, ok := e.(plan.Const)
	if err != nil || !ok {
		return v, fault.Errorf(plan.CodeFrameOffset, "the frame's offset %s is too large", v)
	}
	return c.Value, nil
}

// InOneUnit gives an interval that is written as a text, of several parts maybe, as a number of one unit.
func InOneUnit(unit string, v plan.Value) (string, plan.Value, error) {
	u, err := function.UnitOf(unit)
	switch {
	case unit == "" || err != nil || v.IsNull() || v.Kind != plan.String && u.Parts == nil:
		return unit, v, nil
	case u.Parts != nil:
		v, err = function.InUnit(value.Type{}, []plan.Value{value.OfString(v.String()), value.OfString(strings.ToUpper(unit))})
		return unit[strings.LastIndexByte(unit, '_')+1:], v, err
	case u.Seconds == 1:
		d, _ := value.ToDecimal(v)
		return unit, plan.Value{Kind: plan.Decimal, Dec: d}, nil
	}
	v, err = value.Cast(v, plan.Type{Kind: plan.Int})
	return unit, v, err
}
