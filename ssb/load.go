package ssb

import (
	"context"
	"fmt"

	"gsdms/pushscan/store"
	"gsdms/sql"
	"gsdms/ssb/gen"
	"gsdms/ssb/suite"
)

// LoadOptions say which data to load.
type LoadOptions struct {
	SF       float64
	From     string                                // folder of the five .tbl files; "": straight from the generator
	Replace  bool                                  // drop the benchmark's tables if they are there
	Progress func(table string, done, total int64) // rows from the generator, bytes from files; may be nil
}

// Load creates the five tables with their keys and loads them, as suite.Load does.
func Load(ctx context.Context, e *sql.Engine, o LoadOptions) ([]suite.Loaded, error) {
	s, err := Suite(o.SF)
	if err != nil {
		return nil, err
	}
	return suite.Load(ctx, e, s, suite.LoadOptions{From: o.From, Replace: o.Replace, Progress: o.Progress})
}

// Suite gives the benchmark at a scale factor: the five tables, with keys, and the 13
// queries.
func Suite(sf float64) (*suite.Suite, error) {
	rows, err := rowsAt(sf)
	if err != nil {
		return nil, err
	}
	s := &suite.Suite{Name: "ssb", Size: fmt.Sprintf("scale factor %v", sf)}
	for i, name := range gen.Tables() {
		s.Tables = append(s.Tables, suite.Table{
			Name: name, Create: Schema()[i], Rows: rows[name], Order: fileOrder[name],
			Open: func() (store.Source, error) { return gen.Source(name, sf) },
		})
	}
	for _, q := range Queries() {
		s.Queries = append(s.Queries, q.Suite())
	}
	return s, nil
}

// fileOrder is what the generator's rows come sorted by, where it matters.
var fileOrder = map[string][]string{"lineorder": {"lo_orderkey", "lo_linenumber"}}

// Suite gives the query as one of a suite.
func (q Query) Suite() suite.Query {
	return suite.Query{Name: q.Name, Text: q.Text, Order: orderColumns(q.Name)}
}
