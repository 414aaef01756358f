package scalar

import (
	"context"
	"errors"
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/limb"
)

// Computable reports whether programs compute an expression of columns of tables whose
// arguments they compute. What depends on the values of columns is tried; columns of
// tables without rows can have any. What is not computable is for the operators behind a
// pipeline.
func Computable(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (bool, error) {
	if r, ok := e.(plan.ColumnRef); ok && tables[r.Table].Table.Columns[r.Column].Wide() {
		return true, nil // by its codes
	}
	return computable(ctx, tables, e, cache)
}

// Presumes reports whether programs compute an expression of stored columns unless a function in it
// refuses a text, or gives a number that 64 bits do not hold, which is an error of the program that is
// compiled, or of its run. It tries none: of the many texts of a column the conditions may leave few.
func Presumes(tables []*plan.TableRef, e plan.Expr) bool {
	places := exprs.Places(e, nil)
	if emit.Always(e) && !exprs.Refuses(e) || slices.ContainsFunc(places, func(p exprs.Place) bool { return tables[p.Table].Table.Data == nil }) {
		return false
	}
	if exprs.IsOfOneText(tables, places) {
		dict := tables[places[0].Table].Table.Columns[places[0].Column].Dict
		_, pair := limb.OfPair(e)
		return dict != nil && plan.TakesLong(e, dict.Len()) && !pair && !exprs.HasClockDigits(e)
	}
	wide := slices.ContainsFunc(places, func(p exprs.Place) bool { return tables[p.Table].Table.Columns[p.Column].Wide() })
	return !wide && exprs.Unsorted(tables, places) == nil && emit.Always(e) &&
		!slices.ContainsFunc(plan.Children(e), func(x plan.Expr) bool { return exprs.Refuses(x) && !Presumes(tables, x) })
}

// computable is Computable but for columns of numbers of more than 64 bits, which are not.
func computable(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (bool, error) {
	if _, ok := limb.OfPair(e); ok {
		return false, nil
	}
	places := exprs.Places(e, nil)
	wide := slices.ContainsFunc(places, func(p exprs.Place) bool { return tables[p.Table].Table.Columns[p.Column].Wide() })
	if len(places) == 0 {
		v, err := plan.Eval(e, nil)
		return err != nil || !exprs.IsBeyond(plan.Const{Value: v, Of: e.Type()}), nil
	}
	unsorted := exprs.Unsorted(tables, places) != nil
	stored := !slices.ContainsFunc(places, func(p exprs.Place) bool { return tables[p.Table].Table.Data == nil })
	if !wide && !unsorted && emit.Always(e) && !exprs.Refuses(e) && !(stored && plan.TestsMade(e)) {
		return true, nil
	}
	if exprs.HasClockDigits(e) {
		return false, nil
	}
	if !stored {
		return (exprs.IsOfOneText(tables, places) || isOfTexts(e)) && !exprs.Refuses(e) || e.Type().Kind == plan.Decimal && !exprs.HasWideQuotient(e), nil
	}
	c := unbound(ctx, tables, places[0].Table, cache)
	if unsorted && (exprs.IsTest(e) || c.isTruth(places[0], e)) {
		return true, nil
	}
	compile := c.Expr
	if c.choosesLong(e) {
		compile = c.Coded
	}
	_, err := compile(e)
	var unsupported *emit.UnsupportedError
	if errors.As(err, &unsupported) {
		return false, nil
	}
	if plan.IsOutOfRange(err) { // for some value of a column that may be in no row
		return e.Type().Kind != plan.Decimal && !exprs.IsKey(e), nil
	}
	if plan.IsOfValue(err) { // likewise: behind the pipeline only rows that count are computed
		return false, nil
	}
	return e.Type().Kind != plan.Decimal && !exprs.ChangesSign(e) || !c.CanFail(), err
}

// ComputableWide is Computable where a number that other stages leave may have more than 64
// bits, or be any of 64 bits or NULL: what is computed of one is not, but for functions of it alone that are short themselves.
// What is computed of stored columns is, if the bounds of these say that it is short.
func ComputableWide(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (bool, error) {
	places := exprs.Places(e, nil)
	unsure := slices.ContainsFunc(places, func(p exprs.Place) bool {
		t := tables[p.Table].Table
		of := t.Columns[p.Column].Type
		return t.Data == nil && mayBeLong(of)
	})
	long := mayBeLong(e.Type())
	if len(places) > 0 && (unsure || long) && (long || len(places) > 1) {
		lo, hi, ok := Bounds(ctx, tables, e, cache)
		if all := lo == math.MinInt64 && hi == math.MaxInt64; !ok || all { // beside which NULL has no room
			return false, nil
		}
	}
	return computable(ctx, tables, e, cache)
}

// mayBeLong reports whether numbers of a type may pass 64 bits, or take all that there are beside
// NULL.
func mayBeLong(t plan.Type) bool {
	return t.Keyed() || t.Kind == plan.Unsigned || t.Kind == plan.Int && !t.Bounded()
}

// Bounds gives two numbers that an expression of columns of stored tables lies between;
// false where a program could pass 64 bits, or does not compute it.
func Bounds(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) (lo, hi int64, ok bool) {
	places := exprs.Places(e, nil)
	for _, p := range places {
		if tables[p.Table].Table.Data == nil {
			return 0, 0, false
		}
	}
	if len(places) == 0 {
		return 0, 0, false
	}
	c := unbound(ctx, tables, places[0].Table, cache)
	o, err := c.Expr(e)
	if err != nil || c.CanFail() || c.Reg(o.Reg).Float {
		return 0, 0, false
	}
	return c.Reg(o.Reg).Lo, c.Reg(o.Reg).Hi, true
}

// anyValue gives a register for any value of a column, of a program that never runs.
func (c *Compiler) anyValue(p exprs.Place) int {
	column := c.Where.ValueColumn(p)
	r := operators.Reg{Float: column.Storage.Float, Nullable: true, Lo: column.Min, Hi: column.Max}
	if r.Lo > r.Hi {
		r.Lo, r.Hi = math.MinInt64, math.MaxInt64
	}
	return c.NewReg(r)
}
