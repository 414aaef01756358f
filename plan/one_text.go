package plan

import (
	"cmp"
	"context"
	"strings"

	"gsdms/plan/function"
	"gsdms/plan/like"
	"gsdms/plan/value"
)

// OneText is an expression of one text, for who has millions of them: a chain of functions whose other
// arguments are constants. Text gives the text that it is, or Number the whole number or truth (0 or
// 1); the other one is nil. ok is false where it is NULL. It is for one goroutine. Of 1.5 million
// comments ASCII took 113 ns each by values of any kind.
type OneText struct {
	Text   func(s string) (result string, ok bool, err error)
	Number func(s string) (result int64, ok bool, err error)
}

// OfOneText gives what an expression is of a text that one column or slot is; false where it is another,
// or tells what its texts lose.
func OfOneText(e Expr) (o OneText, ok bool) {
	if isLeaf(e) || CanLoseWithin(e) {
		return o, false
	}
	switch e.Type().Kind {
	case String:
		o.Text = textOfText(e)
	case Int, Bool:
		o.Number = numberOfText(e)
	}
	return o, o.Text != nil || o.Number != nil
}

type (
	textFunc   = func(s string) (string, bool, error)
	numberFunc = func(s string) (int64, bool, error)
)

// textOfText gives nil for what is no such chain.
func textOfText(e Expr) textFunc {
	if e.Type().Kind != String {
		return nil
	}
	if isLeaf(e) {
		return func(s string) (string, bool, error) { return s, true, nil }
	}
	if c, ok := e.(Call); ok {
		if part := partOfJSON(c); part != nil {
			return behind(textOfText(c.Args[0]), part)
		}
	}
	c, inner, at := chained(e)
	if inner == nil {
		return nil
	}
	if f := onTexts[c.Op]; f != nil {
		return inner.then(func(s string) (string, bool) {
			r := f(s)
			return r, len(r) <= function.MaxText
		})
	}
	if part, n, length := partOf(c); part != nil {
		return inner.then(func(s string) (string, bool) {
			lo, hi := part(s, n, length)
			return s[lo:hi], true
		})
	}
	eval := evaluated(c, at)
	return behind(inner, func(s string) (string, bool, error) {
		v, err := eval(s)
		return v.Text, !v.IsNull(), err
	})
}

// numberOfText gives nil for what is no such chain.
func numberOfText(e Expr) numberFunc {
	if l, ok := e.(Like); ok {
		inner := chain(textOfText(l.X))
		read := like.New(l.Pattern, l.Escape)
		return inner.number(func(s string) int64 { return truth(read.Match(s)) })
	}
	if c, ok := e.(Call); ok {
		if number := numberOfJSON(c); number != nil {
			return behind(textOfText(c.Args[0]), number)
		}
	}
	c, inner, at := chained(e)
	if inner == nil && c.Op == "REGEXP_LIKE" {
		return matchedNumber(c)
	}
	if inner == nil {
		return comparedNumber(c, at)
	}
	if f := neverNull(c, at); f != nil {
		return inner.number(f)
	}
	eval := evaluated(c, at)
	return behind(inner, func(s string) (int64, bool, error) {
		v, err := eval(s)
		return v.Int, !v.IsNull(), err
	})
}

// neverNull is a function of a text, and perhaps a constant text, that is never NULL; nil for others.
func neverNull(c Call, at int) func(s string) int64 {
	if len(c.Args) == 1 && c.Op == "ASCII" {
		return func(s string) int64 { return int64(function.FirstByte(s)) }
	}
	for _, a := range c.Args {
		if a.Type().Kind != String {
			return nil
		}
	}
	f := textCall(c)
	switch {
	case f == nil:
		return nil
	case len(c.Args) == 1:
		return func(s string) int64 { return f(s, "") }
	}
	of := c.Args[1-at].(Const).Value.Text
	if at == 0 {
		return func(s string) int64 { return f(s, of) }
	}
	return func(s string) int64 { return f(of, s) }
}

// matchedNumber is whether a text matches a regular expression that has been read, which takes time by its
// length alone; nil for another.
func matchedNumber(c Call) numberFunc {
	if c.Pattern == nil || !c.Pattern.IsFast() {
		return nil
	}
	inner := textOfText(c.Args[0])
	if inner == nil {
		return nil
	}
	return func(s string) (int64, bool, error) {
		s, ok, err := inner(s)
		if !ok || err != nil {
			return 0, false, err
		}
		is, err := c.Pattern.Matches(context.Background(), s)
		return truth(is), true, err
	}
}

