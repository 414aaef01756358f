package bench

import "context"

// Suite is a benchmark as Run sees it.
type Suite struct {
	Title   string // "Star Schema Benchmark"
	Notice  string // printed with every result; may be empty
	Command string // what loads it, for errors: "gsdms ssb load"
	Fact    string // the table whose rows are counted once for each query
	Tables  []string
	// Customers are the rows of the table customer at scale factor 1, which tell it.
	Customers float64
	// Rows are those of each table at a scale factor.
	Rows    func(sf float64) (map[string]int64, error)
	Queries []Query
	// Random gives n queries with random parameters, their shapes those given in turn.
	Random func(seed uint64, n int, shapes []Query) []Query
	// Answers gives the right answer of each query, nil where it is not known.
	Answers func(ctx context.Context, sf float64, queries []Query) ([]Answer, error)
}
