package subquery

import (
	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/typing"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// Compared compares a value with the least and the greatest of a subquery's values, and
// minds its NULLs: of no rows ALL is true and ANY false; where the values decide, they do;
// else a NULL on either side makes NULL.
func (j *Joiner) Compared(op plan.Op, all bool, x plan.Expr, s Query) (plan.Expr, error) {
	least, err := j.summary(s, plan.Min, true)
	if err != nil {
		return nil, err
	}
	greatest, err := j.summary(s, plan.Max, true)
	if err != nil {
		return nil, err
	}
	var decided plan.Expr // true where the values decide against ALL, or for ANY
	switch {
	case op == plan.Eq || op == plan.Ne:
		decided, err = j.eitherDiffers(x, least, greatest)
	case (op == plan.Gt || op == plan.Ge) != all:
		decided, err = j.by.Built(op, []plan.Expr{x, least})
	default:
		decided, err = j.by.Built(op, []plan.Expr{x, greatest})
	}
	if err == nil && all && op != plan.Eq {
		decided, err = typing.Build(plan.Not, decided)
	}
	if err != nil {
		return nil, j.by.At(err)
	}
	return j.threeValued(x, s, decided, plan.Literal(value.OfBool(!all)))
}

func (j *Joiner) eitherDiffers(x, least, greatest plan.Expr) (plan.Expr, error) {
	l, err := j.by.Built(plan.Ne, []plan.Expr{x, least})
	if err != nil {
		return nil, err
	}
	g, err := j.by.Built(plan.Ne, []plan.Expr{x, greatest})
	if err != nil {
		return nil, err
	}
	return typing.Build(plan.Or, l, g)
}

// threeValued is decides where found holds; where a NULL leaves it open, NULL; else the
// opposite of decides.
func (j *Joiner) threeValued(x plan.Expr, s Query, found, decides plan.Expr) (plan.Expr, error) {
	rows, err := j.summary(s, plan.Count, false)
	if err != nil {
		return nil, err
	}
	values, err := j.summary(s, plan.Count, true)
	if err != nil {
		return nil, err
	}
	k := j.by.Building()
	zero := plan.Literal(value.OfInt(0))
	open := k.Build(plan.Or, k.Build(plan.And, k.Build(plan.IsNull, x), k.Build(plan.Gt, rows, zero)), k.Build(plan.Gt, rows, values))
	null := plan.NullOf(plan.Type{Kind: plan.Bool})
	other := k.Build(plan.Not, decides)
	return k.Build(plan.If, found, decides, k.Build(plan.If, open, null, other)), k.Err
}

// summary is an aggregate over a copy of a subquery: of its values, or its rows.
func (j *Joiner) summary(s Query, f plan.AggFunc, values bool) (plan.Expr, error) {
	node, column := j.net.Copy(s.Node, s.Columns[0])
	var arg plan.Expr
	if values {
		arg = column
	}
	byKey, err := f != plan.Count && coerce.IsJSON(column), error(nil) // the order of JSON values is not that of their texts
	if byKey {
		if arg, err = typing.ExtremeJSON(column); err != nil {
			return nil, j.by.At(err)
		}
	}
	g, err := typing.NewAgg(f, arg)
	if err != nil {
		return nil, j.by.At(err)
	}
	slot := plan.Slot{Of: g.Of, CanBeNil: g.Nullable(), Name: g.String()}
	at, err := j.Made("", []plan.Expr{slot})
	if err != nil {
		return nil, err
	}
	agg := &network.Aggregate{In: node, Table: at, Aggs: []plan.Agg{g}}
	found := plan.Expr(j.net.Ref(at, 0))
	if byKey {
		if found, err = typing.JSONOfExtreme(found); err != nil {
			return nil, j.by.At(err)
		}
	}
	p := &network.Project{In: agg, Exprs: []plan.Expr{found}}
	if p.Table, err = j.Made("", p.Exprs); err != nil {
		return nil, err
	}
	return &Query{Node: p, Columns: []plan.ColumnRef{j.net.Ref(p.Table, 0)}, Params: s.Params, Args: s.Args, Of: found.Type()}, nil
}
