package inside

import (
	"math"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// comparedPart gives the comparison of a part's number in place of that of its key among JSON values with a
// constant: keys of numbers are ordered as these are, so the number is compared with the first one whose key
// comes not before the constant, or behind it. It is nil of other expressions.
func comparedPart(c plan.Call) plan.Expr {
	if len(c.Args) != 2 {
		return nil
	}
	keyed, at := keyOf(c.Args[0]), 1
	if keyed == nil {
		keyed, at = keyOf(c.Args[1]), 0
	}
	if keyed == nil {
		return nil
	}
	folded, err := plan.FoldAll(c.Args[at])
	with, constant := folded.(plan.Const)
	if err != nil || !constant || with.Value.Kind != plan.String {
		return nil
	}
	p, ok := partOf(keyed.Args[0])
	if !ok {
		return nil
	}
	number := p.column(plan.PartNumber)
	if number == nil {
		return nil
	}
	op := c.Op
	if at == 0 {
		op = turned[op]
	}
	compared := comparedNumber(op, number, with.Value.Text)
	if compared == nil {
		return nil
	}
	others := plan.Expr(plan.Const{Of: plan.Type{Kind: plan.Bool}})
	if other := p.other(); other != nil {
		keyed.Args = []plan.Expr{other}
		c.Args = []plan.Expr{c.Args[0], c.Args[1]}
		c.Args[1-at] = *keyed
		others = c
	}
	return elseOther(number, compared, others)
}

// keyOf is an expression that is the key of a JSON value; nil of others.
func keyOf(e plan.Expr) *plan.Call {
	if c, ok := e.(plan.Call); ok && c.Op == plan.JsonKey {
		return &c
	}
	return nil
}

// turned are comparisons with their operands in the other order.
var turned = map[plan.Op]plan.Op{plan.Eq: plan.Eq, plan.Ne: plan.Ne, plan.Lt: plan.Gt, plan.Le: plan.Ge, plan.Gt: plan.Lt, plan.Ge: plan.Le}

// comparedNumber compares the key of a number that is not NULL with another key; nil: it is no comparison, or
// one of other numbers.
func comparedNumber(op plan.Op, number plan.Expr, key string) plan.Expr {
	line, ok := lines[number.Type().Kind]
	if !ok || turned[op] == "" {
		return nil
	}
	from, ok := line.first(func(k string) bool { return k >= key })
	behind, more := line.first(func(k string) bool { return k > key })
	below := func(bound plan.Value, there bool) plan.Expr { return line.compared(plan.Lt, number, bound, there) }
	above := func(bound plan.Value, there bool) plan.Expr { return line.compared(plan.Ge, number, bound, there) }
	switch op {
	case plan.Lt:
		return below(from, ok)
	case plan.Ge:
		return above(from, ok)
	case plan.Le:
		return below(behind, more)
	case plan.Gt:
		return above(behind, more)
	case plan.Eq:
		return plan.Combine(plan.And, []plan.Expr{above(from, ok), below(behind, more)})
	}
	return plan.Combine(plan.Or, []plan.Expr{below(from, ok), above(behind, more)})
}

// line is the numbers of a type in their order.
type line struct {
	least, most int64 // by their ranks
	at          func(rank int64) plan.Value
}

// lines are those of types that parts have.
var lines = map[plan.Kind]line{
	plan.Int:    {math.MinInt64, math.MaxInt64, value.OfInt},
	plan.Double: {plan.RankOf(-math.MaxFloat64), plan.RankOf(math.MaxFloat64), func(rank int64) plan.Value { return value.OfFloat(plan.OfRank(rank)) }},
}

// key is that of a number.
func (l line) key(rank int64) string {
	text, _ := function.JSONOf(value.Type{}, []plan.Value{l.at(rank)})
	return string(json.AppendNumberKey(nil, text.Text))
}

// first gives the first number whose key is one that all behind it are, too; false: there is none.
func (l line) first(is func(key string) bool) (plan.Value, bool) {
	if !is(l.key(l.most)) {
		return plan.Value{}, false
	}
	low, high := l.least, l.most // high is one
	for low < high {
		middle := low + int64(uint64(high-low)/2)
		if is(l.key(middle)) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return l.at(low), true
}

// compared compares a number with a bound; where that is not there all numbers are below it.
func (l line) compared(op plan.Op, number plan.Expr, bound plan.Value, there bool) plan.Expr {
	if !there {
		return plan.Literal(value.OfBool(op == plan.Lt))
	}
	return plan.Call{Op: op, Args: []plan.Expr{number, plan.Literal(bound)}, Of: plan.Type{Kind: plan.Bool}}
}
