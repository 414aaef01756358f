package tabulate

import (
	"math"
	"math/bits"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Limbs of a number past 64 bits are what DIV and MOD by constants leave of it (plan/limb). They are made of
// the words of its key: two million take 0.1 s of processor time, and 2 s by decimals of any length.

// digitSteps is such a chain of divisions, the first one first.
type digitSteps struct {
	all    []digitStep
	turned bool // the sign is the other one
}

// digitStep divides a number, as it is stored, and gives the quotient or what is left.
type digitStep struct {
	by    uint64
	whole bool // the quotient, which has 64 bits
}

// digitStepsOf gives the chain that an expression of one column is; false for another expression.
func digitStepsOf(e plan.Expr) (steps digitSteps, ok bool) {
	switch e := e.(type) {
	case plan.ColumnRef, plan.Slot:
		return steps, e.Type().Kind == plan.Decimal
	case plan.Cast:
		from := e.X.Type()
		same := e.To.Kind == plan.Decimal && e.To.Scale == from.Scale && (from.Kind == plan.Int || from.Kind == plan.Decimal && e.To.Precision >= from.Precision)
		steps, ok = digitStepsOf(e.X)
		return steps, ok && same
	case plan.Call:
		switch e.Op {
		case plan.Neg:
			steps, ok = digitStepsOf(e.Args[0])
			steps.turned = !steps.turned
			return steps, ok
		case plan.IntDiv, plan.Mod:
			steps, ok = digitStepsOf(e.Args[0])
			step, exact := digitStepBy(e)
			steps.all = append(steps.all, step)
			return steps, ok && exact
		}
	}
	return steps, false
}

// digitStepBy is the last step of a chain.
func digitStepBy(e plan.Call) (step digitStep, ok bool) {
	k, ok := e.Args[1].(plan.Const)
	if !ok || k.Value.Kind != plan.Decimal && k.Value.Kind != plan.Int {
		return step, false
	}
	own, _ := value.ToDecimal(k.Value)
	of := e.Args[0].Type()
	by := value.Rescale(own, of.Scale)
	n, small := value.Small(by)
	step = digitStep{by: uint64(n), whole: e.Op == plan.IntDiv}
	exact := small && n > 0 && value.CompareDecimals(by, own) == 0
	return step, exact && (step.whole && e.Of.Kind == plan.Int || !step.whole && e.Of.Kind == of.Kind && e.Of.Scale == of.Scale)
}

// of gives what the steps leave of the number of a key; false of one that has more than two words, and where
// a quotient passes 64 bits.
func (steps digitSteps) of(key []byte) (n int64, ok bool) {
	hi, lo, negative, ok := value.KeyWords(key)
	for _, s := range steps.all {
		over, rest := bits.Div64(0, hi, s.by)
		quotient, left := bits.Div64(rest, lo, s.by)
		if hi, lo = over, quotient; !s.whole {
			hi, lo = 0, left
		}
		ok = ok && hi == 0 && lo <= math.MaxInt64
	}
	if n = int64(lo); negative != steps.turned {
		n = -n
	}
	return n, ok && hi == 0 && lo <= math.MaxInt64
}

// digits puts what the steps leave of some codes of a dictionary at their places; false where it does not know
// that of one.
func (m *Maker) digits(given *results, steps digitSteps, from, to int64, key func(i int64) []byte, held *operators.Account) (ok bool, err error) {
	for i := from; i < to; i++ {
		if given.numbers[i], ok = steps.of(key(i)); !ok {
			return false, nil
		}
	}
	if err := held.Charge(given.each * (to - from)); err != nil {
		return false, err
	}
	operators.TurnsOf(m.ctx).Pause()
	return true, m.ctx.Err()
}
