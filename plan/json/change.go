package json

import "slices"

// Text is a JSON text that stands in a value as it is written, such as a decimal with the zeros
// behind it.
type Text string

// Inserted gives a JSON text as a part of a value: what has parts is read, since a path may lead
// into it.
func Inserted(text string) any {
	switch v, _ := Read(text); v.(type) {
	case []any, map[string]any:
		return v
	}
	return Text(text)
}

// Change says what Put does with a place.
type Change struct {
	There   bool // what is there is replaced
	Missing bool // where nothing is, the value comes in
}

// Put gives a value with another one at the place that a path leads to. A path behind the end of
// an array leads to a new last element, one into a value that is no array to an element behind
// it; other paths to nowhere change nothing.
func (c Change) Put(v any, legs []Leg, x any) any {
	return at(v, legs, func(old any, there bool) (any, bool) {
		if there && c.There || !there && c.Missing {
			return x, true
		}
		return old, there
	})
}

// Remove gives a value without what a path, which has legs, leads to.
func Remove(v any, legs []Leg) any {
	return at(v, legs, func(any, bool) (any, bool) { return nil, false })
}

// Appended gives a value with another one behind the elements of an array, or behind what is
// none, that a path leads to.
func Appended(v any, legs []Leg, x any) any {
	return at(v, legs, func(old any, there bool) (any, bool) {
		if !there {
			return nil, false
		}
		return append(slices.Clone(arrayOf(old)), x), true
	})
}

// InsertedBefore gives a value with another one before the element of an array that a path leads
// to, or behind the last; false for a path that does not end in an element.
func InsertedBefore(v any, legs []Leg, x any) (any, bool) {
	if len(legs) == 0 || legs[len(legs)-1].member {
		return v, false
	}
	last := legs[len(legs)-1]
	return at(v, legs[:len(legs)-1], func(old any, there bool) (any, bool) {
		array, ok := old.([]any)
		if !ok {
			return old, there
		}
		place := min(max(0, last.from.in(len(array))), len(array))
		return slices.Insert(slices.Clone(array), place, x), true
	}), true
}

// at gives a value with what f makes of the place that a path leads to; f is told what is there,
// and says whether anything shall be. f is not asked where nothing could be.
func at(v any, legs []Leg, f func(old any, there bool) (any, bool)) any {
	if len(legs) == 0 {
		if out, ok := f(v, true); ok {
			return out
		}
		return v
	}
	if legs[0].member {
		return atMember(v, legs, f)
	}
	array, isArray := v.([]any)
	i := legs[0].from.in(max(len(array), 1))
	switch {
	case isArray && i >= 0 && i < len(array):
		return atElement(array, i, legs[1:], f)
	case !isArray && i == 0:
		return at(v, legs[1:], f) // a value that is no array is one of it
	case len(legs) > 1:
		return v
	}
	if x, ok := f(nil, false); ok && i < 0 {
		return append([]any{x}, arrayOf(v)...)
	} else if ok {
		return append(slices.Clone(arrayOf(v)), x)
	}
	return v
}

func atMember(v any, legs []Leg, f func(old any, there bool) (any, bool)) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	name := legs[0].name
	x, there := object[name]
	keep := there
	switch {
	case len(legs) == 1:
		x, keep = f(x, there)
	case there:
		x = at(x, legs[1:], f)
	}
	out := make(map[string]any, len(object)+1)
	for k, own := range object {
		out[k] = own
	}
	if delete(out, name); keep {
		out[name] = x
	}
	return out
}

func atElement(array []any, i int, legs []Leg, f func(old any, there bool) (any, bool)) any {
	out := slices.Clone(array)
	if len(legs) > 0 {
		out[i] = at(out[i], legs, f)
		return out
	}
	x, keep := f(out[i], true)
	if !keep {
		return slices.Delete(out, i, i+1)
	}
	out[i] = x
	return out
}

// arrayOf gives an array, or one of what is none.
func arrayOf(v any) []any {
	if array, ok := v.([]any); ok {
		return array
	}
	return []any{v}
}
