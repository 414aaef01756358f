package plan

import (
	"context"

	"gsdms/plan/fault"
)

// Prepared computes an expression for many rows, one after another: what Eval looks for in each
// row, the functions and the room for their arguments, is found once. It is for one goroutine.
type Prepared struct {
	of     Expr
	direct func(args []Value) (Value, error) // nil: Eval computes it
	strict bool                              // an argument that is NULL makes the result NULL, and those behind it count no more
	args   []Prepared
	values []Value
	told   *fault.Told // of what values lose; nil: nobody asks
}

// Prepare prepares an expression. A value that takes long, as that of a regular expression may,
// ends with the cause of ctx when that ends. What values lose is told to whom ctx names.
func Prepare(ctx context.Context, e Expr) *Prepared {
	p := prepared(ctx, e)
	return &p
}

func prepared(ctx context.Context, e Expr) Prepared {
	p := Prepared{of: e, direct: Direct(ctx, e), told: fault.TellsTo(ctx)}
	if p.direct == nil {
		return p
	}
	c, ok := e.(Call)
	p.strict = ok && c.Strict()
	for _, a := range Children(e) {
		p.args = append(p.args, prepared(ctx, a))
	}
	p.values = make([]Value, len(p.args))
	return p
}

// Eval gives what Eval gives of the expression; leaf is as there.
func (p *Prepared) Eval(leaf func(Expr) (Value, error)) (Value, error) {
	if p.direct == nil {
		return EvalTelling(p.of, leaf, p.told)
	}
	for i := range p.args {
		v, err := p.args[i].Eval(leaf)
		if err != nil {
			return Value{}, err
		}
		if p.strict && v.IsNull() {
			return Value{}, nil
		}
		p.values[i] = v
	}
	return p.direct(p.values)
}
