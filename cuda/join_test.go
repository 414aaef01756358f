package cuda

import (
	"errors"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// A kind of join that no kernel is generated for is refused by name, before anything is
// allocated.
func TestJoinsThatAreNotKnown(t *testing.T) {
	for _, kind := range []plan.JoinKind{plan.SemiJoin, plan.AntiJoin, plan.MarkJoin, plan.SingleJoin} {
		d := &idle{}
		b := idleBackend(t, d)
		p := *star(1, 2)
		p.Body = append([]operators.Instr{operators.Probe{Kind: kind, Cond: -1}}, p.Body...)
		_, err := b.Open(t.Context(), &p, 1<<30)
		var refused *plan.Error
		if !errors.As(err, &refused) || refused.Code != plan.CodeNotSupported || !strings.Contains(err.Error(), "no "+kind.String()+" joins") {
			t.Errorf("%s join: error %v", kind, err)
		}
		if d.calls != 0 {
			t.Errorf("%s join: %d calls of the device", kind, d.calls)
		}
	}
}
