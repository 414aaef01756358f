package compile_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"gsdms/operators/compile"
	"gsdms/plan"
)

// TestBlame holds what a program says of a device that reports nothing but that a value
// was out of range: the expression if no other one can be, else those that can.
func TestBlame(t *testing.T) {
	s := newSchema(3, 120)
	b := newShaper(s)
	small := b.call(plan.Add, "f_qty", 1)
	sum, product := b.call(plan.Add, "f_big", "f_qty"), b.call(plan.Mul, "f_big", "f_qty")
	safe := b.call(plan.IntDiv, "f_qty", 7)
	for _, c := range []struct {
		exprs []plan.Expr
		want  string
	}{
		{[]plan.Expr{small, safe, b.call(plan.Div, "f_price", "f_qty")}, "a value is out of range"},
		{[]plan.Expr{sum, small, safe, sum}, "BIGINT value is out of range in '(fact.f_big + fact.f_qty)'"},
		{[]plan.Expr{b.call(plan.If, b.call(plan.Gt, "f_disc", 0), sum, "f_disc")}, "BIGINT value is out of range in '(fact.f_big + fact.f_qty)'"},
		{[]plan.Expr{product, sum}, "a value is out of range in one of '(fact.f_big * fact.f_qty)', '(fact.f_big + fact.f_qty)'"},
	} {
		q, err := compile.Query(context.Background(), newShaper(s).rows(c.exprs...), nil)
		if err != nil {
			t.Fatal(err)
		}
		err = q.Program.Blame(fmt.Errorf("run: %w", &plan.RangeError{}))
		var coded interface{ SQLCode() int }
		if !errors.As(err, &coded) || coded.SQLCode() != plan.RangeCode {
			t.Errorf("%v: %v has not code %d", c.exprs, err, plan.RangeCode)
		}
		if got := coded.(error).Error(); got != c.want {
			t.Errorf("%v: %q, want %q", c.exprs, got, c.want)
		}
	}
	named := &plan.RangeError{Kind: plan.Int, In: "(a + b)"}
	q, err := compile.Query(context.Background(), newShaper(s).rows(sum), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.Program.Blame(named); got != error(named) {
		t.Errorf("an error that says where became %v", got)
	}
}
