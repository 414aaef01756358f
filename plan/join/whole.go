package join

import (
	"gsdms/plan"
	"gsdms/plan/linear"
	"gsdms/plan/value"
)

// A whole number that is compared with a text is one as a double, as is the text. Where doubles hold
// all that it may be, it is equal to those that are whole: it is looked up as the number that it is, by
// what the text is as one, which is worked out once for each of few texts. Doubles of rows are hashed
// in less time.

// mostWhole is up to where, from 0, doubles hold all whole numbers.
const mostWhole = 1 << 53

// byWhole gives the sides of an equality as whole numbers, where the one to be matched is such a number
// as a double, and the other one a text as a double; else as they are.
func byWhole(tables []*plan.TableRef, match, key plan.Expr) (plan.Expr, plan.Expr) {
	c, ok := asDouble(match, plan.Int)
	if _, text := asDouble(key, plan.String); !ok || !text {
		return match, key
	}
	if n, ok := linear.Of(tables, c.X); !ok || !n.Within(-mostWhole, mostWhole) {
		return match, key
	}
	return c.X, wholeOf(key)
}

// asDouble gives the conversion of what is of a kind to a double that an expression is.
func asDouble(e plan.Expr, of plan.Kind) (c plan.Cast, ok bool) {
	c, ok = e.(plan.Cast)
	return c, ok && !c.Shown && c.To.Kind == plan.Double && c.X.Type().Kind == of
}

// wholeOf gives a double as a whole number, and one that is none, or too far from 0, as one beyond
// mostWhole.
func wholeOf(x plan.Expr) plan.Expr {
	number := func(n float64) plan.Expr { return plan.Literal(value.OfFloat(n)) }
	call := func(op plan.Op, of plan.Kind, args ...plan.Expr) plan.Expr {
		return plan.Call{Op: op, Args: args, Of: plan.Type{Kind: of}}
	}
	none := plan.Combine(plan.Or, []plan.Expr{
		call(plan.Ne, plan.Bool, x, call(plan.Floor, plan.Double, x)),
		call(plan.Gt, plan.Bool, call(plan.Abs, plan.Double, x), number(mostWhole)),
	})
	return plan.Cast{X: call(plan.If, plan.Double, none, number(mostWhole+2), x), To: plan.Type{Kind: plan.Int}}
}
