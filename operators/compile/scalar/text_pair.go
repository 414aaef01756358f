package scalar

import (
	"unicode/utf8"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/lexicon"
	"gsdms/plan"
)

// Whether a text fits a pattern of the row, and where it has a part that is one of the row, is found in
// the program, of the texts that both codes stand for: so rows are not stored to be looked at behind it.
// A device leaves that to the processor.

// isOfTexts reports whether an expression is such a function.
func isOfTexts(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	if !ok || len(call.Args) < 2 || call.Args[0].Type().Kind != plan.String || call.Args[1].Type().Kind != plan.String {
		return false
	}
	switch call.Op {
	case plan.LikeOf:
		escape, ok := call.Args[2].(plan.Const)
		return ok && escape.Value.Kind == plan.String
	case "INSTR":
		return len(call.Args) == 2
	}
	return false
}

// ofTexts compiles a function of two texts that are codes of dictionaries; ok is false for another.
func (c *Compiler) ofTexts(e plan.Call, x, y Operand) (o Operand, ok bool, err error) {
	if !isOfTexts(e) || x.Dict == nil || y.Dict == nil {
		return Operand{}, false, nil
	}
	loop, r := lexicon.PlaceIn(x.Dict, y.Dict), operators.Reg{Hi: 1 << 32}
	if e.Op == plan.LikeOf {
		escape, _ := utf8.DecodeRuneInString(e.Args[2].(plan.Const).Value.Text)
		if loop, ok = lexicon.Fits(x.Dict, y.Dict, escape); !ok {
			return Operand{}, false, nil
		}
		r = emit.Condition
	}
	native, err := operators.NewNative(string(e.Op), []plan.Kind{plan.Int, plan.Int}, plan.Int, loop, "")
	if err != nil {
		return Operand{}, false, err
	}
	return Operand{Reg: c.Carried(native, r, x.Reg, y.Reg)}, true, nil
}
