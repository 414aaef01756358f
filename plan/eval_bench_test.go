package plan_test

import (
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

func BenchmarkEval(b *testing.B) {
	slot := func(i int, t plan.Type) plan.Slot { return plan.Slot{Index: i, Of: t} }
	average, err := typing.Average(slot(0, value.DecimalType(40, 0)), slot(1, plan.Type{Kind: plan.Int}))
	if err != nil {
		b.Fatal(err)
	}
	sum, err := typing.Build(plan.Add, slot(2, value.DecimalType(20, 2)), slot(2, value.DecimalType(20, 2)))
	if err != nil {
		b.Fatal(err)
	}
	row := []plan.Value{value.OfDecimal(123456789012, 0), value.OfInt(4321), value.OfDecimal(1050, 2)}
	leaf := func(e plan.Expr) (plan.Value, error) { return row[e.(plan.Slot).Index], nil }
	for name, e := range map[string]plan.Expr{"average": average, "sum": sum} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := plan.Eval(e, leaf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
