package value

import "strconv"

// A DateTime is a number of ticks since 1970-01-01 00:00:00, a Time a number of ticks of
// either sign; a tick is 10^-scale seconds. There are no time zones: what the clock of a
// DateTime shows is what it is.

// MaxFraction is how many digits the fraction of a second has at most.
const MaxFraction = 6

const (
	DaySeconds  = 24 * 60 * 60
	mostSeconds = 838*3600 + 59*60 + 59 // of a Time, of either sign
)

// Ticks gives the ticks of a second, which is 10^scale.
func Ticks(scale int) int64 {
	n := int64(1)
	for range scale {
		n *= 10
	}
	return n
}

// DayTicks gives the ticks of a day.
func DayTicks(scale int) int64 { return DaySeconds * Ticks(scale) }

// TickBounds gives the least and the greatest number of a DateTime or Time.
func TickBounds(kind Kind, scale int) (lo, hi int64) {
	if kind == Time {
		return -mostSeconds * Ticks(scale), mostSeconds * Ticks(scale)
	}
	return MinDate * DayTicks(scale), (MaxDate+1)*DayTicks(scale) - 1
}

// DayBounds gives the least and the greatest number that a type of days or moments has; false for another.
func DayBounds(t Type) (lo, hi int64, ok bool) {
	switch t.Kind {
	case Date:
		return MinDate, MaxDate, true
	case DateTime:
		lo, hi = TickBounds(DateTime, t.Scale)
		return lo, hi, true
	}
	return 0, 0, false
}

// SplitDay gives the day of a DateTime and the ticks since its midnight.
func SplitDay(ticks int64, scale int) (day, rest int64) {
	day = FloorDiv64(ticks, DayTicks(scale))
	return day, ticks - day*DayTicks(scale)
}

// rescaled gives ticks of another scale: the nearest, of two the later one. A Time is
// rounded as if it were positive.
func rescaled(kind Kind, n int64, from, to int) int64 {
	if from <= to {
		return n * Ticks(to-from)
	}
	by := Ticks(from - to)
	if kind == Time && n < 0 {
		return -FloorDiv64(-n+by/2, by)
	}
	return FloorDiv64(n+by/2, by)
}

// TicksResult gives NULL for what is no DateTime or Time.
func TicksResult(t Type, n int64, ok bool) (Value, error) {
	if lo, hi := TickBounds(t.Kind, t.Scale); !ok || n < lo || n > hi {
		return Value{}, nil
	}
	return Value{Kind: t.Kind, Scale: uint8(t.Scale), Int: n}, nil
}

// AppendDateTime appends YYYY-MM-DD hh:mm:ss and scale digits of a fraction.
func AppendDateTime(dst []byte, ticks int64, scale int) []byte {
	day, rest := SplitDay(ticks, scale)
	return appendClock(append(AppendDate(dst, day), ' '), rest, scale)
}

// AppendDate appends YYYY-MM-DD.
func AppendDate(dst []byte, days int64) []byte {
	y, m, d := Civil(days)
	if y < 0 {
		dst, y = append(dst, '-'), -y
	}
	if y > 9999 {
		dst = strconv.AppendInt(dst, int64(y), 10)
		return AppendTwo(append(AppendTwo(append(dst, '-'), m), '-'), d)
	}
	century, year := y/100, y%100
	return append(dst, byte('0'+century/10), byte('0'+century%10), byte('0'+year/10), byte('0'+year%10), '-',
		byte('0'+m/10), byte('0'+m%10), '-', byte('0'+d/10), byte('0'+d%10))
}

// AppendTime appends hh:mm:ss, with a sign if it is negative and as many digits of hours
// as it needs, and scale digits of a fraction.
func AppendTime(dst []byte, ticks int64, scale int) []byte {
	if ticks < 0 {
		dst, ticks = append(dst, '-'), -ticks
	}
	return appendClock(dst, ticks, scale)
}

func appendClock(dst []byte, ticks int64, scale int) []byte {
	p := Ticks(scale)
	seconds := int(ticks / p)
	if hours := seconds / 3600; hours < 100 {
		dst = AppendTwo(dst, hours)
	} else {
		dst = strconv.AppendInt(dst, int64(hours), 10)
	}
	dst = AppendTwo(append(dst, ':'), seconds/60%60)
	dst = AppendTwo(append(dst, ':'), seconds%60)
	if scale == 0 {
		return dst
	}
	dst = append(dst, '.')
	for fraction := ticks % p; p > 1; fraction %= p {
		p /= 10
		dst = append(dst, byte('0'+fraction/p))
	}
	return dst
}

// AppendTwo appends a number below 100 in two digits.
func AppendTwo(dst []byte, n int) []byte { return append(dst, byte('0'+n/10), byte('0'+n%10)) }
