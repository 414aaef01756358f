package plan

import (
	"slices"

	"gsdms/plan/fault"
	"gsdms/plan/value"
)

// Fold evaluates an expression of constants only; others it gives back as they are. So it does where
// a value is out of range: whoever needs the value, in a branch that is taken, meets the error. Where
// the first argument of a choice of constants decides it, the others do not matter.
func Fold(e Expr) (Expr, error) {
	args := Children(e)
	if _, ok := e.(Composite); ok || len(args) == 0 {
		return e, nil
	}
	if c, ok := e.(Cast); ok && c.Shown {
		return foldShown(c)
	}
	if !decided(e) && !castsJSON(e) && slices.ContainsFunc(args, notConstant) {
		return e, nil
	}
	var told fault.Told
	if in, ok := e.(In); ok {
		told.Add(in.Lost.All()...)
	}
	v, err := EvalTelling(e, nil, &told)
	switch {
	case IsOutOfRange(err):
		return e, nil
	case err != nil:
		return nil, err
	case choosesBits(e, v):
		return e, nil
	}
	return Const{Value: v, Of: Plain(e.Type()), Lost: lostWith(counted(e), &told), Raw: GivesBytes(e)}, nil
}

// GivesBytes reports whether an expression is a text that operators on bits take for bytes: what a function gives whose
// result MySQL has for them, or its value.
func GivesBytes(e Expr) bool {
	switch e := e.(type) {
	case Const:
		return e.Raw
	case Call:
		return e.Op == "UNHEX" || e.Op == "FROM_BASE64" || e.Op == "CHAR"
	}
	return false
}

// choosesBits reports whether an expression chooses a whole number past 63 bits, which is a decimal only because others
// have a sign: its bits are those of what it chooses, and not those of the decimal.
func choosesBits(e Expr, v Value) bool {
	c, ok := e.(Call)
	if !ok || c.Op != If || v.Kind != Decimal || v.Dec.Negative {
		return false
	}
	whole := value.Rescale(v.Dec, 0)
	return whole.Coeff.IsUint64() && !whole.Coeff.IsInt64() && value.CompareDecimals(whole, v.Dec) == 0
}

// castsJSON reports whether an expression is the number of a JSON value that is a constant, which is computed with
// the cast, whose warning is another one than that of a text.
func castsJSON(e Expr) bool {
	c, ok := e.(Cast)
	return ok && spellsJSON(c.X) && !notConstant(c.X.(Call).Args[0])
}

// spellsJSON reports whether an expression is the text of a JSON value as a number.
func spellsJSON(e Expr) bool {
	c, ok := e.(Call)
	return ok && (c.Op == JsonNumber || c.Op == JsonWhole)
}

func notConstant(e Expr) bool {
	_, ok := e.(Const)
	return !ok
}

// OfConstants reports whether an expression reads nothing.
func OfConstants(e Expr) bool {
	only := true
	Visit(e, func(x Expr) bool {
		_, composite := x.(Composite)
		only = only && !composite && (len(Children(x)) > 0 || !notConstant(x))
		return only
	})
	return only
}

// decided reports whether an AND, an OR or an IF is a constant by its first argument, whatever the
// arguments are that do not matter then.
func decided(e Expr) bool {
	c, ok := e.(Call)
	if !ok {
		return false
	}
	first, ok := c.Args[0].(Const)
	switch {
	case !ok || !OfConstants(e):
		return false
	case c.Op == If && first.Value.True():
		return !notConstant(c.Args[1])
	case c.Op == If:
		return !notConstant(c.Args[2])
	}
	return c.Op == And && !first.Value.IsNull() && !first.Value.True() || c.Op == Or && first.Value.True()
}

// foldShown keeps the digits that a constant does not show.
func foldShown(c Cast) (Expr, error) {
	x, err := Fold(c.X)
	if err != nil {
		return nil, err
	}
	k, ok := x.(Const)
	if !ok {
		return c, nil
	}
	v, err := value.Cast(k.Value, c.atMost())
	return Const{Value: v, Of: Plain(c.To), Digits: k.Value.Dec, Lost: k.Lost}, err
}

// FoldAll evaluates every part of an expression that is made of constants only.
func FoldAll(e Expr) (Expr, error) {
	e, err := MapChildren(e, FoldAll)
	if err != nil {
		return nil, err
	}
	return Fold(e)
}

// FoldNow is FoldAll for who needs the value of constants at once: out of range it is an error.
func FoldNow(e Expr) (Expr, error) {
	e, err := FoldAll(e)
	if err != nil {
		return nil, err
	}
	v, err := Eval(e, nil)
	switch {
	case IsOutOfRange(err):
		return nil, err
	case err == nil && choosesBits(e, v):
		return Const{Value: v, Of: Plain(e.Type())}, nil
	}
	return e, nil
}
