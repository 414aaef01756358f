package function

import (
	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// JSONPut makes the evaluation of a function that changes a document at paths, each with its
// value as JSON behind it. It is NULL where the document or a path is.
func JSONPut(op string, put func(v any, legs []json.Leg, x any) any) func(value.Type, []value.Value) (value.Value, error) {
	return onPaths(op, func(v any, legs []json.Leg, x any) (any, error) { return put(v, legs, x), nil })
}

// JSONArrayInsert computes JSON_ARRAY_INSERT.
func JSONArrayInsert(of value.Type, a []value.Value) (value.Value, error) {
	return onPaths("JSON_ARRAY_INSERT", func(v any, legs []json.Leg, x any) (any, error) {
		out, ok := json.InsertedBefore(v, legs, x)
		if !ok {
			return nil, fault.Errorf(fault.CodeJSONCell, "A path expression is not a path to a cell in an array.")
		}
		return out, nil
	})(of, a)
}

func onPaths(op string, change func(v any, legs []json.Leg, x any) (any, error)) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		if a[0].IsNull() {
			return value.Value{}, nil
		}
		doc, err := documentOf(op, 1, a[0])
		if err != nil {
			return value.Value{}, err
		}
		for i := 1; i < len(a); i += 2 {
			if a[i].IsNull() {
				return value.Value{}, nil
			}
			legs, err := onePath(a[i])
			if err != nil {
				return value.Value{}, err
			}
			var x any // null for NULL
			if !a[i+1].IsNull() {
				x = json.Inserted(a[i+1].Text)
			}
			if doc, err = change(doc, legs, x); err != nil {
				return value.Value{}, err
			}
		}
		return jsonValue(doc), nil
	}
}

// JSONRemove computes JSON_REMOVE.
func JSONRemove(_ value.Type, a []value.Value) (value.Value, error) {
	doc, err := documentOf("JSON_REMOVE", 1, a[0])
	if err != nil {
		return value.Value{}, err
	}
	for _, p := range a[1:] {
		legs, err := onePath(p)
		if err != nil {
			return value.Value{}, err
		}
		if len(legs) == 0 {
			return value.Value{}, fault.Errorf(fault.CodeJSONWhole, "The path expression '$' is not allowed in this context.")
		}
		doc = json.Remove(doc, legs)
	}
	return jsonValue(doc), nil
}

// JSONMergePatch computes JSON_MERGE_PATCH. An object leaves NULL as it is, and what is none takes the place of it.
func JSONMergePatch(_ value.Type, a []value.Value) (value.Value, error) {
	var all any
	null := false
	for i, v := range a {
		if v.IsNull() {
			null = true
			continue
		}
		doc, err := documentOf("JSON_MERGE_PATCH", i+1, v)
		if err != nil {
			return value.Value{}, err
		}
		switch _, object := doc.(map[string]any); {
		case i == 0 || !object:
			all, null = doc, false
		case !null:
			all = json.Patched(all, doc)
		}
	}
	if null {
		return value.Value{}, nil
	}
	return jsonValue(all), nil
}

// JSONMergePreserve computes JSON_MERGE_PRESERVE.
func JSONMergePreserve(_ value.Type, a []value.Value) (value.Value, error) {
	all, err := documentOf("JSON_MERGE_PRESERVE", 1, a[0])
	if err != nil {
		return value.Value{}, err
	}
	for i, v := range a[1:] {
		doc, err := documentOf("JSON_MERGE_PRESERVE", i+2, v)
		if err != nil {
			return value.Value{}, err
		}
		all = json.Merged(all, doc)
	}
	return jsonValue(all), nil
}

// JSONPair makes the evaluation of a predicate of two documents.
func JSONPair(op string, is func(a, b any) bool) func(value.Type, []value.Value) (value.Value, error) {
	return func(_ value.Type, a []value.Value) (value.Value, error) {
		first, err := documentOf(op, 1, a[0])
		if err != nil {
			return value.Value{}, err
		}
		second, err := documentOf(op, 2, a[1])
		if err != nil {
			return value.Value{}, err
		}
		return value.OfBool(is(first, second)), nil
	}
}

// JSONRead gives a document as a JSON value.
func JSONRead(v any) value.Value { return jsonValue(v) }

// JSONMember gives a member of an object as text, of its name and its value as JSON.
func JSONMember(_ value.Type, a []value.Value) (value.Value, error) {
	if a[0].IsNull() {
		return value.Value{}, fault.Errorf(fault.CodeJSONName, "JSON documents may not contain NULL member names.")
	}
	return value.OfString(json.Quoted(a[0].Text) + ": " + a[1].Text), nil
}

// JSONArrayOf gives the array of elements with commas between them.
func JSONArrayOf(_ value.Type, a []value.Value) (value.Value, error) {
	return value.OfString("[" + a[0].Text + "]"), nil
}

// JSONObjectOf gives the object of members with commas between them: their values stay as they are
// written, and of those of one name the last counts.
func JSONObjectOf(_ value.Type, a []value.Value) (value.Value, error) {
	text, ok := json.Object("{" + a[0].Text + "}")
	if !ok {
		return value.Value{}, fault.Errorf(fault.CodeJSONText, "Invalid JSON text: a member of an object is too deep, or no value")
	}
	return value.OfString(text), nil
}
