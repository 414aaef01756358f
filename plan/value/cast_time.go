package value

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// castDate gives NULL for what is no date.
func castDate(v Value) Value {
	if v.Kind == DateTime {
		day, _ := SplitDay(v.Int, int(v.Scale))
		return OfDate(day)
	}
	m, ok := momentOf(v)
	if !ok {
		return Value{}
	}
	return OfDate(m.Days)
}

// castDateTime gives NULL for what is no date.
func castDateTime(v Value, scale int) (Value, error) {
	to := Type{Kind: DateTime, Scale: scale}
	switch v.Kind {
	case DateTime:
		return TicksResult(to, rescaled(DateTime, v.Int, int(v.Scale), scale), true)
	case Date:
		return TicksResult(to, v.Int*DayTicks(scale), true)
	}
	m, ok := momentOf(v)
	return TicksResult(to, m.In(scale), ok)
}

// momentOf reads a text or a number as a date and a time; of a Time there is none. A number that is a
// date alone has no time, whatever is behind its point.
func momentOf(v Value) (m Moment, ok bool) {
	switch v.Kind {
	case Time:
		return m, false
	case String:
		return ReadDateTime(v.Text)
	}
	n, micros, ok := splitNumber(v)
	if ok {
		m, ok = momentFromNumber(n)
	}
	if n > lastDateNumber {
		m.Micros += micros
	}
	if day := DayTicks(MaxFraction); m.Micros == day { // to which it is rounded
		m.Days, m.Micros = m.Days+1, 0
	}
	return m, ok && m.Days <= MaxDate
}

// castTime gives NULL for what is no time.
func castTime(v Value, scale int) (Value, error) {
	to := Type{Kind: Time, Scale: scale}
	switch v.Kind {
	case Time:
		return TicksResult(to, rescaled(Time, v.Int, int(v.Scale), scale), true)
	case DateTime:
		_, rest := SplitDay(v.Int, int(v.Scale))
		return TicksResult(to, rescaled(Time, rest, int(v.Scale), scale), true)
	case Date:
		return TicksResult(to, 0, true)
	case String:
		t, ok := ReadTime(v.Text)
		return TicksResult(to, t.In(scale), ok)
	}
	n, micros, ok := splitNumber(v)
	t, is := spanFromNumber(n)
	t.Micros += micros
	return TicksResult(to, t.In(scale), ok && is)
}

// splitNumber takes the fraction of a number off it, in millionths, which are rounded and may be a whole one.
func splitNumber(v Value) (whole, micros int64, ok bool) {
	if v.Kind == Bool || v.Kind == Int || v.Kind == Date {
		n, ok := toInt(v)
		return n, 0, ok
	}
	d, ok := ToDecimal(v)
	if !ok {
		return 0, 0, false
	}
	one := BigPow10(ScaleOf(d)).MathBigInt()
	q, r := new(big.Int).QuoRem(Signed(d).MathBigInt(), one, new(big.Int))
	nanos := r.Quo(r.Mul(r, big.NewInt(1e9)), one).Int64() // those behind are cut
	return q.Int64(), roundedMicros(nanos), q.IsInt64()
}

// roundedMicros gives the nearest millionths of billionths, of two those farther from 0. They may be a whole one.
func roundedMicros(nanos int64) int64 {
	if nanos < 0 {
		return -roundedMicros(-nanos)
	}
	return (nanos + 500) / 1000
}

// clockNumber is the number whose digits a DateTime or Time shows: yyyymmddhhmmss or
// hhmmss, and its fraction.
func clockNumber(v Value) *apd.Decimal {
	scale := int(v.Scale)
	day, ticks := int64(0), v.Int
	if v.Kind == DateTime {
		day, ticks = SplitDay(v.Int, scale)
		y, m, d := Civil(day)
		day = int64(y*10000+m*100+d) * 1e6
	}
	p := Ticks(scale)
	seconds := ticks / p
	whole := day + seconds + 40*(seconds/60) + 4000*(seconds/3600)
	n := new(big.Int).Mul(big.NewInt(whole), big.NewInt(p))
	return OfWide(n.Add(n, big.NewInt(ticks%p)), scale).Dec
}

// TimeConstant reads a text or number as a date or a time, with no more digits than it
// needs; NULL if it is none. A text that says a time of day is no date.
func TimeConstant(v Value, kind Kind) Value {
	if v.IsNull() {
		return Value{}
	}
	if kind == Time {
		t, _ := castTime(v, MaxFraction)
		if t.IsNull() {
			return t
		}
		return Span{Micros: t.Int}.value()
	}
	m, ok := momentOf(v)
	switch {
	case !ok:
		return Value{}
	case kind == Date && m.Micros == 0:
		return OfDate(m.Days)
	}
	return m.value()
}
