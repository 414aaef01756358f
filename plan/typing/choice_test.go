package typing

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
)

// TestExtremesInEachOther: GREATEST and LEAST of calls of themselves, twenty deep, give what looking
// through all the numbers gives, NULL where one is, and are no larger than what is written.
func TestExtremesInEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, name := range []plan.Op{"GREATEST", "LEAST"} {
		var e plan.Expr = plan.Slot{Of: plan.Type{Kind: plan.Int}, CanBeNil: true}
		for i := range 20 {
			var err error
			e, err = Build(name, e, plan.Slot{Index: i + 1, Of: plan.Type{Kind: plan.Int}, CanBeNil: true})
			if err != nil {
				t.Fatal(err)
			}
		}
		if size := len(fmt.Sprint(e)); size > 1000 {
			t.Errorf("%s, twenty deep, is %d bytes of text", name, size)
		}
		for range 200 {
			numbers, want, null := make([]plan.Value, 21), int64(0), false
			for i := range numbers {
				n := int64(r.IntN(100) - 50)
				numbers[i] = value.OfInt(n)
				if r.IntN(60) == 0 {
					numbers[i], null = plan.Value{}, true
				}
				if i == 0 || (n > want) == (name == "GREATEST") {
					want = n
				}
			}
			got, err := plan.Eval(e, func(leaf plan.Expr) (plan.Value, error) { return numbers[leaf.(plan.Slot).Index], nil })
			if err != nil || got.IsNull() != null || !null && got.Int != want {
				t.Fatalf("%s of %v: %v (%v), want %d, NULL: %v", name, numbers, got, err, want, null)
			}
		}
	}
}
