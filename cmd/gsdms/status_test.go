package main

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.00 ms", 17570 * time.Microsecond: "17.57 ms", 9999 * time.Millisecond: "9999.00 ms",
		11333610 * time.Microsecond: "11.33 s", 5 * time.Minute: "300.00 s",
	} {
		if got := duration(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}
