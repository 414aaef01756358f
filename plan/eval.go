package plan

import (
	"context"
	"fmt"

	"gsdms/plan/function"
	"gsdms/plan/like"
	"gsdms/plan/value"
)

// Eval computes an expression on single values. leaf gives the value of each
// ColumnRef and Slot. It is the slow, plain statement of what every operator means:
// constants fold with it, dictionaries are mapped with it, the tail falls back to it, and
// tests hold the backends against it. Decimals are exact up to 65 digits here; the
// backends end with error 1690 past 64 bits.
func Eval(e Expr, leaf func(Expr) (Value, error)) (Value, error) {
	switch e := e.(type) {
	case Const:
		return e.Value, nil
	case ColumnRef, Slot:
		if leaf == nil {
			return Value{}, fmt.Errorf("evaluate %s: it is no constant", e)
		}
		return leaf(e)
	case Call:
		return evalCall(e, leaf)
	case Cast:
		v, err := Eval(e.X, leaf)
		if err != nil {
			return Value{}, err
		}
		return evalCast(e, v)
	case In:
		return evalIn(e, leaf)
	case Like:
		v, err := Eval(e.X, leaf)
		if err != nil || v.IsNull() {
			return Value{}, err
		}
		if e.read == nil {
			e.read = like.New(e.Pattern, e.Escape)
		}
		return value.OfBool(e.read.Match(v.Text)), nil
	}
	return Value{}, fmt.Errorf("evaluate %v: not a known expression", e)
}

func evalCall(c Call, leaf func(Expr) (Value, error)) (Value, error) {
	switch c.Op {
	case And, Or:
		return evalAndOr(c, leaf)
	case If:
		return evalIf(c, leaf)
	}
	f, ok := evaluators[c.Op]
	if c.Native == nil && (!ok || f.eval == nil && c.Pattern == nil && c.Zones == nil && c.Mapping == nil) {
		return Value{}, fmt.Errorf("evaluate %s: not a known function", c)
	}
	args := make([]Value, len(c.Args))
	for i, a := range c.Args {
		v, err := Eval(a, leaf)
		if err != nil {
			return Value{}, err
		}
		if v.IsNull() && !f.nulls {
			return Value{}, nil
		}
		args[i] = v
	}
	switch {
	case c.Native != nil:
		v, err := c.Native.Eval(args)
		return v, OutOfRangeIn(c, err)
	case c.Pattern != nil:
		return function.Regexp(context.Background(), string(c.Op), c.Pattern, args)
	case c.Mapping != nil:
		return c.Mapping.Of(args), nil
	case c.Zones != nil:
		return function.ConvertZone(c.Of, c.Zones, args)
	}
	v, err := f.eval(c.Of, args)
	if err != nil {
		err = OutOfRangeIn(c, err)
	}
	return v, err
}

// evalCast converts the value of e.X. The error for a constant names the constant.
func evalCast(e Cast, x Value) (Value, error) {
	v, err := value.Cast(x, e.To)
	if err == nil {
		return v, nil
	}
	if _, ok := e.X.(Const); ok {
		return v, err
	}
	return v, OutOfRangeIn(e, err)
}

// evalAndOr stops at the value that decides: FALSE for AND, TRUE for OR.
func evalAndOr(c Call, leaf func(Expr) (Value, error)) (Value, error) {
	decides := c.Op == Or
	null := false
	for _, a := range c.Args {
		v, err := Eval(a, leaf)
		if err != nil {
			return Value{}, err
		}
		if v.IsNull() {
			null = true
		} else if v.True() == decides {
			return value.OfBool(decides), nil
		}
	}
	if null {
		return Value{}, nil
	}
	return value.OfBool(!decides), nil
}

func evalIf(c Call, leaf func(Expr) (Value, error)) (Value, error) {
	cond, err := Eval(c.Args[0], leaf)
	if err != nil {
		return Value{}, err
	}
	if cond.True() {
		return Eval(c.Args[1], leaf)
	}
	return Eval(c.Args[2], leaf)
}

func evalIn(e In, leaf func(Expr) (Value, error)) (Value, error) {
	x, err := Eval(e.X, leaf)
	if err != nil || x.IsNull() {
		return Value{}, err
	}
	null := false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
		} else if x.Compare(v) == 0 {
			return value.OfBool(true), nil
		}
	}
	if null {
		return Value{}, nil
	}
	return value.OfBool(false), nil
}

// OutOfRangeIn is the error of computing e, without its arguments: a value out of range
// is said to be out of range in e. Other errors, and those where e is nil, stay.
func OutOfRangeIn(e Expr, err error) error {
	if e == nil || !IsOutOfRange(err) {
		return err
	}
	return &RangeError{Kind: e.Type().Kind, In: Written(e)}
}

// Written names an expression in an error: as it was written, where a rewrite keeps that.
func Written(e Expr) string {
	written := ""
	switch e := e.(type) {
	case Cast:
		written = e.For
	case Call:
		written = e.For
	}
	if written == "" {
		return e.String()
	}
	return written
}
