package function

import (
	"testing"

	"gsdms/plan/value"
)

// Where a format is said to show all, different units have different texts of one length; and
// formats that leave something out are not said to.
func TestShowsAll(t *testing.T) {
	const minute, hour, day = 60, 3600, 86400
	for _, f := range []struct {
		format string
		unit   int64 // seconds
		shows  bool
	}{
		{"%Y-%m-%d %H:%i", minute, true}, {"%Y-%j %H", hour, true}, {"%Y%m%d%H%i%s", 1, true}, {"%d.%m.%Y, %T", 1, true},
		{"%Y-%m-%d %r", 1, true}, {"%Y %m %d %h%p", hour, true}, {"%i %H", minute, true}, {"%H%%", hour, true},
		{"%Y-%m-%d %h", hour, false}, {"%Y-%m %H:%i", minute, false}, {"%y-%m-%d %H", hour, false}, {"%Y-%m-%d %i", minute, false},
		{"%Y-%c-%d %H", hour, false}, {"%Y-%m-%d %H %s", 1, false}, {"%k", hour, false}, {"%Y-%m-%d %H:%i:%f", 1, false}, {"%H%", hour, false}, {"%M %d %Y %H", hour, false},
	} {
		if got := ShowsAll(f.format); got != f.shows {
			t.Errorf("ShowsAll(%q) = %v", f.format, got)
		}
		if !f.shows {
			continue
		}
		u, seen := NewUnits(f.format, f.unit*value.Ticks(value.MaxFraction)), map[string]int64{}
		base, end, step := int64(738000)*day/f.unit, int64(738800)*day/f.unit, 1+day/f.unit/97
		if dated, _ := Needs(f.format); !dated {
			base, end, step = 0, day/f.unit, 1
		}
		length := len(u.Append(nil, base))
		for n := base; n < end; n += step {
			text := string(u.Append(nil, n))
			if was, twice := seen[text]; twice || len(text) != length {
				t.Fatalf("%q: %d gives %q, and so does %d", f.format, n, text, was)
			}
			seen[text] = n
			if len(text) > u.MostBytes() {
				t.Fatalf("%q: %q has more than %d bytes", f.format, text, u.MostBytes())
			}
		}
	}
}
