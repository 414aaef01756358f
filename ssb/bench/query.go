package bench

import (
	"fmt"
	"path"
	"strings"
)

// Query is one of a benchmark's queries, with its parameters.
type Query struct {
	Name string // Q1.1
	Text string // SQL
	// Order are the result columns that the text orders by, if rows may be equal in them
	// and then come in any order; nil: the order is determined.
	Order []int
	// Literals are the constants of Text in order, unquoted, for a benchmark that computes
	// answers: it then answers exactly what the text asks.
	Literals []string
}

// Select gives the queries that any of the comma-separated patterns matches, in the
// benchmark's order: names in any case, with * and ? as in file names, and "all".
func Select(patterns string, of []Query) ([]Query, error) {
	chosen := map[string]bool{}
	for pattern := range strings.SplitSeq(patterns, ",") {
		if err := choose(strings.ToUpper(strings.TrimSpace(pattern)), of, chosen); err != nil {
			return nil, err
		}
	}
	var out []Query
	for _, q := range of {
		if chosen[q.Name] {
			out = append(out, q)
		}
	}
	return out, nil
}

// choose marks the names that one pattern matches.
func choose(pattern string, of []Query, chosen map[string]bool) error {
	found := false
	for _, q := range of {
		ok, err := path.Match(pattern, q.Name)
		if err != nil {
			return fmt.Errorf("query pattern %q: %w", pattern, err)
		}
		if ok || pattern == "ALL" {
			chosen[q.Name], found = true, true
		}
	}
	if !found {
		return fmt.Errorf("query pattern %q matches none of %s to %s; try %s, Q2* or all", pattern, of[0].Name, of[len(of)-1].Name, of[0].Name)
	}
	return nil
}
