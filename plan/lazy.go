package plan

import (
	"context"

	"gsdms/plan/value"
)

// lazy computes an operator of operands, of which it computes those that count. A CASE that holds functions of
// millions of texts was computed by Eval as a whole, which read the path of a JSON_EXTRACT for each of them.
type lazy func(operands []argument, leaf func(Expr) (Value, error)) (Value, error)

// lazyOf are the operators that do not compute all their operands.
var lazyOf = map[Op]lazy{
	If: chosen,
	And: func(operands []argument, leaf func(Expr) (Value, error)) (Value, error) {
		return firstThat(false, operands, leaf)
	},
	Or: func(operands []argument, leaf func(Expr) (Value, error)) (Value, error) {
		return firstThat(true, operands, leaf)
	},
}

// preparedAll prepares all operands, constants too.
func preparedAll(ctx context.Context, operands []Expr) []argument {
	all := make([]argument, len(operands))
	for i, a := range operands {
		all[i] = argument{i, prepared(ctx, a)}
	}
	return all
}

// chosen is IF.
func chosen(operands []argument, leaf func(Expr) (Value, error)) (Value, error) {
	cond, err := operands[0].of.Eval(leaf)
	switch {
	case err != nil:
		return Value{}, err
	case cond.True():
		return operands[1].of.Eval(leaf)
	}
	return operands[2].of.Eval(leaf)
}

// firstThat is AND and OR, which end with the first operand that decides.
func firstThat(decides bool, operands []argument, leaf func(Expr) (Value, error)) (Value, error) {
	null := false
	for i := range operands {
		v, err := operands[i].of.Eval(leaf)
		switch {
		case err != nil:
			return Value{}, err
		case v.IsNull():
			null = true
		case v.True() == decides:
			return value.OfBool(decides), nil
		}
	}
	if null {
		return Value{}, nil
	}
	return value.OfBool(!decides), nil
}
