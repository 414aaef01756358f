package typing

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// TestZonesMoveEachMoment compares CONVERT_TZ as it is typed with the moments converted one by one: zones
// whose clocks skip half an hour or a day, or were off by parts of a minute, near their changes, and ones that have none.
func TestZonesMoveEachMoment(t *testing.T) {
	names := []string{
		"UTC", "+05:30", "-03:00", "Europe/Berlin", "Europe/London", "America/New_York", "America/St_Johns", "America/Sao_Paulo",
		"Asia/Kathmandu", "Asia/Kolkata", "Africa/Monrovia", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Pyongyang", "Africa/Casablanca",
	}
	random := rand.New(rand.NewSource(1))
	for _, from := range names {
		for _, to := range names {
			zones := &function.Zones{From: function.ZoneOf(value.OfString(from)), To: function.ZoneOf(value.OfString(to))}
			for _, scale := range []int{0, 3} {
				of := plan.Type{Kind: plan.DateTime, Scale: scale}
				x := plan.Slot{Of: of}
				typed, err := buildConvertZone([]plan.Expr{x, plan.Literal(value.OfString(from)), plan.Literal(value.OfString(to))})
				if err != nil {
					t.Fatal(err)
				}
				for _, seconds := range nearChanges(random, zones) {
					v := value.OfDateTime(seconds*value.Ticks(scale)+random.Int63n(value.Ticks(scale)), scale)
					got, err := plan.Eval(typed, func(plan.Expr) (plan.Value, error) { return v, nil })
					if err != nil {
						t.Fatal(err)
					}
					want, err := function.ConvertZone(of, zones, []plan.Value{v, {}, {}})
					if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
						t.Fatalf("%v from %s to %s is %v, and %v (%v) one by one", v, from, to, got, want, err)
					}
				}
			}
		}
	}
}

// nearChanges gives seconds: any, ones near to changes of the zones as either shows them, and the ends of what is converted.
func nearChanges(random *rand.Rand, zones *function.Zones) []int64 {
	seconds := []int64{0, function.LastUnix}
	for range 20 {
		seconds = append(seconds, random.Int63n(function.LastUnix))
	}
	for _, zone := range []*time.Location{zones.From, zones.To} {
		for range 20 {
			if _, end := time.Unix(random.Int63n(2_000_000_000), 0).In(zone).ZoneBounds(); !end.IsZero() {
				_, offset := end.Zone()
				seconds = append(seconds, end.Unix(), end.Unix()+int64(offset))
			}
		}
	}
	near := seconds
	for _, s := range seconds {
		_, offset := time.Unix(s, 0).In(zones.From).Zone()
		for range 6 {
			near = append(near, s+random.Int63n(9000)-4500, s+int64(offset)+random.Int63n(200)-100)
		}
		near = append(near, s-1, s+1, s+int64(offset), s+int64(offset)+1)
	}
	return near
}
