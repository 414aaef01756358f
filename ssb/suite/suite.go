// Package suite is what the benchmarks have in common: tables with a source of rows, and
// queries. A suite is loaded into gsdms (Load), written as files (WriteFiles) and timed
// (Run); the program ssb/peers runs the same suites on other engines, too.
package suite

import (
	"fmt"
	"path"
	"strings"

	"gsdms/pushscan/store"
)

// Suite is a benchmark at one size.
type Suite struct {
	Name    string  // as on the command line
	Size    string  // for the report: "scale factor 1", "1000000 rows"
	Tables  []Table // each after those it refers to
	Queries []Query
}

// Table is a table of a suite.
type Table struct {
	Name   string
	Create string // CREATE TABLE, with the keys that are declared
	Rows   int64
	Order  []string // columns that the rows come sorted by; empty: in no order
	// Open gives the rows from the first on, the same ones every time.
	Open func() (store.Source, error)
}

// Query is a question. Text is MySQL's SQL, the published form where there is one.
type Query struct {
	Name string
	Text string
	Duck string // how DuckDB is asked the same; "": by Text
	// Order are the columns of the result that ORDER BY names, from 0; rows equal in all of
	// them may come in any order.
	Order []int
	// Cut says that LIMIT or OFFSET may part rows that are equal in Order, so that either
	// is right.
	Cut bool
	// Kept says that the answer may be as large as the table and stays with the engine, as
	// a table of its own or as columns in memory; the time has no copying of it.
	Kept bool
}

// WithoutKeys is the suite with the same rows and queries, but no key declared.
func (s *Suite) WithoutKeys() (*Suite, error) {
	out := *s
	out.Name += "-nokeys"
	out.Tables = nil
	for _, t := range s.Tables {
		columns, err := t.Columns()
		if err != nil {
			return nil, err
		}
		var parts []string
		for _, c := range columns {
			parts = append(parts, c.declaration())
		}
		t.Create = fmt.Sprintf("CREATE TABLE %s (%s)", t.Name, strings.Join(parts, ", "))
		out.Tables = append(out.Tables, t)
	}
	return &out, nil
}

// Select gives the queries that any of the comma-separated patterns matches, in the
// suite's order: names in any case, with * and ? as in file names, and "all".
func (s *Suite) Select(patterns string) ([]Query, error) {
	chosen := map[string]bool{}
	for pattern := range strings.SplitSeq(patterns, ",") {
		if err := s.choose(strings.ToLower(strings.TrimSpace(pattern)), chosen); err != nil {
			return nil, err
		}
	}
	var out []Query
	for _, q := range s.Queries {
		if chosen[q.Name] {
			out = append(out, q)
		}
	}
	return out, nil
}

// choose marks the names that one pattern matches.
func (s *Suite) choose(pattern string, chosen map[string]bool) error {
	found := false
	for _, q := range s.Queries {
		ok, err := path.Match(pattern, strings.ToLower(q.Name))
		if err != nil {
			return fmt.Errorf("query pattern %q: %w", pattern, err)
		}
		if ok || pattern == "all" {
			chosen[q.Name], found = true, true
		}
	}
	if !found {
		return fmt.Errorf("query pattern %q matches none of %s's, %s to %s; try one of those, or all", pattern, s.Name, s.Queries[0].Name, s.Queries[len(s.Queries)-1].Name)
	}
	return nil
}
