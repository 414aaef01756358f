package plan

import (
	"errors"
	"testing"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

func windowSlot(i int, k Kind) Slot { return Slot{Index: i, Of: Type{Kind: k}, CanBeNil: true} }

func TestWindowsPrintAsSQL(t *testing.T) {
	three := Bound{At: Preceding, Offset: value.OfInt(3)}
	over := Over{
		Partition: []Slot{windowSlot(0, Int)},
		Order:     []WindowOrder{{Slot: windowSlot(1, Int), Desc: true}, {Slot: windowSlot(2, Date)}},
		Frame:     &Frame{Lo: three, Hi: Bound{At: CurrentRow}},
	}
	sum, err := NewWindowFunc(WindowSum, []Expr{windowSlot(3, Int)}, over)
	if err != nil {
		t.Fatal(err)
	}
	count, err := NewWindowFunc(WindowCount, nil, Over{})
	if err != nil {
		t.Fatal(err)
	}
	want := "Window SUM(#3) OVER (PARTITION BY #0 ORDER BY #1 DESC, #2 ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), COUNT(*) OVER ()"
	if got := (Window{[]WindowFunc{sum, count}}).String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The types are those that MySQL 8 gives for such columns.
func TestWindowFunctionsHaveTypes(t *testing.T) {
	n, d, f := windowSlot(0, Int), Slot{Index: 1, Of: value.DecimalType(10, 2)}, windowSlot(2, Double)
	fits := Literal(value.OfInt(1))
	for _, c := range []struct {
		name WindowName
		args []Expr
		want string
		null bool
	}{
		{RowNumber, nil, "BIGINT", false},
		{Ntile, []Expr{fits}, "BIGINT", false},
		{CumeDist, nil, "DOUBLE", false},
		{Lag, []Expr{d}, "DECIMAL(10,2)", true},
		{Lag, []Expr{d, fits, Literal(value.OfInt(0))}, "DECIMAL(10,2)", false},
		{Lead, []Expr{n, fits, Literal(value.OfDecimal(15, 1))}, "DECIMAL(20,1)", true},
		{FirstValue, []Expr{d}, "DECIMAL(10,2)", false},
		{NthValue, []Expr{d, fits}, "DECIMAL(10,2)", true},
		{WindowCount, []Expr{n}, "BIGINT", false},
		{WindowSum, []Expr{n}, "DECIMAL(41,0)", true},
		{WindowSum, []Expr{d}, "DECIMAL(32,2)", false},
		{WindowSum, []Expr{f}, "DOUBLE", true},
		{WindowMax, []Expr{f}, "DOUBLE", true},
	} {
		w, err := NewWindowFunc(c.name, c.args, Over{})
		if err != nil || w.Of.String() != c.want || w.CanBeNil != c.null {
			t.Errorf("%s%v: got %s, NULL %v, %v; want %s, NULL %v", c.name, c.args, w.Of, w.CanBeNil, err, c.want, c.null)
		}
	}
}

func TestWrongWindowsAreErrors(t *testing.T) {
	one := Bound{At: Following, Offset: value.OfInt(1)}
	byInt, byText := []WindowOrder{{Slot: windowSlot(0, Int)}}, []WindowOrder{{Slot: windowSlot(0, String)}}
	x := windowSlot(1, Int)
	for _, c := range []struct {
		name WindowName
		args []Expr
		over Over
		code int
	}{
		{"MEDIAN", nil, Over{}, fault.CodeNoFunction},
		{RowNumber, []Expr{x}, Over{}, fault.CodeWrongParamCount},
		{Ntile, []Expr{Literal(value.OfInt(0))}, Over{}, fault.CodeWrongArguments},
		{Ntile, []Expr{x}, Over{}, fault.CodeWrongArguments},
		{Lag, []Expr{x, Literal(value.OfInt(-1))}, Over{}, fault.CodeWrongArguments},
		{WindowCount, nil, Over{Frame: &Frame{Lo: Bound{At: UnboundedFollowing}, Hi: one}}, CodeFrameStart},
		{WindowCount, nil, Over{Frame: &Frame{Lo: one, Hi: Bound{At: CurrentRow}}}, CodeFrameStart},
		{WindowCount, nil, Over{Frame: &Frame{Lo: one, Hi: Bound{At: UnboundedPreceding}}}, CodeFrameEnd},
		{WindowCount, nil, Over{Frame: &Frame{Lo: Bound{At: Preceding, Offset: value.OfInt(-1)}, Hi: one}}, CodeFrameOffset},
		{WindowCount, nil, Over{Frame: &Frame{Lo: Bound{At: Preceding, Offset: value.OfDecimal(15, 1)}, Hi: one}}, CodeFrameOffset},
		{WindowCount, nil, Over{Order: byInt, Frame: &Frame{Range: true, Lo: Bound{At: Preceding}, Hi: one}}, CodeFrameOffset},
		{WindowCount, nil, Over{Frame: &Frame{Range: true, Lo: Bound{At: CurrentRow}, Hi: one}}, CodeRangeOrder},
		{WindowCount, nil, Over{Order: byText, Frame: &Frame{Range: true, Lo: Bound{At: CurrentRow}, Hi: one}}, CodeRangeOrder},
	} {
		_, err := NewWindowFunc(c.name, c.args, c.over)
		var coded *fault.Error
		if !errors.As(err, &coded) || coded.Code != c.code {
			t.Errorf("%s%v OVER (%s): got %v, want error %d", c.name, c.args, c.over, err, c.code)
		}
	}
}
