package bench

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// Suite is a benchmark at one size: tables with a source of rows, and queries. It is
// loaded (Load), written as files (Write) and measured (Run); the program ssb/peers runs
// it on other engines, too.
type Suite struct {
	Name    string  // "ssb", as on the command line
	Title   string  // "Star Schema Benchmark"
	Notice  string  // printed with every result; may be empty
	Command string  // what makes and loads it, for errors: "gsdms ssb"
	SF      float64 // the scale factor; 0 where the size is none
	Size    string  // for the report: "scale factor 1", "1000000 rows"
	Fact    string  // the table whose rows are counted once for each query
	Tables  []Table // each after those it refers to
	Queries []Query
	// Write writes the tables to dir as NAME.tbl, on that many goroutines, as pieces.Files
	// does; progress may be nil.
	Write func(ctx context.Context, dir string, threads int, progress pieces.Progress) error
	// Random gives n queries with random parameters, their shapes those given in turn; nil:
	// there are no more than the suite's.
	Random func(seed uint64, n int, shapes []Query) []Query
	// Answers gives the right answer of each query, nil where it is not known; nil: none is.
	Answers func(ctx context.Context, queries []Query) ([]Answer, error)
}

// Table is a table of a suite.
type Table struct {
	Name   string
	Create string // CREATE TABLE, with the keys that are declared
	Rows   int64
	Order  []string // columns that the rows come sorted by; empty: in no order
	Fields []string // of the source and the files, the column that each goes to, "" for none; nil: all, in order
	Less   []string // the names of those that go to none
	// Open gives the rows from the first on, the same ones every time.
	Open func(ctx context.Context) (ingest.Source, error)
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
			parts = append(parts, c.Declaration())
		}
		t.Create = fmt.Sprintf("CREATE TABLE %s (%s)", t.Name, strings.Join(parts, ", "))
		out.Tables = append(out.Tables, t)
	}
	return &out, nil
}

// Queried is the suite without the columns that no query names and no key has: most bytes of a large one may be texts
// that nobody reads.
func (s *Suite) Queried() (*Suite, error) {
	out := *s
	out.Tables = nil
	for _, t := range s.Tables {
		columns, err := t.Columns()
		if err != nil {
			return nil, err
		}
		_, body, _ := strings.Cut(t.Create, "(")
		parts := declarations(body)
		keys := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !keyPattern.MatchString(part) })
		kept := parts[:0]
		t.Fields, t.Less = nil, nil
		for i, c := range columns {
			if !s.names(c.Name, keys) {
				t.Fields, t.Less = append(t.Fields, ""), append(t.Less, c.Name)
				continue
			}
			t.Fields, kept = append(t.Fields, c.Name), append(kept, parts[i])
		}
		t.Create = fmt.Sprintf("CREATE TABLE %s (%s)", t.Name, strings.Join(append(kept, keys...), ", "))
		out.Tables = append(out.Tables, t)
	}
	return &out, nil
}

// names reports whether a query of the suite, or one of some declarations of keys, names a column.
func (s *Suite) names(column string, keys []string) bool {
	word := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(column) + `\b`)
	return slices.ContainsFunc(keys, word.MatchString) ||
		slices.ContainsFunc(s.Queries, func(q Query) bool { return word.MatchString(q.Text) })
}

// Different gives n queries with random parameters, no text twice. The suite has Random.
func (s *Suite) Different(seed uint64, n int) []Query {
	seen := map[string]bool{}
	var out []Query
	for drawn := n; len(out) < n; drawn += n {
		out = out[:0]
		clear(seen)
		for _, q := range s.Random(seed, drawn, s.Queries) {
			if !seen[q.Text] && len(out) < n {
				seen[q.Text] = true
				out = append(out, q)
			}
		}
	}
	return out
}
