package tail

import (
	"context"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// CAST(d AS UNSIGNED) of a decimal of few digits, and operators on bits, are computed for many rows
// at once: no node of theirs evaluates a row.
func TestUnsignedByOpcodes(t *testing.T) {
	of := value.DecimalType(15, 2)
	cents := []int64{0, 149, 150, -1, -250, 999999999999950}
	rows := &plan.Rows{Len: len(cents), Columns: []plan.Vector{{Type: of, Ints: cents}}}
	r := newRunner(context.Background(), rows, Options{Threads: 1})
	e, err := coerce.CastUnsigned(plan.Slot{Of: of})
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.compile(e)
	if err != nil || c.node == nil || !byOpcodes(c.node) {
		t.Fatalf("%s is evaluated row by row: %v", e, err)
	}
	out, err := Run(context.Background(), []plan.Operator{plan.Project{Exprs: []plan.Expr{e}}}, rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{0, 1, 2, 0, 18446744073709551613, 10000000000000} {
		if got := value.UnsignedOf(out.Columns[0].Ints[i]); got != want {
			t.Errorf("%d cents: %d, want %d", cents[i], got, want)
		}
	}
}

// byOpcodes reports whether a node and those below it are of opcodes.
func byOpcodes(n node) bool {
	switch n := n.(type) {
	case scalarNode:
		return false
	case limitNode:
		return byOpcodes(n.x)
	case withinNode:
		return byOpcodes(n.x) && byOpcodes(n.of)
	case opNode:
		for _, a := range n.args {
			if !byOpcodes(a) {
				return false
			}
		}
	}
	return true
}
