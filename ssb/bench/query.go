package bench

import (
	"fmt"
	"path"
	"strings"
)

// Query is one of a benchmark's queries, with its parameters.
type Query struct {
	Name string // Q1.1
	Text string // MySQL's SQL, the published form where there is one
	Duck string // how DuckDB is asked the same; "": by Text
	// Order are the columns of the result that ORDER BY names, from 0; rows equal in all of
	// them may come in any order.
	Order []int
	// Cut says that LIMIT may part rows that are equal in Order, so that either is right.
	// Rows of answers that are known beforehand are never equal.
	Cut bool
	// Kept says that the answer may be as large as the table and stays with the engine, as
	// a table of its own or as columns in memory; the time has no copying of it.
	Kept bool
	// Literals are the constants of Text in order, unquoted, for a benchmark that computes
	// answers: it then answers exactly what the text asks.
	Literals []string
}

// Select gives the queries that any of the comma-separated patterns matches, in the
// benchmark's order: names in any case, with * and ? as in file names, and "all".
func Select(patterns string, of []Query) ([]Query, error) {
	chosen := map[string]bool{}
	for pattern := range strings.SplitSeq(patterns, ",") {
		if err := choose(strings.TrimSpace(pattern), of, chosen); err != nil {
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
		ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(q.Name))
		if err != nil {
			return fmt.Errorf("query pattern %q: %w", pattern, err)
		}
		if ok || strings.EqualFold(pattern, "all") {
			chosen[q.Name], found = true, true
		}
	}
	if !found {
		return fmt.Errorf("query pattern %q matches none of %s to %s; try one of those, or all", pattern, of[0].Name, of[len(of)-1].Name)
	}
	return nil
}
