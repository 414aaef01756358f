package scalar

import (
	"context"
	"slices"

	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Loses reports whether a program that computes an expression of columns of stored tables would lose
// something, for some value that its columns may have: a text of a dictionary that is no number or no
// date, or a number by which there is no division. It is asked about what has been asked for inside
// already. Behind the scan only rows that count are computed. What it takes long to find out of, as
// of many texts, it does not say.
func Loses(ctx context.Context, tables []*plan.TableRef, e plan.Expr, cache *index.Cache) bool {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !plan.CanLose(e) || slices.ContainsFunc(places, func(p exprs.Place) bool { return tables[p.Table].Table.Data == nil }) {
		return false
	}
	if call, ok := e.(plan.Call); ok && len(call.Args) == 2 {
		return mayBeZero(ctx, tables, call, cache)
	}
	column := &tables[places[0].Table].Table.Columns[places[0].Column]
	if len(places) > 1 || column.Dict == nil || column.Dict.Len() > tabulate.Many {
		return false
	}
	var lost fault.Told
	c := unbound(fault.Telling(ctx, &lost), tables, places[0].Table, cache)
	_, err := c.Expr(e)
	c.Tell()
	return err == nil && lost.Any()
}

// mayBeZero reports whether a call divides whole numbers or decimals by a column, or what is computed
// of columns, that may be zero.
func mayBeZero(ctx context.Context, tables []*plan.TableRef, e plan.Call, cache *index.Cache) bool {
	if lost, ok := plan.LostByNull(e); !ok || lost.Code != fault.CodeZeroDivisor || e.Args[1].Type().Float() {
		return false
	}
	lo, hi, ok := Bounds(ctx, tables, e.Args[1], cache)
	return ok && lo <= 0 && hi >= 0
}
