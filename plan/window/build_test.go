package window_test

import (
	"errors"
	"testing"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

func windowSlot(i int, k plan.Kind) plan.Slot {
	return plan.Slot{Index: i, Of: plan.Type{Kind: k}, CanBeNil: true}
}

func TestWindowsPrintAsSQL(t *testing.T) {
	three := plan.Bound{At: plan.Preceding, Offset: value.OfInt(3)}
	over := plan.Over{
		Partition: []plan.Slot{windowSlot(0, plan.Int)},
		Order:     []plan.WindowOrder{{Slot: windowSlot(1, plan.Int), Desc: true}, {Slot: windowSlot(2, plan.Date)}},
		Frame:     &plan.Frame{Lo: three, Hi: plan.Bound{At: plan.CurrentRow}},
	}
	sum, err := window.New(plan.WindowSum, []plan.Expr{windowSlot(3, plan.Int)}, over)
	if err != nil {
		t.Fatal(err)
	}
	count, err := window.New(plan.WindowCount, nil, plan.Over{})
	if err != nil {
		t.Fatal(err)
	}
	want := "Window SUM(#3) OVER (PARTITION BY #0 ORDER BY #1 DESC, #2 ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), COUNT(*) OVER ()"
	if got := (plan.Window{Funcs: []plan.WindowFunc{sum, count}}).String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The types are those that MySQL 8 gives for such columns.
func TestWindowFunctionsHaveTypes(t *testing.T) {
	n, d, f := windowSlot(0, plan.Int), plan.Slot{Index: 1, Of: value.DecimalType(10, 2)}, windowSlot(2, plan.Double)
	fits := plan.Literal(value.OfInt(1))
	for _, c := range []struct {
		name plan.WindowName
		args []plan.Expr
		want string
		null bool
	}{
		{plan.RowNumber, nil, "BIGINT", false},
		{plan.Ntile, []plan.Expr{fits}, "BIGINT", false},
		{plan.CumeDist, nil, "DOUBLE", false},
		{plan.Lag, []plan.Expr{d}, "DECIMAL(10,2)", true},
		{plan.Lag, []plan.Expr{d, fits, plan.Literal(value.OfInt(0))}, "DECIMAL(10,2)", false},
		{plan.Lead, []plan.Expr{n, fits, plan.Literal(value.OfDecimal(15, 1))}, "DECIMAL(20,1)", true},
		{plan.FirstValue, []plan.Expr{d}, "DECIMAL(10,2)", false},
		{plan.NthValue, []plan.Expr{d, fits}, "DECIMAL(10,2)", true},
		{plan.WindowCount, []plan.Expr{n}, "BIGINT", false},
		{plan.WindowSum, []plan.Expr{n}, "DECIMAL(41,0)", true},
		{plan.WindowSum, []plan.Expr{d}, "DECIMAL(32,2)", false},
		{plan.WindowSum, []plan.Expr{f}, "DOUBLE", true},
		{plan.WindowMax, []plan.Expr{f}, "DOUBLE", true},
	} {
		w, err := window.New(c.name, c.args, plan.Over{})
		if err != nil || w.Of.String() != c.want || w.CanBeNil != c.null {
			t.Errorf("%s%v: got %s, NULL %v, %v; want %s, NULL %v", c.name, c.args, w.Of, w.CanBeNil, err, c.want, c.null)
		}
	}
}

func TestWrongWindowsAreErrors(t *testing.T) {
	one := plan.Bound{At: plan.Following, Offset: value.OfInt(1)}
	byInt, byText := []plan.WindowOrder{{Slot: windowSlot(0, plan.Int)}}, []plan.WindowOrder{{Slot: windowSlot(0, plan.String)}}
	x := windowSlot(1, plan.Int)
	for _, c := range []struct {
		name plan.WindowName
		args []plan.Expr
		over plan.Over
		code int
	}{
		{"MEDIAN", nil, plan.Over{}, fault.CodeNoFunction},
		{plan.RowNumber, []plan.Expr{x}, plan.Over{}, fault.CodeWrongParamCount},
		{plan.Ntile, []plan.Expr{plan.Literal(value.OfInt(0))}, plan.Over{}, fault.CodeWrongArguments},
		{plan.Ntile, []plan.Expr{x}, plan.Over{}, fault.CodeWrongArguments},
		{plan.Lag, []plan.Expr{x, plan.Literal(value.OfInt(-1))}, plan.Over{}, fault.CodeWrongArguments},
		{plan.WindowCount, nil, plan.Over{Frame: &plan.Frame{Lo: plan.Bound{At: plan.UnboundedFollowing}, Hi: one}}, plan.CodeFrameStart},
		{plan.WindowCount, nil, plan.Over{Frame: &plan.Frame{Lo: one, Hi: plan.Bound{At: plan.CurrentRow}}}, plan.CodeFrameStart},
		{plan.WindowCount, nil, plan.Over{Frame: &plan.Frame{Lo: one, Hi: plan.Bound{At: plan.UnboundedPreceding}}}, plan.CodeFrameEnd},
		{plan.WindowCount, nil, plan.Over{Frame: &plan.Frame{Lo: plan.Bound{At: plan.Preceding, Offset: value.OfInt(-1)}, Hi: one}}, plan.CodeFrameOffset},
		{plan.WindowCount, nil, plan.Over{Frame: &plan.Frame{Lo: plan.Bound{At: plan.Preceding, Offset: value.OfDecimal(15, 1)}, Hi: one}}, plan.CodeFrameOffset},
		{plan.WindowCount, nil, plan.Over{Order: byInt, Frame: &plan.Frame{Range: true, Lo: plan.Bound{At: plan.Preceding}, Hi: one}}, plan.CodeFrameOffset},
		{plan.WindowCount, nil, plan.Over{Frame: &plan.Frame{Range: true, Lo: plan.Bound{At: plan.CurrentRow}, Hi: one}}, plan.CodeRangeOrder},
		{plan.WindowCount, nil, plan.Over{Order: byText, Frame: &plan.Frame{Range: true, Lo: plan.Bound{At: plan.CurrentRow}, Hi: one}}, plan.CodeRangeOrder},
	} {
		_, err := window.New(c.name, c.args, c.over)
		var coded *fault.Error
		if !errors.As(err, &coded) || coded.Code != c.code {
			t.Errorf("%s%v OVER (%s): got %v, want error %d", c.name, c.args, c.over, err, c.code)
		}
	}
}
