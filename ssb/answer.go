package ssb

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed answers/*.json.gz
var answerFiles embed.FS

// Answer is what a query gives: rows of texts in the query's order. NULL is "NULL".
type Answer [][]string

// reference gives the embedded answers by query name, in upper case, or nil where none
// are embedded for the scale factor. Three engines agree on those at scale factor 1.
func reference(sf float64) (map[string]Answer, error) {
	name := "answers/sf" + strconv.FormatFloat(sf, 'f', -1, 64) + ".json.gz"
	packed, err := answerFiles.ReadFile(name)
	if err != nil {
		return nil, nil
	}
	answers, err := decodeAnswers(packed)
	if err != nil {
		return nil, fmt.Errorf("read the embedded answers %s: %w", name, err)
	}
	return answers, nil
}

func decodeAnswers(packed []byte) (map[string]Answer, error) {
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
			out[i] = append(out[i], fmt.Sprint(v))
		}
	}
	return out
}

// orderColumns are the result columns that a query orders by; rows that are equal in
// them may come in any order.
func orderColumns(name string) []int {
	switch {
	case name < "Q2":
		return nil
	case name < "Q3":
		return []int{1, 2}
	case name < "Q4":
		return []int{2, 3}
	case name == "Q4.1":
		return []int{0, 1}
	default:
		return []int{0, 1, 2}
	}
}

// Check compares an answer with the right one: the same rows, as often, ordered as the
// query says. The error shows the first difference.
func (q Query) Check(got, want Answer) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: wrong answer: %d rows, want %d", q.Name, len(got), len(want))
	}
	for i := range got {
		for _, c := range orderColumns(q.Name) {
			if got[i][c] != want[i][c] {
				return fmt.Errorf("%s: wrong answer: row %d is %v, want %v", q.Name, i+1, got[i], want[i])
			}
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

func sorted(a Answer) Answer {
	a = slices.Clone(a)
	slices.SortFunc(a, slices.Compare[[]string])
	return a
}
