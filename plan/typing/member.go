package typing

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// memberNumber is the number of an ENUM or a SET.
func memberNumber(e plan.Expr) plan.Expr {
	n := intCall(plan.NumberOfMember, e, plan.Literal(value.OfString(e.Type().Name)))
	if len(e.Type().Members()) == value.MaxSetMembers {
		return unsigned(n)
	}
	return n
}

// Ordered is what the values of an expression are ordered by: a number of ENUM or SET, a key of
// JSON, else they themselves.
func Ordered(e plan.Expr) plan.Expr {
	_, constant := e.(plan.Const)
	switch {
	case constant:
		return e
	case e.Type().Listed():
		return memberNumber(e)
	case IsJSON(e):
		return jsonKey(e)
	}
	return e
}

// buildFindInSet types FIND_IN_SET. The place of a member of a column of SET is that in the definition,
// whichever members a row has; a constant is looked up there once.
func buildFindInSet(args []plan.Expr) (plan.Expr, error) {
	find := texts("FIND_IN_SET", plan.Int, 2)
	if _, ok := args[1].(plan.ColumnRef); !ok || !args[1].Type().Set() {
		return find(args)
	}
	in, err := find(args)
	sought, wrong := constantText(args[0])
	if err != nil || wrong != nil {
		return in, err
	}
	members := args[1].Type().Members()
	if c, ok := sought.(plan.Const); ok {
		k := slices.IndexFunc(members, func(m string) bool { return sameLetters(m, c.Value.Text) })
		if k < 0 || c.Value.IsNull() {
			return in, nil
		}
		return find([]plan.Expr{plan.Literal(value.OfString(members[k])), args[1], num(int64(k + 1))})
	}
	among, err := find([]plan.Expr{args[0], plan.Literal(value.OfString(strings.Join(members, ",")))})
	return choice(below(num(0), in), among, in), err
}

// sameLetters reports whether texts are the same but for the case of the letters of ASCII.
func sameLetters(a, b string) bool {
	upper := func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	return strings.Map(upper, a) == strings.Map(upper, b)
}

// ofOperands types arithmetic, to which ENUM, SET and ELT are doubles, as all texts are: the numbers of
// the members, and of what ELT chooses.
func ofOperands(build func([]plan.Expr) (plan.Expr, error)) func([]plan.Expr) (plan.Expr, error) {
	return func(args []plan.Expr) (plan.Expr, error) {
		out := make([]plan.Expr, len(args))
		for i, a := range args {
			var err error
			if out[i], err = Operand(a); err != nil {
				return nil, err
			}
		}
		return build(out)
	}
}

// Operand gives an operand of arithmetic: the number of a member, or of what ELT chooses.
func Operand(e plan.Expr) (plan.Expr, error) {
	if e.Type().Listed() {
		return Convert(memberNumber(e), plan.Type{Kind: plan.Double})
	}
	if c, ok := e.(plan.Call); ok && isElt(c, 1) {
		return chosenNumber(c)
	}
	return e, nil
}

// chosenNumber is ELT as a double.
func chosenNumber(e plan.Expr) (plan.Expr, error) {
	double := plan.Type{Kind: plan.Double}
	c, ok := e.(plan.Call)
	if !ok {
		return plan.NullOf(double), nil
	}
	chosen := c.Args[1]
	if shown, ok := chosen.(plan.Cast); ok {
		chosen = shown.X
	}
	x, err := number(chosen)
	if err != nil {
		return nil, err
	}
	if x, err = Convert(x, double); err != nil {
		return nil, err
	}
	others, err := chosenNumber(c.Args[2])
	return plan.Call{Op: plan.If, Args: []plan.Expr{c.Args[0], x, others}, Of: double}, err
}

// isElt reports whether a call is ELT from its n-th text on, as buildElt types it.
func isElt(c plan.Call, n int64) bool {
	if c.Op != plan.If || c.Of.Kind != plan.String {
		return false
	}
	is, ok := c.Args[0].(plan.Call)
	if !ok || is.Op != plan.Eq || !plan.Equal(is.Args[1], num(n)) {
		return false
	}
	switch rest := c.Args[2].(type) {
	case plan.Const:
		return rest.Value.IsNull()
	case plan.Call:
		return isElt(rest, n+1)
	}
	return false
}
