package strict

import (
	"gsdms/plan"
	"gsdms/plan/value"
)

// Taken is a value that a query gives of a type, as the conversion to that of a column takes it.
func Taken(v plan.Value, from, to plan.Type) plan.Value {
	if v.IsNull() {
		return v
	}
	if from.Listed() && to.Kind != plan.String && !to.Kind.Temporal() {
		place, _ := from.MemberNumber(v.Text)
		return value.OfUnsigned(place)
	}
	if from.Name == value.JSONName && to.Kind != plan.String {
		return truth(v)
	}
	return value.Raw(v, from)
}

// truth is the number of a JSON value that is true or false, and any other as it is.
func truth(v plan.Value) plan.Value {
	switch v.Text {
	case "true", "false":
		return value.OfInt(value.OfBool(v.Text == "true").Int)
	}
	return v
}
