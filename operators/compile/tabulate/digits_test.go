package tabulate

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"gsdms/plan"
	"gsdms/plan/value"
)

// drawDigits is a chain of DIV, MOD, signs and casts of a decimal.
func drawDigits(t *rapid.T, of plan.Type) plan.Expr {
	e := plan.Expr(plan.Slot{Of: of})
	for range rapid.IntRange(1, 3).Draw(t, "steps") {
		from := e.Type()
		by := plan.Literal(value.OfWide(value.BigPow10(rapid.IntRange(0, 20).Draw(t, "by")).MathBigInt(), rapid.IntRange(0, from.Scale).Draw(t, "scale")))
		switch rapid.SampledFrom([]string{"DIV", "MOD", "-", "CAST"}).Draw(t, "step") {
		case "DIV":
			e = plan.Call{Op: plan.IntDiv, Args: []plan.Expr{e, by}, Of: plan.Type{Kind: plan.Int}}
		case "MOD":
			e = plan.Call{Op: plan.Mod, Args: []plan.Expr{e, by}, Of: value.DecimalType(38, max(from.Scale, by.Type().Scale))}
		case "-":
			e = plan.Call{Op: plan.Neg, Args: []plan.Expr{e}, Of: from}
		default:
			e = plan.Cast{X: e, To: value.DecimalType(40, from.Scale)}
		}
		if k := plan.Literal(value.OfInt(1e9)); e.Type().Kind == plan.Int && rapid.Bool().Draw(t, "whole") {
			e = plan.Call{Op: rapid.SampledFrom([]plan.Op{plan.IntDiv, plan.Mod}).Draw(t, "again"), Args: []plan.Expr{e, k}, Of: e.Type()}
		}
		if e.Type().Kind == plan.Int {
			e = plan.Cast{X: e, To: value.DecimalType(20, 0)}
		}
	}
	return e
}

// What is made of the words of a key is what the expression gives of its number; where it does not say, that has
// more than 64 bits somewhere, or the key more than two words.
func TestDigitsAgreeWithEval(t *testing.T) {
	known, asked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		asked++
		of := value.DecimalType(38, rapid.IntRange(0, 18).Draw(t, "digits"))
		e := drawDigits(t, of)
		steps, ok := digitStepsOf(e)
		if !ok {
			return
		}
		n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 18).Draw(t, "number"))
		if rapid.Bool().Draw(t, "below 0") {
			n.Neg(n)
		}
		got, ok := steps.of([]byte(value.NumberKey(n)))
		if !ok {
			return
		}
		known++
		v, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return value.OfWide(n, of.Scale), nil })
		if err != nil {
			t.Fatalf("%s of %d with %d digits is %d, and not %v", e, n, of.Scale, got, err)
		}
		if want, small := value.Small(value.Rescale(v.Dec, e.Type().Scale)); !small || want != got {
			t.Fatalf("%s of %d with %d digits is %d, and not %s", e, n, of.Scale, got, v)
		}
	})
	if known*10 < asked {
		t.Errorf("only %d of %d were made of words", known, asked)
	}
}
