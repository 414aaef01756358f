package plan

import (
	"context"
	"slices"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Prepared computes an expression for many rows, one after another: what Eval looks for in each
// row, the functions and the room for their arguments, is found once. It is for one goroutine.
type Prepared struct {
	of     Expr
	direct func(args []Value) (Value, error) // nil: Eval computes it
	strict bool                              // an argument that is NULL makes the result NULL, and those behind it count no more
	null   bool                              // it is NULL behind those of args
	leaf   bool                              // it is the leaf's
	args   []argument
	values []Value     // of all arguments; constants stay there
	told   *fault.Told // of what values lose; nil: nobody asks
	lazy   lazy        // of an operator that does not compute all of its operands, which are args; else nil
}

// argument is one that is no constant, by its place.
type argument struct {
	at int
	of Prepared
}

// Prepare prepares an expression. A value that takes long, as that of a regular expression may,
// ends with the cause of ctx when that ends. What values lose is told to whom ctx names.
func Prepare(ctx context.Context, e Expr) *Prepared {
	p := prepared(ctx, e)
	return &p
}

func prepared(ctx context.Context, e Expr) Prepared {
	if p, ok := preparedChain(ctx, e); ok {
		return p
	}
	p := Prepared{of: e, direct: Direct(ctx, e), told: fault.TellsTo(ctx), leaf: isLeaf(e)}
	c, ok := e.(Call)
	if ok && lazyOf[c.Op] != nil {
		p.lazy, p.args = lazyOf[c.Op], preparedAll(ctx, c.Args)
		return p
	}
	if p.direct == nil {
		return p
	}
	p.strict = ok && c.Strict()
	children := Children(e)
	p.values = make([]Value, len(children))
	for i, a := range children {
		if c, ok := a.(Const); ok {
			if p.values[i] = c.Value; p.strict && c.Value.IsNull() {
				p.null = true
				break
			}
			continue
		}
		p.args = append(p.args, argument{i, prepared(ctx, a)})
	}
	return p
}

// preparedChain prepares two functions of one text, or more, as one.
func preparedChain(ctx context.Context, e Expr) (p Prepared, ok bool) {
	one, ok := OfOneText(e)
	if !ok || one.Text == nil {
		return p, false
	}
	leaf, functions := e, 0
	for ; !isLeaf(leaf); functions++ {
		children := Children(leaf)
		leaf = children[slices.IndexFunc(children, func(c Expr) bool { return !IsConstant(c) })]
	}
	if functions < 2 {
		return p, false
	}
	return Prepared{of: e, strict: true, values: make([]Value, 1), args: []argument{{0, prepared(ctx, leaf)}}, direct: func(args []Value) (Value, error) {
		s, ok, err := one.Text(args[0].Text)
		if !ok || err != nil {
			return Value{}, err
		}
		return value.OfString(s), nil
	}}, true
}

// Eval gives what Eval gives of the expression; leaf is as there.
func (p *Prepared) Eval(leaf func(Expr) (Value, error)) (Value, error) {
	switch {
	case p.leaf && leaf != nil:
		return leaf(p.of)
	case p.lazy != nil:
		return p.lazy(p.args, leaf)
	case p.direct == nil:
		return EvalTelling(p.of, leaf, p.told)
	}
	for i := range p.args {
		a := &p.args[i]
		v, err := a.of.Eval(leaf)
		if err != nil {
			return Value{}, err
		}
		if p.strict && v.IsNull() {
			return Value{}, nil
		}
		p.values[a.at] = v
	}
	if p.null {
		return Value{}, nil
	}
	return p.direct(p.values)
}
