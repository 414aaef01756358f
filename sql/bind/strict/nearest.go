package strict

import (
	"math"
	"strings"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Nearest is what MySQL keeps of a value that Convert refuses, where IGNORE asks for it: the beginning
// of a text, the number that a text begins with, the end of the range that a number is past, the
// members of a SET that there are. It is false where there is nothing to keep: for JSON, for what is no
// date, and for no member of an ENUM.
func Nearest(v plan.Value, to plan.Type) (plan.Value, bool) {
	switch {
	case to.Enum():
		return v, false
	case to.Set():
		return members(v.String(), to), true
	case to.Kind == plan.String:
		return beginning(v, to)
	case to.Kind == plan.Time:
		return clock(v, to), true
	case to.Kind.Temporal():
		return day(v, to)
	}
	if v.Kind == plan.String {
		x, err := coerce.To(plan.Literal(v), plan.Type{Kind: plan.Double})
		if err == nil {
			x, err = plan.FoldAll(x)
		}
		c, ok := x.(plan.Const)
		if err != nil || !ok {
			return v, false
		}
		v = c.Value
	}
	return within(v, to)
}

// members are those of a SET that a text names.
func members(text string, to plan.Type) plan.Value {
	var known []string
	for _, name := range strings.Split(text, ",") {
		if _, ok := to.MemberNumber(name); ok && name != "" {
			known = append(known, name)
		}
	}
	kept, _ := to.MemberOf(strings.Join(known, ","))
	return value.OfString(kept)
}

// beginning is as much of a text as a column holds.
func beginning(v plan.Value, to plan.Type) (plan.Value, bool) {
	text := v.String()
	if to.Precision <= 0 || to.Name == value.JSONName || !to.Bytes() && !isText(text) {
		return v, false
	}
	if to.Bytes() {
		return value.OfString(value.TextOfBytes(text[:min(len(text), to.Precision)])), true
	}
	letters := []rune(text)
	return value.OfString(string(letters[:min(len(letters), to.Precision)])), true
}

// day is the date or the moment that a text begins with.
func day(v plan.Value, to plan.Type) (plan.Value, bool) {
	if v.Kind != plan.String {
		return v, false
	}
	if m, ok := value.ReadDateTime(v.Text); !ok || !m.Rest {
		return v, false
	}
	x, err := coerce.Cast(plan.Literal(v), to)
	if err == nil {
		x, err = plan.FoldAll(x)
	}
	c, ok := x.(plan.Const)
	return c.Value, err == nil && ok && !c.Value.IsNull()
}

// mostTime is the longest time as a number.
const mostTime = 8385959

// clock is the time that a text begins with, or the end of the range that it is beyond, as a number may be; of what is no
// time it is 0.
func clock(v plan.Value, to plan.Type) plan.Value {
	least, most := value.TickBounds(plan.Time, to.Scale)
	ticks := int64(0)
	if v.Kind == plan.String {
		if t, ok := value.ReadTime(v.Text); ok {
			ticks = t.In(to.Scale)
		}
	} else if n := value.ToFloat(v); math.Abs(n) > mostTime {
		if ticks = most; n < 0 {
			ticks = least
		}
	}
	return value.OfTime(ticks, to.Scale)
}

// within is the number of a type that is nearest to one.
func within(v plan.Value, to plan.Type) (plan.Value, bool) {
	f := value.ToFloat(v)
	switch to.Kind {
	case plan.Int, plan.Bool:
		least, most := to.Min, to.Max
		if to.Kind == plan.Bool {
			least, most = 0, 1
		}
		switch {
		case to.Name == value.YearName:
			return value.OfInt(0), true
		case f < float64(least):
			return value.OfInt(least), true
		case f > float64(most):
			return value.OfInt(most), true
		}
	case plan.Unsigned:
		switch {
		case f < 0:
			return value.OfUnsigned(0), true
		case f >= math.MaxUint64:
			return value.OfUnsigned(math.MaxUint64), true
		}
	case plan.Decimal:
		x, err := coerce.Cast(plan.Literal(v), to)
		if err == nil {
			x, err = plan.FoldAll(x)
		}
		if c, ok := x.(plan.Const); ok && err == nil {
			v = c.Value
		}
	}
	kept, err := Convert(v, to)
	return kept, err == nil
}

// Implicit is what a column that holds no NULL has where it is given one and IGNORE says to go on: 0,
// an empty text, no time, or the first member of an ENUM. False is for what has none: dates, and JSON.
func Implicit(of plan.Type) (plan.Value, bool) {
	switch {
	case of.Kind == plan.Time:
		zero, err := Convert(value.OfString("00:00:00"), of)
		return zero, err == nil
	case of.Kind.Temporal() || of.Name == value.JSONName:
		return plan.Value{}, false
	case of.Enum():
		return value.OfString(of.Members()[0]), true
	case of.Kind == plan.String:
		return value.OfString(""), true
	}
	return within(value.OfInt(0), of)
}
