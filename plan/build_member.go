package plan

import "gsdms/plan/value"

// numberOfMember is the number of a text of the ENUM or SET that the second argument names.
const numberOfMember Op = "member"

// memberNumber is the number of an ENUM or a SET.
func memberNumber(e Expr) Expr {
	n := intCall(numberOfMember, e, Literal(value.OfString(e.Type().Name)))
	if len(e.Type().Members()) == value.MaxSetMembers {
		return unsigned(n)
	}
	return n
}

func evalMember(_ Type, a []Value) (Value, error) {
	n, _ := Type{Kind: String, Name: a[1].Text}.MemberNumber(a[0].Text)
	return value.OfInt(int64(n)), nil
}

// Ordered is what the values of an expression are ordered by: a number of ENUM or SET, else they
// themselves.
func Ordered(e Expr) Expr {
	if _, ok := e.(Const); !ok && e.Type().Listed() {
		return memberNumber(e)
	}
	return e
}
