package bench

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Answer is what a query gives: rows of texts in the query's order. NULL is "NULL".
type Answer [][]string

// ReadAnswers reads embedded answers by query name, in upper case: JSON, packed by gzip.
func ReadAnswers(packed []byte) (map[string]Answer, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var file struct {
		Queries map[string]struct{ Rows [][]any }
	}
	d := json.NewDecoder(r)
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		return nil, err
	}
	answers := map[string]Answer{}
	for name, q := range file.Queries {
		answers[strings.ToUpper(name)] = texts(q.Rows)
	}
	return answers, nil
}

func texts(rows [][]any) Answer {
	out := make(Answer, len(rows))
	for i, row := range rows {
		for _, v := range row {
			out[i] = append(out[i], textOf(v))
		}
	}
	return out
}

// textOf is the text of a value that JSON holds.
func textOf(v any) string {
	if v == nil {
		return "NULL"
	}
	return fmt.Sprint(v)
}

// Check compares an answer with the right one: the same rows, as often, in the query's
// order. The error shows the first difference.
func (q Query) Check(got, want Answer) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: wrong answer: %d rows, want %d", q.Name, len(got), len(want))
	}
	for i := range got {
		if !q.alike(got[i], want[i]) {
			return fmt.Errorf("%s: wrong answer: row %d is %v, want %v", q.Name, i+1, got[i], want[i])
		}
	}
	a, b := sorted(got), sorted(want)
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			return fmt.Errorf("%s: wrong answer: it has the row %v where %v is right", q.Name, a[i], b[i])
		}
	}
	return nil
}

// alike reports whether one row may be in the other's place.
func (q Query) alike(got, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for _, c := range q.Order {
		if got[c] != want[c] {
			return false
		}
	}
	return true
}

func sorted(a Answer) Answer {
	a = slices.Clone(a)
	slices.SortFunc(a, slices.Compare[[]string])
	return a
}
