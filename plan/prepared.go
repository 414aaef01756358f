package plan

import "context"

// Prepared computes an expression for many rows, one after another: what Eval looks for in each
// row, the functions and the room for their arguments, is found once. It is for one goroutine.
type Prepared struct {
	of     Expr
	direct func(args []Value) (Value, error)                                    // of all arguments; nil: there is no such
	some   func(args []Prepared, leaf func(Expr) (Value, error)) (Value, error) // of those that count; nil: Eval computes it
	strict bool                                                                 // an argument that is NULL makes the result NULL, and those behind it count no more
	args   []Prepared
	values []Value
}

// Prepare prepares an expression. A value that takes long, as that of a regular expression may,
// ends with the cause of ctx when that ends.
func Prepare(ctx context.Context, e Expr) *Prepared {
	p := prepared(ctx, e)
	return &p
}

func prepared(ctx context.Context, e Expr) Prepared {
	p := Prepared{of: e, direct: Direct(ctx, e), some: lazily(e)}
	if p.direct == nil && p.some == nil {
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

// lazily gives what computes an operator of which some operands do not count in each row; nil for
// another expression.
func lazily(e Expr) func(args []Prepared, leaf func(Expr) (Value, error)) (Value, error) {
	c, ok := e.(Call)
	switch {
	case ok && c.Op == If:
		return preparedIf
	case ok && (c.Op == And || c.Op == Or):
		return func(args []Prepared, leaf func(Expr) (Value, error)) (Value, error) {
			return andOr(c.Op == Or, len(args), func(i int) (Value, error) { return args[i].Eval(leaf) })
		}
	}
	return nil
}

func preparedIf(args []Prepared, leaf func(Expr) (Value, error)) (Value, error) {
	test, err := args[0].Eval(leaf)
	switch {
	case err != nil:
		return Value{}, err
	case test.True():
		return args[1].Eval(leaf)
	}
	return args[2].Eval(leaf)
}

// Eval gives what Eval gives of the expression; leaf is as there.
func (p *Prepared) Eval(leaf func(Expr) (Value, error)) (Value, error) {
	switch {
	case p.some != nil:
		return p.some(p.args, leaf)
	case p.direct == nil:
		return Eval(p.of, leaf)
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
