package cpu

import (
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// A condition may have instructions that it does not depend on. They are not run, and neither is what
// only they read: here an IF, with a branch that is long enough to be run for some rows alone.
func TestConditionsNeedNotDependOnAllTheirInstructions(t *testing.T) {
	m, table := counting(1000)
	for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin} {
		p := joining(table, columnTable(0, 3, 5, 7, 2000), kind, countRows())
		reg := func() int {
			p.Regs = append(p.Regs, operators.Reg{Nullable: true})
			return len(p.Regs) - 1
		}
		by := operators.Const{Int: 500, Dst: reg()}
		less := operators.Compute{Op: operators.LtInt, Args: []int{0, by.Dst}, Dst: reg()}
		body := []operators.Instr{p.Body[0], by, less}
		branch := 0
		for range 8 {
			rest := operators.Compute{Op: operators.ModInt, Args: []int{branch, by.Dst}, Dst: reg()}
			body, branch = append(body, rest), rest.Dst
		}
		choice := operators.Compute{Op: operators.IfInt, Args: []int{less.Dst, branch, 0}, Dst: reg()}
		probe := p.Body[1].(operators.Probe)
		probe.Cond = 0
		probe.On = []operators.Instr{operators.Compute{Op: operators.LtInt, Args: []int{choice.Dst, by.Dst}, Dst: reg()}}
		p.Body = append(body, choice, probe)
		if n := collected(t, m, Options{}, p).Columns[0].Value(0).Int; n != 3 {
			t.Errorf("%s join leaves %d rows, want 3", kind, n)
		}
	}
}
