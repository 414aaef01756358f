package fault_test

import (
	"strings"
	"testing"

	"gsdms/plan/fault"
)

func TestNear(t *testing.T) {
	names := []string{"lo_revenue", "lo_tax", "d_year", "Customer"}
	for name, want := range map[string]string{
		"lo_revenu": "lo_revenue", "lo_revneue": "lo_revenue", "LO_TAX": "lo_tax", "dyear": "d_year",
		"custommer": "Customer", "x": "", "part": "", strings.Repeat("a", 1000): "",
	} {
		if got := fault.Near(name, names); got != want {
			t.Errorf("Near(%s) = %q, want %q", name, got, want)
		}
	}
}
