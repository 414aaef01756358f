package plan

import "fmt"

// Eval computes an expression on single values. leaf gives the value of each
// ColumnRef and Slot. It is the slow, plain statement of what every operator means:
// constants fold with it, dictionaries are mapped with it, the finish uses it, and
// tests hold the backends against it.
func Eval(e Expr, leaf func(Expr) (Value, error)) (Value, error) {
	return Value{}, fmt.Errorf("evaluate %s: not a known expression", e)
}
