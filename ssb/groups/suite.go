// Package groups is the public "db-benchmark" of H2O.ai, kept up by DuckDB Labs: ten
// questions about groups and five about joins. The rows follow its recipe, not its random
// numbers: uniform keys of K values and of n/K, and join tables of n/10^6, n/10^3 and n
// rows of which nine tenths match.
package groups

import (
	"fmt"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/bench"
)

// Options are the size of the data. All fields are set.
type Options struct {
	Rows int64  // n: of the table of groups, and of the left table of joins
	Keys int64  // K: values of a key of few values; the others have n/K
	Seed uint64 // equal seeds give equal rows
}

// Defaults are the published size on one machine, n = 10^7 and K = 100.
func Defaults() Options { return Options{Rows: 10_000_000, Keys: 100, Seed: 108} }

// New gives the benchmark at a size.
func New(o Options) (*bench.Suite, error) {
	if o.Rows < 1000 || o.Rows > 1<<31 {
		return nil, fmt.Errorf("%d rows: it is from 1000 to %d", o.Rows, 1<<31)
	}
	if o.Keys < 1 || o.Keys > o.Rows {
		return nil, fmt.Errorf("keys of %d values: it is from 1 to the number of rows, %d", o.Keys, o.Rows)
	}
	s := &bench.Suite{
		Name: "groups", Title: "db-benchmark", Command: "gsdms bench groups", Fact: "g",
		Size: fmt.Sprintf("%d rows, %d keys", o.Rows, o.Keys), Queries: queries(),
	}
	s.Generate(o.tables())
	return s, nil
}

func (o Options) tables() []bench.Generated {
	small, medium := max(1, o.Rows/1_000_000), max(1, o.Rows/1000)
	keys := [3]split{newSplit(small, o.Seed+1), newSplit(medium, o.Seed+2), newSplit(o.Rows, o.Seed+3)}
	return []bench.Generated{
		table("g", createGroups, o.Rows, o.groups),
		table("small", "CREATE TABLE small (id1 INTEGER NOT NULL, id4 VARCHAR(20) NOT NULL, v2 DOUBLE NOT NULL)",
			small, newJoin(small, o.Seed+20, right, keys[:1]).batch),
		table("medium", "CREATE TABLE medium (id1 INTEGER NOT NULL, id2 INTEGER NOT NULL, id4 VARCHAR(20) NOT NULL, id5 VARCHAR(20) NOT NULL, v2 DOUBLE NOT NULL)",
			medium, newJoin(medium, o.Seed+30, right, keys[:2]).batch),
		table("big", fmt.Sprintf(createJoin, "big", "v2"), o.Rows, newJoin(o.Rows, o.Seed+40, right, keys[:]).batch),
		table("x", fmt.Sprintf(createJoin, "x", "v1"), o.Rows, newJoin(o.Rows, o.Seed+10, left, keys[:]).batch),
	}
}

func table(name, create string, rows int64, make func(from, to int64) *ingest.Batch) bench.Generated {
	return bench.Generated{Table: bench.Table{Name: name, Create: create, Rows: rows}, Make: make}
}

const createGroups = `CREATE TABLE g (
  id1 VARCHAR(20) NOT NULL, id2 VARCHAR(20) NOT NULL, id3 VARCHAR(20) NOT NULL,
  id4 INTEGER NOT NULL, id5 INTEGER NOT NULL, id6 INTEGER NOT NULL,
  v1 INTEGER NOT NULL, v2 INTEGER NOT NULL, v3 DOUBLE NOT NULL
)`

const createJoin = `CREATE TABLE %s (
  id1 INTEGER NOT NULL, id2 INTEGER NOT NULL, id3 INTEGER NOT NULL,
  id4 VARCHAR(20) NOT NULL, id5 VARCHAR(20) NOT NULL, id6 VARCHAR(20) NOT NULL, %s DOUBLE NOT NULL
)`
