package function

import (
	"slices"
	"unicode/utf8"

	"gsdms/plan/fault"
	"gsdms/plan/json"
	"gsdms/plan/like"
	"gsdms/plan/value"
)

// JSONSearch computes JSON_SEARCH: where strings are that a pattern of LIKE fits.
func JSONSearch(_ value.Type, a []value.Value) (value.Value, error) {
	for i, v := range a {
		if v.IsNull() && i != 3 {
			return value.Value{}, nil
		}
	}
	doc, err := documentOf("JSON_SEARCH", 1, a[0])
	if err != nil {
		return value.Value{}, err
	}
	all, err := oneOrAll("json_search", a[1])
	if err != nil {
		return value.Value{}, err
	}
	pattern, err := searched(a)
	if err != nil {
		return value.Value{}, err
	}
	var paths [][]json.Leg
	for _, p := range a[min(4, len(a)):] {
		legs, _, err := JSONPath(p)
		if err != nil {
			return value.Value{}, err
		}
		paths = append(paths, legs)
	}
	switch found := textsAt(doc, paths, pattern, all); len(found) {
	case 0:
		return value.Value{}, nil
	case 1:
		return jsonValue(found[0]), nil
	default:
		return jsonValue(found), nil
	}
}

// textsAt gives the places of texts that fit a pattern, or one: path by path, each once.
func textsAt(doc any, paths [][]json.Leg, pattern *like.Pattern, all bool) (found []any) {
	if len(paths) == 0 {
		paths = [][]json.Leg{nil}
	}
	for _, legs := range paths {
		json.Texts(doc, [][]json.Leg{legs}, func(text, path string) bool {
			if pattern.Match(text) && !slices.Contains(found, any(path)) {
				found = append(found, path)
			}
			return all || found == nil
		})
		if !all && found != nil {
			break
		}
	}
	return found
}

// searched is the pattern of JSON_SEARCH, with its character to escape.
func searched(a []value.Value) (*like.Pattern, error) {
	escape := '\\'
	if len(a) > 3 && a[3].Text != "" {
		r, size := utf8.DecodeRuneInString(a[3].Text)
		if size < len(a[3].Text) {
			return nil, fault.Errorf(fault.CodeWrongArguments, "Incorrect arguments to ESCAPE")
		}
		escape = r
	}
	return like.New(a[2].Text, escape), nil
}
