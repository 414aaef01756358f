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
