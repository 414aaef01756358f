package groups

import (
	"fmt"
	"math/rand/v2"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// groups makes rows of the table of groups, each column uniform and apart from the others.
func (o Options) groups(from, to int64) *ingest.Batch {
	n, few, many := to-from, o.Keys, max(1, o.Rows/o.Keys)
	dice := rand.New(rand.NewPCG(o.Seed, uint64(from)))
	short := func(k uint64) string { return fmt.Sprintf("id%03d", k) }
	texts := [3]*pieces.Column{pieces.Named(n, short), pieces.Named(n, short),
		pieces.Named(n, func(k uint64) string { return fmt.Sprintf("id%010d", k) })}
	limits := [5]int64{few, few, many, 5, 15} // id4, id5, id6, v1, v2
	var numbers [5][]int64
	v3 := make([]float64, 0, n)
	for range n {
		for i, limit := range [3]int64{few, few, many} {
			texts[i].Add(uint64(1 + dice.Int64N(limit)))
		}
		for i, limit := range limits {
			numbers[i] = append(numbers[i], 1+dice.Int64N(limit))
		}
		v3 = append(v3, uniform(dice))
	}
	b := &ingest.Batch{Rows: int(n), Origin: origin("g", from)}
	for _, t := range texts {
		b.Columns = append(b.Columns, t.Column)
	}
	for _, c := range numbers {
		b.Columns = append(b.Columns, ingest.Column{Ints: c})
	}
	b.Columns = append(b.Columns, ingest.Column{Floats: v3})
	return b
}

// uniform is a number from 0 to 100 with six decimals.
func uniform(dice *rand.Rand) float64 { return float64(dice.Int64N(100_000_001)) / 1e6 }

func origin(table string, from int64) func(row int) string {
	return func(row int) string { return fmt.Sprintf("generated %s, row %d", table, from+int64(row)+1) }
}

// split is the keys of one size of table: n on each side, in an order of their own, from
// the numbers 1 to 1.1 n. The first 0.9 n are on both sides, a tenth each on one alone.
type split struct {
	n, common int64
	order     *pieces.Permutation
}

func newSplit(n int64, seed uint64) split {
	common := n - n/10
	return split{n, common, pieces.NewPermutation(n+n/10, pieces.Hash(seed))}
}

// side is left or right of a join.
type side bool

const (
	left  side = false
	right side = true
)

// key is the i-th of a side's n keys.
func (s split) key(of side, i int64) int64 {
	if of == right && i >= s.common {
		i += s.n - s.common
	}
	return 1 + s.order.At(i)
}

// join makes the rows of one table of the join questions.
type join struct {
	seed   uint64
	side   side
	keys   []split
	places []*pieces.Permutation // by key: which row has which
}

func newJoin(rows int64, seed uint64, of side, keys []split) *join {
	j := &join{seed: seed, side: of, keys: keys}
	for i := range keys {
		j.places = append(j.places, pieces.NewPermutation(rows, pieces.Hash(seed+uint64(i))))
	}
	return j
}

// batch makes rows: the keys as numbers, the same as texts, and a value. Every key of the
// side is in one row at least.
func (j *join) batch(from, to int64) *ingest.Batch {
	n := to - from
	dice := rand.New(rand.NewPCG(j.seed, uint64(from)))
	b := &ingest.Batch{Rows: int(n), Origin: origin("join table", from), Columns: make([]ingest.Column, 2*len(j.keys))}
	for k, keys := range j.keys {
		numbers := make([]int64, 0, n)
		texts := pieces.Named(n, func(key uint64) string { return fmt.Sprintf("id%d", key) })
		for row := from; row < to; row++ {
			i := j.places[k].At(row)
			if i >= keys.n {
				i = dice.Int64N(keys.n)
			}
			key := keys.key(j.side, i)
			numbers = append(numbers, key)
			texts.Add(uint64(key))
		}
		b.Columns[k], b.Columns[len(j.keys)+k] = ingest.Column{Ints: numbers}, texts.Column
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = uniform(dice)
	}
	b.Columns = append(b.Columns, ingest.Column{Floats: values})
	return b
}
