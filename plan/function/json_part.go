package function

import (
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// JSONPart gives JSON_EXTRACT or JSON_VALUE of documents that are written as MySQL keeps them, and of a path
// that leads to one place; nil of other functions and paths. some is false for NULL.
func JSONPart(op string, path value.Value) func(doc string) (part string, some bool, err error) {
	legs, _, err := JSONPath(path)
	if op != "JSON_EXTRACT" && op != "JSON_VALUE" || err != nil || !json.OnePlace(legs) {
		return nil
	}
	return func(doc string) (string, bool, error) {
		part, some, ok := json.Part(doc, legs)
		switch {
		case !ok:
			_, err := documentOf(op, 1, value.OfString(doc))
			return "", false, err
		case op == "JSON_EXTRACT" || !some:
			return part, some, nil
		case part == "null":
			return "", false, nil
		}
		return JSONUnquote(part), true, nil
	}
}

// JSONPartLength gives JSON_LENGTH of documents that are written as MySQL keeps them, or of what a path that leads
// to one place leads to; nil of other paths. some is false for NULL.
func JSONPartLength(legs []json.Leg) func(doc string) (n int64, some bool, err error) {
	if !json.OnePlace(legs) {
		return nil
	}
	return func(doc string) (int64, bool, error) {
		part, some, ok := json.Part(doc, legs)
		if ok && !some {
			return 0, false, nil
		}
		if n, whole := json.Length(part); ok && whole {
			return int64(n), true, nil
		}
		_, err := documentOf("JSON_LENGTH", 1, value.OfString(doc))
		return 0, false, err
	}
}

// JSONPartContains gives JSON_CONTAINS of such documents, or of what a path leads to, with a candidate that is
// always the same; nil of other paths, and of what is no candidate.
func JSONPartContains(legs []json.Leg, candidate string) func(doc string) (n int64, some bool, err error) {
	of, ok := json.Read(candidate)
	written := string(json.Append(nil, of))
	if !ok || !json.OnePlace(legs) {
		return nil
	}
	return func(doc string) (int64, bool, error) {
		part, some, ok := json.Part(doc, legs)
		if ok && !some {
			return 0, false, nil
		}
		if is, sure := json.Holds(part, written); ok && sure {
			return int64(value.BoolInt(is)), true, nil
		}
		if v, _, whole := json.At(part, nil); ok && whole {
			return int64(value.BoolInt(json.Contains(v, of))), true, nil
		}
		_, err := documentOf("JSON_CONTAINS", 1, value.OfString(doc))
		return 0, false, err
	}
}
