package bind

import (
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// jsonArray binds JSON_ARRAYAGG(x): the values of a group as JSON, put together as texts.
func (b *binder) jsonArray(c aggregateCall) (plan.Expr, error) {
	parts, err := typing.ArrayParts(c.args[0])
	if err != nil {
		return nil, b.At(err)
	}
	all, err := b.together(parts)
	if err != nil {
		return nil, err
	}
	return typing.JSONArrayOf(all), nil
}

// jsonObject binds JSON_OBJECTAGG(name, x): likewise the members of an object.
func (b *binder) jsonObject(c aggregateCall) (plan.Expr, error) {
	parts, err := typing.MemberParts(c.args[0], c.args[1])
	if err != nil {
		return nil, b.At(err)
	}
	all, err := b.together(parts)
	if err != nil {
		return nil, err
	}
	return typing.JSONObjectOf(all), nil
}

// together is the texts of a group with commas between them, NULL for no rows.
func (b *binder) together(text plan.Expr) (plan.Expr, error) {
	return b.shown(typing.NewGathered(plan.GroupConcat, []plan.Expr{text}, plan.Gathered{Option: value.OfString(", ")}))
}

// extremeJSON binds MIN and MAX of JSON values, whose order is not that of their texts.
func (b *binder) extremeJSON(f plan.AggFunc, x plan.Expr) (plan.Expr, error) {
	by, err := typing.ExtremeJSON(x)
	if err != nil {
		return nil, b.At(err)
	}
	found, err := b.shown(typing.NewAgg(f, by))
	if err != nil {
		return nil, err
	}
	e, err := typing.JSONOfExtreme(found)
	return e, b.At(err)
}
