package typing

import (
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// buildFindInSet types FIND_IN_SET. The place of a member of a column of SET is that in the definition,
// whichever members a row has; a constant is looked up there once.
func buildFindInSet(args []plan.Expr) (plan.Expr, error) {
	find := coerce.Texts("FIND_IN_SET", plan.Int, 2)
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
		return find([]plan.Expr{plan.Literal(value.OfString(members[k])), args[1], call.Num(int64(k + 1))})
	}
	among, err := find([]plan.Expr{args[0], plan.Literal(value.OfString(strings.Join(members, ",")))})
	return call.If(call.Less(call.Num(0), in), among, in), err
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
			if out[i], err = coerce.Operand(a); err != nil {
				return nil, err
			}
		}
		return build(out)
	}
}
