package tpch

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/bench"
	"gsdms/ssb/pieces"
	"gsdms/ssb/tpch/gen"
)

// Notice is what every output says of the results.
const Notice = "results derived from TPC-H, unaudited, not comparable with published TPC-H results"

// Suite gives the benchmark at a scale factor: the eight tables, with keys, and the 22
// queries. Answers are known at scale factors 0.01 and 1, for the validation parameters.
func Suite(sf float64) (*bench.Suite, error) {
	rows, err := rowsAt(sf)
	if err != nil {
		return nil, err
	}
	g := &generator{sf: sf}
	s := &bench.Suite{
		Name: "tpch", Title: "Derived from TPC-H", Notice: Notice, Command: command, SF: sf, Size: fmt.Sprintf("scale factor %v", sf),
		Fact: "lineitem", Queries: Queries(), Random: RandomOf, Write: g.write,
		Answers: func(_ context.Context, queries []bench.Query) ([]bench.Answer, error) { return answersOf(sf, queries) },
	}
	for i, name := range gen.Tables() {
		s.Tables = append(s.Tables, bench.Table{
			Name: name, Create: Schema()[i], Rows: rows[name], Order: fileOrder[name],
			Open: func(ctx context.Context) (ingest.Source, error) { return g.source(ctx, name) },
		})
	}
	return s, nil
}

// command makes and loads the benchmark.
const command = "gsdms tpch"

// fileOrder is what the generator's rows come sorted by, where it matters.
var fileOrder = map[string][]string{
	"partsupp": {"ps_partkey"}, "orders": {"o_orderkey"}, "lineitem": {"l_orderkey", "l_linenumber"},
}

// Scaled is the benchmark at whatever scale factor is loaded.
func Scaled() bench.Scaled {
	return bench.Scaled{Suite: Suite, Command: command, Customers: 150000}
}

// rowsAt are the rows of each table at a scale factor.
func rowsAt(sf float64) (map[string]int64, error) {
	s, err := gen.NewScale(sf)
	if err != nil {
		return nil, err
	}
	return s.Rows(), nil
}

// generator makes the data when they are needed first: it takes a second and 300 MiB.
type generator struct {
	sf   float64
	mu   sync.Mutex
	made *gen.Data // guarded by mu
}

func (g *generator) data(ctx context.Context, threads int) (*gen.Data, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.made == nil {
		made, err := gen.New(ctx, g.sf, threads)
		if err != nil {
			return nil, err
		}
		g.made = made
	}
	return g.made, nil
}

func (g *generator) source(ctx context.Context, table string) (ingest.Source, error) {
	data, err := g.data(ctx, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	return data.Source(table)
}

func (g *generator) write(ctx context.Context, dir string, threads int, progress pieces.Progress) error {
	data, err := g.data(ctx, threads)
	if err != nil {
		return err
	}
	return data.WriteFiles(ctx, dir, threads, progress)
}
