package operators

import (
	"strings"
	"testing"
)

func TestAccountsKeepTheirLimits(t *testing.T) {
	all := NewAccount(100, "all %d", nil)
	one, other := NewAccount(80, "one %d", all), NewAccount(80, "one %d", all)
	for _, step := range []struct {
		of              *Account
		bytes           int64
		want            string // in the error
		one, other, all int64
	}{
		{one, 70, "", 70, 0, 70},
		{one, 11, "one 80", 70, 0, 70},
		{other, 31, "all 100", 70, 0, 70},
		{other, 30, "", 70, 30, 100},
		{one, -20, "", 50, 30, 80},
		{other, 20, "", 50, 50, 100},
		{nil, 1 << 40, "", 50, 50, 100},
	} {
		err := step.of.Charge(step.bytes)
		if (err == nil) != (step.want == "") || err != nil && !strings.Contains(err.Error(), step.want) {
			t.Errorf("charge %d: %v, want %q", step.bytes, err, step.want)
		}
		if one.Used() != step.one || other.Used() != step.other || all.Used() != step.all {
			t.Fatalf("after %d: %d and %d of %d", step.bytes, one.Used(), other.Used(), all.Used())
		}
	}
	one.Empty()
	if one.Used() != 0 || all.Used() != 50 {
		t.Errorf("emptied: %d of %d", one.Used(), all.Used())
	}
	all.OnShort(other.Empty)
	if err := one.Charge(60); err != nil || other.Used() != 0 {
		t.Errorf("after what was kept for later could go: %v, %d kept", err, other.Used())
	}
}
