package cpu

import (
	"context"
	"errors"
	"math"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// added is a program that adds n numbers, which are all there before the first is added (together),
// or each when it is needed.
func added(n int, together bool) *operators.Program {
	p := &operators.Program{Name: "added", Limit: -1, Table: &plan.Table{Name: "t"}}
	reg := func() int {
		p.Regs = append(p.Regs, operators.Reg{Lo: math.MinInt64, Hi: math.MaxInt64})
		return len(p.Regs) - 1
	}
	sum := reg()
	body, adds := []operators.Instr{operators.Const{Dst: sum}}, []operators.Instr{}
	into := &body
	if together {
		into = &adds
	}
	for i := range n {
		x, out := reg(), reg()
		body = append(body, operators.Const{Dst: x, Int: int64(i)})
		*into = append(*into, operators.Compute{Op: operators.AddInt, Dst: out, Args: []int{sum, x}})
		sum = out
	}
	p.Body = append(body, adds...)
	if !together {
		p.Body = body
	}
	p.Sink = &operators.Emit{Out: []operators.EmitColumn{{Reg: sum, Type: plan.Type{Kind: plan.Int}}}}
	return p
}

// TestRegistersAreUsedAgain: a program has as many registers in memory as are needed at once, and
// what it takes beyond a few is charged.
func TestRegistersAreUsedAgain(t *testing.T) {
	b, err := New(Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, test := range []struct {
		together bool
		most     int
	}{{false, 4}, {true, 5004}} {
		p := added(5000, test.together)
		code, err := lower(p, b.options, &b.groups)
		if err != nil {
			t.Fatal(err)
		}
		if code.Slots > test.most || test.together && code.Slots < 5000 {
			t.Errorf("together %v: %d registers in memory, want %d at most", test.together, code.Slots, test.most)
		}
		r, err := b.Open(context.Background(), p, 0)
		if err != nil {
			t.Fatal(err)
		}
		held := operators.NewAccount(0, "", nil)
		if err := r.(*run).ChargeTo(held); err != nil {
			t.Fatal(err)
		}
		if least := int64(2 * 4700 * 9 * b.options.Batch); test.together != (held.Used() > least) {
			t.Errorf("together %v: %d bytes are charged", test.together, held.Used())
		}
		if err := r.Close(); err != nil || held.Used() != 0 {
			t.Errorf("closed: %v, %d bytes are held", err, held.Used())
		}
	}
	var short *operators.ShortError
	if _, err := b.Open(context.Background(), added(5000, true), 1<<20); !errors.As(err, &short) {
		t.Errorf("opened with little memory: %v", err)
	}
}
