package compile

import (
	"context"
	"errors"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Computable reports whether programs compute an expression of columns of tables whose
// arguments they compute. What depends on the values of columns is tried; columns of
// tables without rows can have any. What is not computable is for the operators behind a
// pipeline.
func Computable(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (bool, error) {
	places := placesOf(e, nil)
	wide := slices.ContainsFunc(places, func(p place) bool { return tables[p.table].Table.Columns[p.column].Wide() })
	if len(places) == 0 {
		v, err := plan.Eval(e, nil)
		return err != nil || !isBeyond(plan.Const{Value: v, Of: e.Type()}), nil
	}
	unsorted := unsortedOf(tables, places) != nil
	if !wide && !unsorted && always(e) && !refuses(e) {
		return true, nil
	}
	if hasClockDigits(e) {
		return false, nil
	}
	for _, p := range places {
		if tables[p.table].Table.Data == nil {
			return isOfOneText(tables, places) && !refuses(e) || e.Type().Kind == plan.Decimal && !hasWideQuotient(e), nil
		}
	}
	c := newCompiler(ctx, &plan.Pipeline{Tables: tables, Root: places[0].table}, cache)
	c.unbound = true
	if unsorted && (tests(e) || c.isTruth(places[0], e)) {
		return true, nil
	}
	_, err := c.expr(e)
	var unsupported *emit.UnsupportedError
	if errors.As(err, &unsupported) {
		return false, nil
	}
	if plan.IsOutOfRange(err) { // for some value of a column that may be in no row
		return e.Type().Kind != plan.Decimal, nil
	}
	if plan.IsOfValue(err) { // likewise: behind the pipeline only rows that count are computed
		return false, nil
	}
	return e.Type().Kind != plan.Decimal && !changesSign(e) || !c.CanFail(), err
}

// ComputableWide is Computable where a number that other stages leave may have more than 64
// bits, or be any of 64 bits or NULL: what is computed of one is not, but for functions of it alone that are short themselves.
func ComputableWide(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (bool, error) {
	places := placesOf(e, nil)
	unsure := slices.ContainsFunc(places, func(p place) bool {
		t := tables[p.table].Table
		of := t.Columns[p.column].Type
		return t.Data == nil && mayBeLong(of)
	})
	long := mayBeLong(e.Type())
	if len(places) > 0 && (unsure || long) && (long || len(places) > 1) {
		return false, nil
	}
	return Computable(ctx, tables, e, cache)
}

// mayBeLong reports whether numbers of a type may pass 64 bits, or take all that there are beside
// NULL.
func mayBeLong(t plan.Type) bool {
	return t.Keyed() || t.Kind == plan.Unsigned || t.Kind == plan.Int && !t.Bounded()
}

// Bounds gives two numbers that an expression of columns of stored tables lies between;
// false where a program could pass 64 bits, or does not compute it.
func Bounds(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (lo, hi int64, ok bool) {
	places := placesOf(e, nil)
	for _, p := range places {
		if tables[p.table].Table.Data == nil {
			return 0, 0, false
		}
	}
	if len(places) == 0 {
		return 0, 0, false
	}
	c := newCompiler(ctx, &plan.Pipeline{Tables: tables, Root: places[0].table}, cache)
	c.unbound = true
	o, err := c.expr(e)
	if err != nil || c.CanFail() || c.Reg(o.reg).Float {
		return 0, 0, false
	}
	return c.Reg(o.reg).Lo, c.Reg(o.reg).Hi, true
}

// hasWideQuotient reports whether an expression has a quotient of more than nine digits
// behind the point: 64 bits have no room for much before it.
func hasWideQuotient(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		q, ok := x.(plan.Call)
		found = found || ok && q.Op == plan.Quotient && q.Of.Scale > 9
		return !found
	})
	return found
}

// changesSign reports whether an expression is a conversion from or to unsigned numbers, whose
// values may have no number in 64 bits with a sign.
func changesSign(e plan.Expr) bool {
	c, ok := e.(plan.Cast)
	return ok && (c.To.Kind == plan.Unsigned) != (c.X.Type().Kind == plan.Unsigned)
}

// hasClockDigits reports whether an expression takes the digits of a moment with fractions
// as one decimal, which 64 bits have no room for.
func hasClockDigits(e plan.Expr) bool {
	found := false
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Cast)
		found = found || ok && c.To.Kind == plan.Decimal && c.X.Type().Kind.Ticking()
		return !found
	})
	return found
}

// isOfOneText reports whether places are one column of texts: any function of it is a
// table over its dictionary.
func isOfOneText(tables []*plan.TableRef, places []place) bool {
	return len(places) == 1 && tables[places[0].table].Table.Columns[places[0].column].Type.Kind == plan.String
}

// refuses reports whether an expression is an error for some texts.
func refuses(e plan.Expr) (found bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		c, ok := x.(plan.Call)
		found = found || ok && c.Refuses()
		return !found
	})
	return found
}

// always reports whether programs compute an expression whatever the values of its
// arguments are.
func always(e plan.Expr) bool {
	switch e := e.(type) {
	case plan.Call:
		return alwaysCalled(e)
	case plan.Cast:
		from, to := e.X.Type().Kind, e.To.Kind
		switch {
		case from.Temporal() && to.Temporal():
			return true
		case from != to && (from == plan.Unsigned || to == plan.Unsigned):
			return false
		case to == plan.Decimal && e.To.Precision > value.SureDigits && from != plan.Null:
			return false
		}
		return from == to || from == plan.Null || from == plan.String || to != plan.String && !to.Temporal() && !from.Ticking()
	}
	return true
}

func alwaysCalled(e plan.Call) bool {
	switch e.Op {
	case plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq, plan.And, plan.Or, plan.Xor, plan.Not, plan.IsNull:
		return true
	}
	if slices.ContainsFunc(e.Args, isBeyond) {
		return false
	}
	if e.Op == plan.If {
		return true
	}
	if e.Of.Kind == plan.String || hasText(e.Args) {
		arg, _ := onSlot(e)
		return arg != nil && arg.Type().Kind == plan.String
	}
	if e.Of.Kind == plan.Decimal && e.Of.Precision > value.SureDigits {
		return false
	}
	switch e.Op {
	case plan.Add, plan.Sub, plan.Mul, plan.Div, plan.Quotient, plan.IntDiv, plan.Mod, plan.Neg, plan.Abs, plan.Floor, plan.Ceil, plan.Rand, plan.Greatest, plan.Least,
		plan.Year, plan.Month, plan.Day, plan.AddMonths, plan.DateDiff,
		plan.BitAnd, plan.BitOr, plan.BitXor, plan.ShiftLeft, plan.ShiftRight, plan.BitCount, plan.FromBits, plan.ToBits:
		return true
	case plan.Round, plan.Cut:
		_, ok := emit.RoundDigits(e)
		return ok || !e.Args[0].Type().Float()
	}
	return emit.IsMath(e.Op) || e.Native != nil
}

// anyValue gives a register for any value of a column, of a program that never runs.
func (c *compiler) anyValue(p place) int {
	column := c.valueColumn(p)
	r := operators.Reg{Float: column.Storage.Float, Nullable: true, Lo: column.Min, Hi: column.Max}
	if r.Lo > r.Hi {
		r.Lo, r.Hi = math.MinInt64, math.MaxInt64
	}
	return c.NewReg(r)
}
