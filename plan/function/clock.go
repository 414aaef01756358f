package function

import "gsdms/plan/value"

// AddTime adds ticks of a Time of six digits, times sign, to the time or the moment that a text spells.
// The result is a text, with a fraction of a second where there is one.
func AddTime(sign int64) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		x, ok := value.ReadClock(a[0].Text)
		if !ok {
			return value.Value{}, nil
		}
		sum := x.Int + sign*a[1].Int
		lo, hi := value.TickBounds(x.Kind, value.MaxFraction)
		switch {
		case x.Kind == value.Time:
			sum = max(lo, min(hi, sum))
		case sum < lo || sum > hi:
			return value.Value{}, nil
		}
		return value.OfString(ClockText(x.Kind, sum)), nil
	}
}

// ClockNumber is the number of the moment or the time that a text spells, with six digits of a second.
func ClockNumber(_ value.Type, a []value.Value) (value.Value, error) {
	v, ok := value.ReadClock(a[0].Text)
	if !ok {
		return value.Value{}, nil
	}
	n, ok := value.ToDecimal(v)
	if !ok {
		return value.Value{}, nil
	}
	return value.Value{Kind: value.Decimal, Dec: value.Rescale(n, value.MaxFraction)}, nil
}

// ClockText is a time or a moment of six digits, which it shows unless all are 0.
func ClockText(kind value.Kind, ticks int64) string {
	scale := value.MaxFraction
	if second := value.Ticks(scale); ticks%second == 0 {
		ticks, scale = ticks/second, 0
	}
	return value.Value{Kind: kind, Scale: uint8(scale), Int: ticks}.String()
}

// TimeDiff is the time between two texts: of two times or of two moments, else NULL.
func TimeDiff(of value.Type, a []value.Value) (value.Value, error) {
	x, okX := value.ReadClock(a[0].Text)
	y, okY := value.ReadClock(a[1].Text)
	if !okX || !okY || x.Kind != y.Kind {
		return value.Value{}, nil
	}
	lo, hi := value.TickBounds(value.Time, of.Scale)
	return value.OfTime(max(lo, min(hi, x.Int-y.Int)), of.Scale), nil
}

// SpanOf is the time that a text spells, NULL where it spells a moment.
func SpanOf(of value.Type, a []value.Value) (value.Value, error) {
	if x, ok := value.ReadClock(a[0].Text); ok && x.Kind == value.Time {
		return value.OfTime(x.Int, of.Scale), nil
	}
	return value.Value{}, nil
}
