package ssb

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
)

//go:embed queries/*.sql
var queryFiles embed.FS

// Query is one of the 13 shapes with its literals.
type Query struct {
	Name string // Q1.1 to Q4.3
	Text string // SQL
	// literals are the constants of Text in order, unquoted; the evaluator reads them,
	// so that it answers exactly what the text asks.
	literals []string
}

// names are the 13 in the benchmark's order.
var names = [13]string{"Q1.1", "Q1.2", "Q1.3", "Q2.1", "Q2.2", "Q2.3", "Q3.1", "Q3.2", "Q3.3", "Q3.4", "Q4.1", "Q4.2", "Q4.3"}

// literal matches a number or a quoted text, but no digit within a name.
var literal = regexp.MustCompile(`'[^']*'|\b[0-9]+\b`)

// Queries gives the 13 queries as the benchmark's paper defines them, in order.
func Queries() []Query {
	out := make([]Query, len(names))
	for i, name := range names {
		out[i] = standard(name)
	}
	return out
}

// standard reads an embedded query. The files are part of the program, and a test
// reads them all.
func standard(name string) Query {
	text, err := queryFiles.ReadFile("queries/" + strings.ToLower(name) + ".sql")
	if err != nil {
		panic("the benchmark's query " + name + " is not in the program: " + err.Error())
	}
	q := Query{Name: name, Text: strings.TrimSpace(string(text))}
	for _, l := range literal.FindAllString(q.Text, -1) {
		q.literals = append(q.literals, strings.Trim(l, "'"))
	}
	return q
}

// with gives the query with other literals, in the order of the text. Quotes stay
// where they are.
func (q Query) with(literals []string) Query {
	next := 0
	q.Text = literal.ReplaceAllStringFunc(q.Text, func(old string) string {
		l := literals[next]
		next++
		if old[0] == '\'' {
			return "'" + l + "'"
		}
		return l
	})
	q.literals = literals
	return q
}

// Select gives the queries that any of the comma-separated patterns matches, in the
// benchmark's order: names in any case, with * and ? as in file names, and "all".
func Select(patterns string) ([]Query, error) {
	chosen := map[string]bool{}
	for pattern := range strings.SplitSeq(patterns, ",") {
		if err := choose(strings.ToUpper(strings.TrimSpace(pattern)), chosen); err != nil {
			return nil, err
		}
	}
	var out []Query
	for _, q := range Queries() {
		if chosen[q.Name] {
			out = append(out, q)
		}
	}
	return out, nil
}

// choose marks the names that one pattern matches.
func choose(pattern string, chosen map[string]bool) error {
	found := false
	for _, name := range names {
		ok, err := path.Match(pattern, name)
		if err != nil {
			return fmt.Errorf("query pattern %q: %w", pattern, err)
		}
		if ok || pattern == "ALL" {
			chosen[name], found = true, true
		}
	}
	if !found {
		return fmt.Errorf("query pattern %q matches none of Q1.1 to Q4.3; try Q1.1, Q2.* or all", pattern)
	}
	return nil
}

// Distinct gives n queries with random literals as Random does, no text twice.
func Distinct(seed uint64, n int) []Query {
	seen := map[string]bool{}
	var out []Query
	for drawn := n; len(out) < n; drawn += n {
		out = out[:0]
		clear(seen)
		for _, q := range Random(seed, drawn) {
			if !seen[q.Text] && len(out) < n {
				seen[q.Text] = true
				out = append(out, q)
			}
		}
	}
	return out
}
