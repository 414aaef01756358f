package function

import (
	"math"
	"strconv"
	"strings"

	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// JSONPath reads a path; many reports whether it may lead to several values. The error is
// MySQL's 3143.
func JSONPath(v value.Value) (legs []json.Leg, many bool, err error) {
	legs, many, ok := json.ReadPath(v.Text)
	if !ok {
		return nil, false, fault.Errorf(fault.CodeJSONPath, "Invalid JSON path expression: %s", v.Text)
	}
	return legs, many, nil
}

func documentOf(op string, number int, v value.Value) (any, error) {
	doc, ok := json.Read(v.Text)
	if !ok {
		return nil, fault.Errorf(fault.CodeJSONArgument, "Invalid JSON text in argument %d to function %s", number, strings.ToLower(op))
	}
	return doc, nil
}

func jsonValue(v any) value.Value { return value.OfString(string(json.Append(nil, v))) }

// JSONExtract computes JSON_EXTRACT.
func JSONExtract(_ value.Type, a []value.Value) (value.Value, error) {
	if len(a) == 2 {
		if along := JSONAlong("JSON_EXTRACT", a[1]); along != nil {
			return along(a[0])
		}
	}
	doc, err := documentOf("JSON_EXTRACT", 1, a[0])
	if err != nil {
		return value.Value{}, err
	}
	several, found := len(a) > 2, []any{}
	for _, p := range a[1:] {
		legs, many, err := JSONPath(p)
		if err != nil {
			return value.Value{}, err
		}
		several = several || many
		found = append(found, json.Follow(doc, legs)...)
	}
	switch {
	case len(found) == 0:
		return value.Value{}, nil
	case several:
		return jsonValue(found), nil
	}
	return jsonValue(found[0]), nil
}

// JSONLengthAt computes JSON_LENGTH, with a path that may lead to several values: then it is how many they are.
func JSONLengthAt(of value.Type, a []value.Value) (value.Value, error) {
	if len(a) > 1 {
		legs, many, err := JSONPath(a[1])
		if err != nil {
			return value.Value{}, err
		}
		if many {
			doc, err := documentOf("JSON_LENGTH", 1, a[0])
			found := json.Follow(doc, legs)
			if err != nil || len(found) == 0 {
				return value.Value{}, err
			}
			return value.OfInt(int64(len(found))), nil
		}
	}
	return OnJSON("JSON_LENGTH", JSONLength)(of, a)
}

// JSONLength gives the number of elements or members of a document, 1 for others.
func JSONLength(v any) value.Value {
	switch v := v.(type) {
	case []any:
		return value.OfInt(int64(len(v)))
	case map[string]any:
		return value.OfInt(int64(len(v)))
	}
	return value.OfInt(1)
}

// JSONKeys computes JSON_KEYS, whose path has elements of arrays alone in MySQL.
func JSONKeys() func(value.Type, []value.Value) (value.Value, error) {
	return onPart("JSON_KEYS", strictPath, keysOf)
}

// keysOf gives the names of the members of an object, NULL for what is none.
func keysOf(v any) value.Value {
	object, ok := v.(map[string]any)
	if !ok {
		return value.Value{}
	}
	names := []any{}
	for _, name := range json.Names(object) {
		names = append(names, name)
	}
	return jsonValue(names)
}

// JSONValid computes JSON_VALID.
func JSONValid(_ value.Type, a []value.Value) (value.Value, error) {
	_, ok := json.Read(a[0].Text)
	return value.OfBool(ok), nil
}

// JSONUnquote is the text that a JSON string stands for; other values as they are.
func JSONUnquote(text string) string {
	if !strings.HasPrefix(text, `"`) {
		return text
	}
	switch plain, v, _, ok := json.Written(text, nil); {
	case plain != "":
		return plain[1 : len(plain)-1]
	case ok:
		return v.(string)
	}
	return text
}

// JSONNumber is the text of what a JSON value is as a number: of a string what is in it, and 1 and 0 are true and
// false. What is no number is the text of none.
func JSONNumber(text string) string {
	switch text {
	case "true":
		return "1"
	case "false":
		return "0"
	}
	return JSONUnquote(text)
}

// JSONWhole is JSONNumber as a whole number: of a double the nearest one, of two the even one. Of a double that 64
// bits do not hold it is the last one that they do, with a point behind it, since it is not all of the number.
func JSONWhole(text string) string {
	if strings.IndexAny(text, "-0123456789") != 0 || !strings.ContainsAny(text, ".eE") {
		return JSONNumber(text)
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return text
	case x >= 1<<63:
		return "9223372036854775807."
	case x <= -1<<63:
		return "-9223372036854775808."
	}
	return strconv.FormatInt(int64(math.RoundToEven(x)), 10)
}

// JSONScalar is JSON_VALUE: what a path leads to as a text; NULL for null, where there are several values, and of a
// text that is no document.
func JSONScalar(_ value.Type, a []value.Value) (value.Value, error) {
	if along := JSONAlong("JSON_VALUE", a[1]); along != nil {
		return along(a[0])
	}
	legs, _, err := JSONPath(a[1])
	if err != nil {
		return value.Value{}, err
	}
	doc, ok := json.Read(a[0].Text)
	if !ok {
		return value.Value{}, nil
	}
	if found := json.Follow(doc, legs); len(found) == 1 {
		return scalar(found[0]), nil
	}
	return value.Value{}, nil
}

// scalar gives a part of a document as a text; NULL for null.
func scalar(v any) value.Value {
	switch v := v.(type) {
	case nil:
		return value.Value{}
	case string:
		return value.OfString(v)
	}
	return jsonValue(v)
}

// JSONAlong gives the evaluation of a function of a document, which is not NULL, and of a path that
// leads to one place, or to several of which JSON_EXTRACT makes an array; nil of other functions and
// paths.
func JSONAlong(op string, path value.Value) func(doc value.Value) (value.Value, error) {
	whole := map[string]func(v any) value.Value{"JSON_VALUE": scalar, "JSON_EXTRACT": jsonValue}[op]
	legs, many, err := JSONPath(path)
	if whole == nil || err != nil || many && op != "JSON_EXTRACT" {
		return nil
	}
	at := json.Written
	if many {
		at = allAt
	}
	return func(doc value.Value) (value.Value, error) {
		plain, v, some, ok := at(doc.Text, legs)
		switch {
		case plain != "" && plain[0] == '"' && op == "JSON_VALUE":
			return value.OfString(plain[1 : len(plain)-1]), nil
		case plain != "":
			return value.OfString(plain), nil
		case !ok && op != "JSON_VALUE":
			_, err := documentOf(op, 1, doc)
			return value.Value{}, err
		case !ok || !some:
			return value.Value{}, nil
		}
		return whole(v), nil
	}
}

// allAt gives all that a path leads to in a text as an array; some is false where there is nothing,
// ok where the text is no JSON. It is plain where it is all elements of an array that is written as it is shown.
func allAt(text string, legs []json.Leg) (plain string, v any, some, ok bool) {
	if before := legs[:len(legs)-1]; legs[len(before)].EachElement() && json.OnePlace(before) {
		if array, ok := json.PlainArray(text, before); ok {
			return array, nil, true, true
		}
	}
	found, ok := json.All(text, legs)
	return "", found, len(found) > 0, ok
}

// JSONContains computes JSON_CONTAINS.
func JSONContains(_ value.Type, a []value.Value) (value.Value, error) {
	of := a[:1]
	if len(a) > 2 {
		of = []value.Value{a[0], a[2]}
	}
	v, some, err := partOf("JSON_CONTAINS", onePath, of)
	candidate, bad := documentOf("JSON_CONTAINS", 2, a[1])
	if bad != nil { // of what is wrong the document is said first, then the candidate
		if _, err = documentOf("JSON_CONTAINS", 1, a[0]); err == nil {
			err = bad
		}
	}
	if err != nil || !some {
		return value.Value{}, err
	}
	return value.OfBool(json.Contains(v, candidate)), nil
}

// JSONContainsPath computes JSON_CONTAINS_PATH.
func JSONContainsPath(_ value.Type, a []value.Value) (value.Value, error) {
	doc, err := documentOf("JSON_CONTAINS_PATH", 1, a[0])
	if err != nil {
		return value.Value{}, err
	}
	all, err := oneOrAll("json_contains_path", a[1])
	if err != nil {
		return value.Value{}, err
	}
	for _, p := range a[2:] {
		legs, _, err := JSONPath(p)
		if err != nil {
			return value.Value{}, err
		}
		if some := len(json.Follow(doc, legs)) > 0; some != all {
			return value.OfBool(some), nil
		}
	}
	return value.OfBool(all), nil
}

// oneOrAll reads an argument that is one or all.
func oneOrAll(function string, v value.Value) (all bool, err error) {
	all = strings.EqualFold(v.Text, "all")
	if !all && !strings.EqualFold(v.Text, "one") {
		err = fault.Errorf(fault.CodeJSONOneOrAll, "The oneOrAll argument to %s may take these values: 'one' or 'all'.", function)
	}
	return all, err
}

// JSONOf gives an SQL value as a JSON value.
func JSONOf(_ value.Type, a []value.Value) (value.Value, error) {
	switch v := a[0]; v.Kind {
	case value.Null:
		return value.OfString("null"), nil
	case value.Bool:
		if v.Int != 0 {
			return value.OfString("true"), nil
		}
		return value.OfString("false"), nil
	case value.Int, value.Unsigned, value.Decimal:
		return value.OfString(v.String()), nil
	case value.Double:
		text := value.FormatFloat(v.Float)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return value.OfString(text), nil
	case value.DateTime, value.Time:
		v.Int, v.Scale = v.Int*value.Ticks(value.MaxFraction-int(v.Scale)), value.MaxFraction
		return value.OfString(json.Quoted(v.String())), nil
	default:
		return value.OfString(json.Quoted(v.String())), nil
	}
}

// JSONArray computes JSON_ARRAY.
func JSONArray(_ value.Type, a []value.Value) (value.Value, error) {
	parts := make([]string, len(a))
	for i, v := range a {
		if parts[i] = v.Text; v.IsNull() {
			parts[i] = "null"
		}
	}
	return value.OfString("[" + strings.Join(parts, ", ") + "]"), nil
}

// JSONObject computes JSON_OBJECT.
func JSONObject(_ value.Type, a []value.Value) (value.Value, error) {
	values, names := map[string]string{}, map[string]any{}
	for i := 0; i < len(a); i += 2 {
		if a[i].IsNull() {
			return value.Value{}, fault.Errorf(fault.CodeJSONName, "JSON documents may not contain NULL member names.")
		}
		names[a[i].Text], values[a[i].Text] = nil, a[i+1].Text
		if a[i+1].IsNull() {
			values[a[i].Text] = "null"
		}
	}
	var parts []string
	for _, name := range json.Names(names) {
		parts = append(parts, json.Quoted(name)+": "+values[name])
	}
	return value.OfString("{" + strings.Join(parts, ", ") + "}"), nil
}
