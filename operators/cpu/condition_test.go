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

// What decides whether the second operand of OR or a branch of IF counts may be a constant: then nobody
// else has it in a register, and a branch that is long enough is run by it nevertheless.
func TestBranchesAreRunByConstants(t *testing.T) {
	m, table := counting(1000)
	for _, op := range []operators.Opcode{operators.OrBool, operators.AndBool, operators.IfInt} {
		for _, truth := range []int64{0, 1} {
			p := joining(table, columnTable(0, 3, 5, 7, 2000), plan.InnerJoin, countRows())
			reg := func() int {
				p.Regs = append(p.Regs, operators.Reg{})
				return len(p.Regs) - 1
			}
			test, five := operators.Const{Int: truth, Dst: reg()}, operators.Const{Int: 5, Dst: reg()}
			body := []operators.Instr{p.Body[0], test, five}
			last := reg()
			body = append(body, operators.Compute{Op: operators.EqInt, Args: []int{0, five.Dst}, Dst: last})
			for range 8 {
				more := operators.Compute{Op: operators.OrBool, Args: []int{last, last}, Dst: reg()}
				body, last = append(body, more), more.Dst
			}
			args := []int{test.Dst, last, test.Dst}[:len(op.Operation().Args)]
			decided := operators.Compute{Op: op, Args: args, Dst: reg()}
			p.Body = append(body, decided, operators.Keep{Cond: decided.Dst}, p.Body[1])
			want := map[operators.Opcode][2]int64{operators.OrBool: {1, 4}, operators.AndBool: {0, 1}, operators.IfInt: {0, 1}}[op][truth]
			if n := collected(t, m, Options{}, p).Columns[0].Value(0).Int; n != want {
				t.Errorf("%s with %d leaves %d rows, want %d", op, truth, n, want)
			}
		}
	}
}
