package ssb

import (
	"embed"
	"regexp"
	"strings"

	"gsdms/ssb/bench"
)

//go:embed queries/*.sql
var queryFiles embed.FS

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
	q := Query{Name: name, Text: strings.TrimSpace(string(text)), Order: orderColumns(name)}
	for _, l := range literal.FindAllString(q.Text, -1) {
		q.Literals = append(q.Literals, strings.Trim(l, "'"))
	}
	return q
}

// with gives the query with other literals, in the order of the text. Quotes stay
// where they are.
func with(q Query, literals []string) Query {
	next := 0
	q.Text = literal.ReplaceAllStringFunc(q.Text, func(old string) string {
		l := literals[next]
		next++
		if old[0] == '\'' {
			return "'" + l + "'"
		}
		return l
	})
	q.Literals = literals
	return q
}

// Select gives the queries that any of the comma-separated patterns matches, in the
// benchmark's order: names in any case, with * and ? as in file names, and "all".
func Select(patterns string) ([]Query, error) { return bench.Select(patterns, Queries()) }
