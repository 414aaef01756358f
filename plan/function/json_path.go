package function

import (
	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// pathReader reads an argument that is a path.
type pathReader func(value.Value) ([]json.Leg, error)

// onePath reads a path that leads to one place.
func onePath(v value.Value) ([]json.Leg, error) {
	legs, many, err := JSONPath(v)
	if err == nil && many {
		err = fault.Errorf(3149, "In this situation, path expressions may not contain the * and ** tokens or an array range.")
	}
	return legs, err
}

// strictPath reads a path that leads to one place, for which only arrays have elements.
func strictPath(v value.Value) ([]json.Leg, error) {
	legs, err := onePath(v)
	return json.Strictly(legs), err
}

// partOf gives what the path behind a document leads to, the document itself without a path; some is
// false where there is no value.
func partOf(op string, path pathReader, a []value.Value) (v any, some bool, err error) {
	if len(a) > 1 {
		if legs, bad := path(a[1]); bad == nil {
			if v, some, ok := json.At(a[0].Text, legs); ok {
				return v, some, nil
			}
		}
	}
	doc, err := documentOf(op, 1, a[0])
	if err != nil {
		return nil, false, err
	}
	return atPath(doc, path, a, 1)
}

// atPath gives what the path in argument number at leads to in a document; none where there is
// no value, the document itself without a path.
func atPath(doc any, path pathReader, a []value.Value, at int) (v any, some bool, err error) {
	if len(a) <= at {
		return doc, true, nil
	}
	legs, err := path(a[at])
	if err != nil {
		return nil, false, err
	}
	found := json.Follow(doc, legs)
	if len(found) == 0 {
		return nil, false, nil
	}
	return found[0], true, nil
}

// OnJSON makes the evaluation of a function of a document, or of what a path leads to in it.
func OnJSON(op string, f func(v any) value.Value) func(value.Type, []value.Value) (value.Value, error) {
	return onPart(op, onePath, f)
}

// onPart is OnJSON for paths that are read in a way.
func onPart(op string, path pathReader, f func(v any) value.Value) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		v, some, err := partOf(op, path, a)
		if err != nil || !some {
			return value.Value{}, err
		}
		return f(v), nil
	}
}
