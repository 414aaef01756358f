package random

import (
	"fmt"
	"math/rand/v2"

	"gsdms/ssb/bench"
	"gsdms/ssb/tpch"
)

// Options are the size of the data, and which queries. All fields are set.
type Options struct {
	SF    float64
	Seed  uint64 // equal seeds give equal queries
	Count int
}

// Defaults are a hundred queries at scale factor 1.
func Defaults() Options { return Options{SF: 1, Seed: 1, Count: 100} }

// New gives the benchmark: the tables of the one derived from TPC-H without keys, and queries.
func New(o Options) (*bench.Suite, error) {
	if o.Count < 1 || o.Count > 1_000_000 {
		return nil, fmt.Errorf("%d queries: it is from 1 to 1000000", o.Count)
	}
	with, err := tpch.Suite(o.SF)
	if err != nil {
		return nil, err
	}
	s, err := with.WithoutKeys()
	if err != nil {
		return nil, err
	}
	s.Name, s.Title, s.Command = "random", fmt.Sprintf("Random queries of seed %d", o.Seed), "gsdms bench random"
	s.Queries, s.Random, s.Answers = Queries(o.Seed, o.Count), nil, nil
	return s, nil
}

// Queries gives the first queries of a seed, named by shape and number: cte-12.
func Queries(seed uint64, count int) []bench.Query {
	out := make([]bench.Query, count)
	for i := range out {
		out[i] = query(seed, i+1)
	}
	return out
}

// query is the one of a number.
func query(seed uint64, number int) bench.Query {
	m := &maker{dice: dice{rand.New(rand.NewPCG(seed, uint64(number)))}}
	s := of(m.dice, shapes())
	q := s.make(m)
	q.Name = fmt.Sprintf("%s-%d", s.name, number)
	return q
}
