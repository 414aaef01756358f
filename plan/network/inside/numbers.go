package inside

import (
	"math"

	"gsdms/plan"
	"gsdms/plan/value"
)

// partAsNumber gives the number that is read of a part; nil: its columns do not say which that is.
func partAsNumber(c plan.Cast) plan.Expr {
	spelled, ok := c.X.(plan.Call)
	if !ok {
		return nil
	}
	var as plan.Op
	of := spelled
	switch spelled.Op {
	case "JSON_UNQUOTE", plan.JsonNumber, plan.JsonWhole:
		as = spelled.Op
		if of, ok = spelled.Args[0].(plan.Call); !ok {
			return nil
		}
	}
	if of.Op == "JSON_LENGTH" {
		return nil
	}
	p, ok := partRead(of.Op, of.Args)
	if !ok {
		return nil
	}
	number := p.column(plan.PartNumber)
	if number == nil {
		return nil
	}
	becomes := castPart(c, number, as)
	if becomes == nil {
		return nil
	}
	other := p.other()
	if other == nil || of.Op == "JSON_VALUE" {
		return becomes
	}
	others := c
	if others.X = other; as != "" {
		spelled.Args = []plan.Expr{other}
		others.X = spelled
	}
	return elseOther(number, becomes, others)
}

// castPart gives the number of a part as a cast gives it of its text, which a function spells; nil where that needs
// the text.
func castPart(c plan.Cast, number plan.Expr, as plan.Op) plan.Expr {
	whole := number.Type().Kind == plan.Int
	c.X = number
	switch {
	case c.To.Kind == plan.Double, whole && c.To.Kind == plan.Int:
		return c
	case c.To.Kind == plan.Int && as == plan.JsonWhole:
		return nearestWhole(c)
	}
	return nil
}

// nearestWhole gives a double as the nearest whole number, one that 64 bits do not hold as the last one that they do.
func nearestWhole(c plan.Cast) plan.Expr {
	past := func(op plan.Op, bound float64, last int64, other plan.Expr) plan.Expr {
		is := plan.Call{Op: op, Args: []plan.Expr{c.X, plan.Literal(value.OfFloat(bound))}, Of: plan.Type{Kind: plan.Bool}}
		return plan.Call{Op: plan.If, Args: []plan.Expr{is, plan.Literal(value.OfInt(last)), other}, Of: c.To}
	}
	return past(plan.Ge, 1<<63, math.MaxInt64, past(plan.Le, -1<<63, math.MinInt64, c))
}
