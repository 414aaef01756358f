package rowgroups

import (
	"encoding/binary"
	"testing"
	"time"
)

// Moments of 96 bits are those of all years, whatever the nanoseconds since 1970 are.
func TestMoments(t *testing.T) {
	for _, c := range []struct {
		day, nanos uint64
		want       time.Time
		ok         bool
	}{
		{2440588, 1000, time.UnixMicro(1), true},
		{5373484, 3 * 3600e9, time.Date(9999, 12, 31, 3, 0, 0, 0, time.UTC), true},
		{2333572, 21 * 3600e9, time.Date(1676, 12, 31, 21, 0, 0, 0, time.UTC), true},
		{2440588, 1001, time.UnixMicro(1), true},
		{2440588, 1500, time.UnixMicro(2), true},
		{2440587, 86400e9 - 500, time.UnixMicro(0), true},
		{1 << 31, 0, time.Time{}, false},
	} {
		b := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, c.nanos), uint32(c.day))
		if got, exact, ok := microseconds(b); ok != c.ok || ok && (got != c.want.UnixMicro() || exact != (c.nanos%1000 == 0)) {
			t.Errorf("%d days, %d ns: %v %t, want %v", c.day, c.nanos, time.UnixMicro(got).UTC(), ok, c.want)
		}
	}
}
