package plan

import (
	"context"
	"fmt"

	"gsdms/plan/fault"
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
	return evaluation{leaf, nil}.of(e)
}

// EvalTelling is Eval that tells what values lost on the way; told may be nil.
func EvalTelling(e Expr, leaf func(Expr) (Value, error), told *fault.Told) (Value, error) {
	return evaluation{leaf, told}.of(e)
}

// evaluation is what the parts of an expression are computed with.
type evaluation struct {
	leaf func(Expr) (Value, error)
	told *fault.Told // of what is lost; nil: nobody asks
}

func (x evaluation) of(e Expr) (Value, error) {
	switch e := e.(type) {
	case Const:
		return e.Value, nil
	case ColumnRef, Slot:
		if x.leaf == nil {
			return Value{}, fmt.Errorf("evaluate %s: it is no constant", e)
		}
		return x.leaf(e)
	case Call:
		return x.call(e)
	case Cast:
		from, err := x.of(e.X)
		if err != nil {
			return Value{}, err
		}
		v, err := evalCast(e, from)
		if x.told != nil && err == nil {
			tell(x.told, lossOf(e), v, from)
		}
		return v, err
	case In:
		return x.in(e)
	case Like:
		v, err := x.of(e.X)
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

func (x evaluation) call(c Call) (Value, error) {
	switch c.Op {
	case And, Or:
		return x.andOr(c)
	case If:
		return x.choice(c)
	}
	f, ok := evaluators[c.Op]
	if c.Native == nil && (!ok || f.eval == nil && c.Pattern == nil && c.Zones == nil && c.Mapping == nil) {
		return Value{}, fmt.Errorf("evaluate %s: not a known function", c)
	}
	args := make([]Value, len(c.Args))
	for i, a := range c.Args {
		v, err := x.of(a)
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
		return zoned(c, args)
	}
	v, err := f.eval(c.Of, args)
	if err != nil {
		return v, OutOfRangeIn(c, err)
	}
	if x.told != nil {
		tell(x.told, lossOf(c), v, args...)
	}
	return v, nil
}

// zoned computes a function of moments of two time zones.
func zoned(c Call, args []Value) (Value, error) {
	switch c.Op {
	case ShiftOfZones:
		return value.OfInt(c.Zones.Shift(args[0].Int, args[3].Int)), nil
	case SkippedByZone:
		return value.OfBool(c.Zones.Skipped(args[0].Int, args[3].Int)), nil
	}
	return function.ConvertZone(c.Of, c.Zones, args)
}

// evalCast converts the value of e.X. The error for a constant names the constant.
func evalCast(e Cast, x Value) (Value, error) {
	v, err := castOf(x, e.X.Type(), e.atMost())
	if err == nil {
		return v, nil
	}
	if _, ok := e.X.(Const); ok {
		return v, err
	}
	return v, OutOfRangeIn(e, err)
}

// castOf converts a value of a type. The text of a double has the digits that the type shows.
func castOf(v Value, from, to Type) (Value, error) {
	if from.Kind == Double && v.Kind == Double && to.Kind == String {
		return value.OfString(string(from.AppendTextOfDouble(nil, v.Float))), nil
	}
	return value.Cast(v, to)
}

// andOr stops at the value that decides: FALSE for AND, TRUE for OR.
func (x evaluation) andOr(c Call) (Value, error) {
	decides := c.Op == Or
	null := false
	for _, a := range c.Args {
		v, err := x.of(a)
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

func (x evaluation) choice(c Call) (Value, error) {
	cond, err := x.of(c.Args[0])
	if err != nil {
		return Value{}, err
	}
	if cond.True() {
		return x.of(c.Args[1])
	}
	return x.of(c.Args[2])
}

func (x evaluation) in(e In) (Value, error) {
	of, err := x.of(e.X)
	if err != nil || of.IsNull() {
		return Value{}, err
	}
	null := false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
		} else if of.Compare(v) == 0 {
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
		return unconverted(e).String()
	}
	return written
}

// unconverted is a computation that has no sign over the whole numbers that it was written of: these are decimals in it,
// which go past 63 bits.
func unconverted(e Expr) Expr {
	c, ok := e.(Cast)
	if !ok || c.To.Kind != Unsigned {
		return e
	}
	return Replace(c, func(e Expr) Expr {
		of, ok := e.(Cast)
		if k := e.Type().Kind; !ok || k != Decimal || of.To.Scale > 0 || of.X.Type().Kind != Int && of.X.Type().Kind != Bool {
			return nil
		}
		return of.X
	})
}