// comparedNumber is a comparison of a whole number with a constant one; nil for what is none.
func comparedNumber(c Call, at int) numberFunc {
	holds := comparisons[c.Op]
	if holds == nil || at < 0 || len(c.Args) != 2 || c.Args[0].Type().Kind != Int || c.Args[1].Type().Kind != Int || isLeaf(c.Args[at]) {
		return nil
	}
	number, sign, with := numberOfText(c.Args[at]), 1-2*at, c.Args[1-at].(Const).Value.Int
	if number == nil {
		return nil
	}
	return func(s string) (int64, bool, error) {
		n, ok, err := number(s)
		return truth(holds(sign * cmp.Compare(n, with))), ok, err
	}
}

// comparisons are operators by the order of their operands: below 0 where the first is less.
var comparisons = map[Op]func(order int) bool{
	Eq: func(c int) bool { return c == 0 },
	Ne: func(c int) bool { return c != 0 },
	Lt: func(c int) bool { return c < 0 },
	Le: func(c int) bool { return c <= 0 },
	Gt: func(c int) bool { return c > 0 },
	Ge: func(c int) bool { return c >= 0 },
}

// chain is a function of a text.
type chain textFunc

// then is another one of what it gives.
func (c chain) then(f func(s string) (string, bool)) textFunc {
	return func(s string) (string, bool, error) {
		s, ok, err := c(s)
		if !ok || err != nil {
			return "", false, err
		}
		s, ok = f(s)
		return s, ok, nil
	}
}

// behind gives a function of what a chain gives, which may fail or give none; nil behind nil.
func behind[T any](c chain, f func(s string) (T, bool, error)) func(s string) (T, bool, error) {
	if c == nil {
		return nil
	}
	return func(s string) (none T, ok bool, err error) {
		s, ok, err = c(s)
		if !ok || err != nil {
			return none, false, err
		}
		return f(s)
	}
}

// number is one that gives a number; nil of nil.
func (c chain) number(f func(s string) int64) numberFunc {
	if c == nil {
		return nil
	}
	return func(s string) (int64, bool, error) {
		s, ok, err := c(s)
		if !ok || err != nil {
			return 0, false, err
		}
		return f(s), true, nil
	}
}

// chained gives a call with one argument that is no constant, which is a chain of a text and stands at
// a place; inner is nil where that is no chain, and at below 0 for another call, and where a constant is NULL.
func chained(e Expr) (c Call, inner chain, at int) {
	c, ok := e.(Call)
	if !ok || c.Native != nil || c.Mapping != nil || c.Zones != nil || c.Pattern != nil {
		return c, nil, -1
	}
	if f, ok := evaluators[c.Op]; !ok || f.eval == nil || f.nulls || c.Op == LikeOf || alongPath(c) != nil {
		return c, nil, -1
	}
	at = -1
	for i, a := range c.Args {
		k, constant := a.(Const)
		switch {
		case constant && k.Value.IsNull() || !constant && at >= 0:
			return c, nil, -1
		case !constant:
			at = i
		}
	}
	if at < 0 {
		return c, nil, at
	}
	return c, textOfText(c.Args[at]), at
}

// evaluated is a call by its evaluator, whose text stands at a place.
func evaluated(c Call, at int) func(s string) (Value, error) {
	f := directCall(context.Background(), c)
	args := make([]Value, len(c.Args))
	for i, a := range c.Args {
		if k, ok := a.(Const); ok {
			args[i] = k.Value
		}
	}
	return func(s string) (Value, error) {
		args[at] = value.OfString(s)
		return f(args)
	}
}

// partOf gives a function whose result is a part of its text, and its numbers; nil for others.
func partOf(c Call) (part function.Part, n, length int64) {
	if len(c.Args) < 2 || IsConstant(c.Args[0]) {
		return nil, 0, 0
	}
	number := func(i int) int64 { return c.Args[i].(Const).Value.Int }
	if c.Op == "SUBSTRING_INDEX" {
		return function.PartBy(c.Args[1].(Const).Value.Text), 0, number(2)
	}
	length = function.Whole
	if part = function.PartOf(string(c.Op)); part != nil && len(c.Args) > 2 {
		length = number(2)
	}
	return part, number(1), length
}

// onTexts are functions of one text.
var onTexts = map[Op]func(string) string{
	"LOWER": strings.ToLower, "UPPER": strings.ToUpper, "REVERSE": function.Reverse, "HEX": function.Hex,
	"SOUNDEX": function.Soundex, "MD5": function.MD5, "SHA1": function.SHA1, "TO_BASE64": function.ToBase64,
	"JSON_UNQUOTE": function.JSONUnquote, JsonNumber: function.JSONNumber, JsonWhole: function.JSONWhole,
}
