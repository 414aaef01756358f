package bind

import (
	"gsdms/plan"
	"gsdms/plan/fault"
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

// windowJSON binds JSON_ARRAYAGG and JSON_OBJECTAGG over a window, whose rows are put together as those of a group.
func (b *binder) windowJSON(name string, args []plan.Expr, over windowSpec) (plan.Expr, error) {
	var parts plan.Expr
	var err error
	becomes := typing.JSONArrayOf
	switch {
	case name == "JSON_ARRAYAGG" && len(args) == 1:
		parts, err = typing.ArrayParts(args[0])
	case name == "JSON_OBJECTAGG" && len(args) == 2:
		becomes = typing.JSONObjectOf
		parts, err = typing.MemberParts(args[0], args[1])
	default:
		return nil, b.Errorf(fault.CodeWrongParamCount, "Incorrect parameter count in the call to native function '%s'", name)
	}
	if err != nil {
		return nil, b.At(err)
	}
	call, err := b.windowCall(plan.Together, []plan.Expr{parts}, over)
	if err != nil {
		return nil, err
	}
	return replaceSlots(becomes(plan.Slot{Of: call.Type(), CanBeNil: call.Nullable()}), call), nil
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
