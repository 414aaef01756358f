package scalar

import (
	"math/rand/v2"
	"testing"
	"time"
)

// Moments of all years in several spellings, against package time.
func TestDateTimeAgainstTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		at := time.Unix(r.Int64N(253402300799+62135596800)-62135596800, r.Int64N(1e6)*1000).UTC()
		for _, form := range []string{"2006-01-02 15:04:05.000000", "2006-01-02T15:04:05.000000Z", "2006-01-02 15:04:05.000000+00:00"} {
			if got, ok := DateTime([]byte(at.Format(form)), 6); !ok || got != at.UnixMicro() {
				t.Fatalf("%s: %d %v, want %d", at.Format(form), got, ok, at.UnixMicro())
			}
		}
		zone := time.FixedZone("", (r.IntN(27)-13)*3600+r.IntN(4)*900)
		if text := at.In(zone).Format("2006-01-02T15:04:05-07:00"); at.Year() > 1 && at.Year() < 9999 {
			if got, ok := DateTime([]byte(text), 0); !ok || got != at.Unix() {
				t.Fatalf("%s: %d %v, want %d", text, got, ok, at.Unix())
			}
		}
	}
	for text, want := range map[string]int64{"1970-01-02": 86400, "1970-01-01 00:01": 60, "1970-01-01 00:00:01.000": 1, "1969-12-31 23:59:59": -1} {
		if got, ok := DateTime([]byte(text), 0); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1970-01-01 24:00:00", "1970-01-01 00:60:00", "1970-01-01 00:00:60", "1970-01-01 00:00:00.5", "1970-02-30 00:00:00", "1970-01-01 0:00:00", "1970-01-01x00:00:00",
		"1970-01-01 00:00:00 x", "1970-01-01 00:00:00+15:00", "1970-01-01 00:00:00.", "1970-01-01 00:00:0", "1970-01-01 "} {
		if got, ok := DateTime([]byte(text), 0); ok {
			t.Errorf("%q taken as %d", text, got)
		}
	}
}

func TestTime(t *testing.T) {
	for text, want := range map[string]int64{"00:00:00": 0, "-10:11:12": -366720, "838:59:59": 30203990, "100:00:00.5": 3600005, "23:59": 863400} {
		if got, ok := Time([]byte(text), 1); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"839:00:00", "1:00:00", "10:60:00", "10", "10:00:00.25", "--10:00:00"} {
		if got, ok := Time([]byte(text), 1); ok {
			t.Errorf("%q taken as %d", text, got)
		}
	}
}
