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

// buildFindInSet types FIND_IN_SET. A constant is looked up among the members of a column of SET, and
// its place is that in the definition, whichever members a row has.
func buildFindInSet(args []plan.Expr) (plan.Expr, error) {
	find := texts("FIND_IN_SET", plan.Int, 2)
	if _, ok := args[1].(plan.ColumnRef); !ok || !args[1].Type().Set() {
		return find(args)
	}
	sought, err := constantText(args[0])
	c, ok := sought.(plan.Const)
	if err != nil || !ok || c.Value.IsNull() {
		return find(args)
	}
	members := args[1].Type().Members()
	if k := slices.IndexFunc(members, func(m string) bool { return sameLetters(m, c.Value.Text) }); k >= 0 {
		return find([]plan.Expr{plan.Literal(value.OfString(members[k])), args[1], num(int64(k + 1))})
	}
	return find(args)
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
