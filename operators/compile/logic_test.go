package compile_test

import (
	"context"
	"testing"

	"gsdms/operators/compile"
	"gsdms/plan"
)

// TestDecidedOperandMayOverflow holds that an operand of AND or OR behind one that
// decides the result does not end in error 1690, and that it still counts everywhere
// else: where the first one is NULL, too.
func TestDecidedOperandMayOverflow(t *testing.T) {
	s := newSchema(3, 120)
	b := newShaper(s)
	const big = 1 << 50
	sum := b.call(plan.Add, "f_big", "f_qty")
	small, large := b.call(plan.Lt, "f_big", big), b.call(plan.Ge, "f_big", big)
	even := b.call(plan.Eq, b.call(plan.Mod, sum, 2), 0)
	unknown := b.call(plan.Gt, "f_disc", 0) // NULL in some rows
	for _, c := range []struct {
		name string
		expr plan.Expr
	}{
		{"and", b.call(plan.And, small, even)},
		{"or", b.call(plan.Or, large, even)},
		{"not", b.call(plan.Not, b.call(plan.And, small, even))},
		{"the second of three", b.call(plan.And, b.call(plan.And, small, unknown), even)},
		{"behind NULL", b.call(plan.Or, large, b.call(plan.And, unknown, even))},
		{"NULL or", b.call(plan.Or, b.call(plan.Or, unknown, large), even)},
		{"in a branch", b.call(plan.If, small, b.call(plan.Or, unknown, even), b.call(plan.And, small, even))},
	} {
		if outcome := checkNetwork(t, 0, s, newShaper(s).rows(c.expr, b.col("f_id")), nil); outcome != "several" {
			t.Errorf("%s: %s", c.name, outcome)
		}
	}
	q, err := compile.Query(context.Background(), newShaper(s).rows(b.call(plan.And, large, even)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interpret(t, q.Program); !isRangeError(err) {
		t.Errorf("an operand that counts gives %v past 64 bits", err)
	}
}

// TestTextThatDoesNotCountMayOverflow holds that a function of a string ends in error
// 1690 only for rows that count, though it has no value for other strings of the column.
func TestTextThatDoesNotCountMayOverflow(t *testing.T) {
	s := newSchema(3, 120)
	b := newShaper(s)
	length := b.call("LENGTH", "f_mode") // 7 at most
	short, product := b.call(plan.Lt, length, 4), b.call(plan.Mul, length, 1<<61)
	known := b.call(plan.And, b.call(plan.Gt, "f_qty", 0), short)
	for name, n := range map[string]*plan.Pipeline{
		"in a branch":    newShaper(s).rows(b.call(plan.If, known, product, 0), b.col("f_id")),
		"behind and":     newShaper(s).rows(b.call(plan.And, known, b.call(plan.Gt, product, 5)), b.col("f_id")),
		"in rows left":   newShaper(s).where(short).rows(product, b.col("f_id")),
		"as a condition": newShaper(s).where(short).where(b.call(plan.Gt, product, "f_qty")).rows(b.col("f_id")),
	} {
		if outcome := checkNetwork(t, 0, s, n, nil); outcome != "several" {
			t.Errorf("%s: %s", name, outcome)
		}
	}
	q, err := compile.Query(context.Background(), newShaper(s).rows(product), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interpret(t, q.Program); !isRangeError(err) {
		t.Errorf("a product that counts gives %v past 64 bits", err)
	}
}
