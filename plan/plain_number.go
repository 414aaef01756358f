package plan

import (
	"cmp"
	"context"

	"gsdms/plan/function"
	"gsdms/plan/value"
)

// OfPlainText gives what an expression is of a text that one column or slot is, where most texts are as plain as CAST of
// digits, the number of an address, comparisons of these and a part of a document ask for. Of another text, for which it
// may be NULL, lose something or fail, the expression itself is computed; whom ctx names is told what is lost. ok is false
// of other expressions.
func OfPlainText(ctx context.Context, e Expr) (o OneText, ok bool) {
	var of Value
	leaf := func(Expr) (Value, error) { return of, nil }
	if text := plainText(e); text != nil && !isLeaf(e) {
		whole := Prepare(ctx, e)
		o.Text = func(s string) (string, bool, error) {
			if t, ok := text(s); ok {
				return t, true, nil
			}
			of = value.OfString(s)
			v, err := whole.Eval(leaf)
			return v.Text, !v.IsNull(), err
		}
		return o, true
	}
	number := plainNumber(e)
	if number == nil {
		return o, false
	}
	whole := Prepare(ctx, e)
	o.Number = func(s string) (int64, bool, error) {
		if n, ok := number(s); ok {
			return n, true, nil
		}
		of = value.OfString(s)
		v, err := whole.Eval(leaf)
		n, fits := v.Number()
		if err == nil && !fits && !v.IsNull() {
			err = &RangeError{Kind: e.Type().Kind, In: e.String()}
		}
		return n, !v.IsNull(), err
	}
	return o, true
}

// plainNumber gives the number of a text; ok is false of one that is not plain. It is nil of other expressions.
func plainNumber(e Expr) func(s string) (n int64, ok bool) {
	switch e := e.(type) {
	case Cast:
		return plainCast(e)
	case Call:
		switch {
		case e.Op == "INET_ATON":
			return numberIn(e.Args[0], function.AddressNumber)
		case e.Op == And || e.Op == Or:
			return plainTruth(e)
		case comparisons[e.Op] != nil:
			return plainComparison(e)
		case len(e.Args) == 1 && textCall(e) != nil:
			count := textCall(e)
			return numberIn(e.Args[0], func(s string) (int64, bool) { return count(s, ""), true })
		}
	}
	return nil
}

// numberIn reads a number in a plain text; nil where that is another one.
func numberIn(text Expr, read func(s string) (int64, bool)) func(s string) (int64, bool) {
	of := plainText(text)
	if of == nil {
		return nil
	}
	return func(s string) (int64, bool) {
		s, ok := of(s)
		if !ok {
			return 0, false
		}
		return read(s)
	}
}

// plainCast is plainNumber of a text that is a whole number, and of such a number as a decimal.
func plainCast(e Cast) func(s string) (int64, bool) {
	of := e.X.Type().Kind
	switch {
	case e.To.Min < e.To.Max:
		return nil
	case e.To.Kind == Int && of == String:
		return numberIn(e.X, digits)
	case e.To.Kind == Unsigned && of == String:
		return numberIn(e.X, func(s string) (int64, bool) {
			n, ok := digits(s)
			return value.UnsignedNumber(uint64(n)), ok && n >= 0
		})
	case e.To.Kind == Decimal && e.To.Scale == 0 && e.To.Guard == 0 && (of == Int || of == Unsigned):
		return plainDecimal(e)
	}
	return nil
}

// plainDecimal is plainCast of a whole number of so few digits that any decimal type holds it which is made for such.
func plainDecimal(e Cast) func(s string) (int64, bool) {
	number, unsigned := plainNumber(e.X), e.X.Type().Kind == Unsigned
	if number == nil {
		return nil
	}
	most := int64(1)
	for range min(e.To.Precision, mostDigits) {
		most *= 10
	}
	return func(s string) (int64, bool) {
		n, ok := number(s)
		if unsigned {
			n = int64(value.UnsignedOf(n))
		}
		return n, ok && -most < n && n < most
	}
}

// mostDigits is how many digits a plain number may have: 64 bits hold it, whatever they are.
const mostDigits = 18

// digits reads a whole number that is written as such and nothing else.
func digits(s string) (n int64, ok bool) {
	of := s
	if s != "" && s[0] == '-' {
		of = s[1:]
	}
	if of == "" || len(of) > mostDigits {
		return 0, false
	}
	for i := range len(of) {
		d := of[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = 10*n + int64(d)
	}
	if len(of) < len(s) {
		n = -n
	}
	return n, true
}

// plainComparison is plainNumber of a number that is compared with a constant one.
func plainComparison(c Call) func(s string) (int64, bool) {
	sign, at := 1, 0
	if IsConstant(c.Args[0]) {
		sign, at = -1, 1
	}
	k, ok := c.Args[1-at].(Const)
	if !ok || k.Value.Kind != c.Args[at].Type().Kind || k.Of.Scale != c.Args[at].Type().Scale {
		return nil
	}
	number, holds := plainNumber(c.Args[at]), comparisons[c.Op]
	with, fits := k.Value.Number()
	if number == nil || !fits {
		return nil
	}
	return func(s string) (int64, bool) {
		n, ok := number(s)
		return truth(holds(sign * cmp.Compare(n, with))), ok
	}
}

// plainTruth is plainNumber of AND and OR.
func plainTruth(c Call) func(s string) (int64, bool) {
	var of []func(s string) (int64, bool)
	for _, a := range c.Args {
		f := plainNumber(a)
		if f == nil {
			return nil
		}
		of = append(of, f)
	}
	decides := truth(c.Op == Or)
	return func(s string) (int64, bool) {
		for _, f := range of {
			if is, plain := f(s); !plain || is == decides {
				return is, plain
			}
		}
		return 1 - decides, true
	}
}

// plainText gives a text that is made of another one, which is not NULL, or the part of a document; nil of other expressions.
func plainText(e Expr) func(s string) (string, bool) {
	if isLeaf(e) {
		return func(s string) (string, bool) { return s, true }
	}
	if c, ok := e.(Call); ok {
		if along := alongPath(c); along != nil {
			return partIn(c.Args[0], along)
		}
		if f := onTexts[c.Op]; f != nil && !isLeaf(c.Args[0]) {
			return madeOf(plainText(c.Args[0]), f)
		}
	}
	one, ok := OfOneText(e)
	if !ok || one.Text == nil {
		return nil
	}
	return func(s string) (string, bool) {
		s, ok, err := one.Text(s)
		return s, ok && err == nil
	}
}

// partIn is what a path leads to in a document.
func partIn(document Expr, along func(args []Value) (Value, error)) func(s string) (string, bool) {
	of := plainText(document)
	if of == nil {
		return nil
	}
	args := make([]Value, 1)
	return func(s string) (string, bool) {
		s, ok := of(s)
		if !ok {
			return "", false
		}
		args[0] = value.OfString(s)
		v, err := along(args)
		return v.Text, err == nil && v.Kind == String
	}
}

// madeOf is a function of a plain text.
func madeOf(of func(s string) (string, bool), f func(s string) string) func(s string) (string, bool) {
	if of == nil {
		return nil
	}
	return func(s string) (string, bool) {
		s, ok := of(s)
		if !ok {
			return "", false
		}
		s = f(s)
		return s, len(s) <= function.MaxText
	}
}
