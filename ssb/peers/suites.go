package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gsdms/ssb"
	"gsdms/ssb/groups"
	"gsdms/ssb/hits"
	"gsdms/ssb/suite"
)

// workload is a suite, and what only some suites have.
type workload struct {
	*suite.Suite
	// different gives n queries, no text twice; nil: there are no more than the suite's.
	different func(n int) []suite.Query
	// right answers queries apart from all engines; nil: the engines' answers are compared
	// with one another alone.
	right func(ctx context.Context, queries []suite.Query) ([]answer, error)
}

// maker is how a suite of a name is made: an entry of makers.
type maker struct {
	name string
	make func(settings) (*workload, error)
}

// makers are all suites. A suite of another schema is one more entry: tables with their
// CREATE TABLE and a source of rows each, and queries.
func makers() []maker {
	return []maker{
		{"ssb", starSchema},
		{"ssb-nokeys", withoutKeys},
		{"shapes", shapes},
		{"groups", func(s settings) (*workload, error) {
			o := groups.Defaults()
			if s.Rows > 0 {
				o.Rows = s.Rows
			}
			return only(groups.New(o))
		}},
		{"hits", func(s settings) (*workload, error) {
			o := hits.Defaults()
			if s.Rows > 0 {
				o.Rows = s.Rows
			}
			if s.Texts > 0 {
				o.Texts = s.Texts
			}
			return only(hits.New(o))
		}},
	}
}

// only is a workload of a suite and nothing else.
func only(s *suite.Suite, err error) (*workload, error) { return &workload{Suite: s}, err }

// workloadOf makes the suite that the settings name.
func workloadOf(s settings) (*workload, error) {
	all := makers()
	i := slices.IndexFunc(all, func(m maker) bool { return m.name == s.Suite })
	if i < 0 {
		var names []string
		for _, m := range all {
			names = append(names, m.name)
		}
		return nil, fmt.Errorf("-suite %q: one of %s", s.Suite, strings.Join(names, ", "))
	}
	w, err := all[i].make(s)
	if err != nil {
		return nil, fmt.Errorf("suite %s: %w", s.Suite, err)
	}
	return w, nil
}

// starSchema is the Star Schema Benchmark, whose right answers plain loops compute.
func starSchema(s settings) (*workload, error) {
	w, err := only(ssb.Suite(s.SF))
	if err != nil {
		return nil, err
	}
	asked := map[string]ssb.Query{} // by text: with the literals that the loops take
	for _, q := range ssb.Queries() {
		asked[q.Text] = q
	}
	w.different = func(n int) (out []suite.Query) {
		for _, q := range ssb.Distinct(s.Seed, n) {
			asked[q.Text] = q
			out = append(out, q.Suite())
		}
		return out
	}
	w.right = func(ctx context.Context, queries []suite.Query) (out []answer, err error) {
		var known []ssb.Query
		for _, q := range queries {
			known = append(known, asked[q.Text])
		}
		answers, err := ssb.Evaluate(ctx, s.SF, known, s.Threads)
		for _, a := range answers {
			out = append(out, exactAnswer(a))
		}
		return out, err
	}
	return w, nil
}

func withoutKeys(s settings) (*workload, error) {
	w, err := starSchema(s)
	if err == nil {
		w.Suite, err = w.Suite.WithoutKeys()
	}
	return w, err
}

// undeclared is the key that the suite shapes joins by and does not declare.
const undeclared = "\n  FOREIGN KEY (lo_partkey) REFERENCES part (p_partkey),"

// shapes are queries over the Star Schema Benchmark's data that none of the 13 is like:
// many groups, many distinct values, the first of an order, a key that is not declared.
func shapes(s settings) (*workload, error) {
	w, err := only(ssb.Suite(s.SF))
	if err != nil {
		return nil, err
	}
	w.Name = "shapes"
	for i := range w.Tables {
		w.Tables[i].Create = strings.Replace(w.Tables[i].Create, undeclared, "", 1)
	}
	w.Queries = []suite.Query{
		{Name: "group-orderkey", Text: "SELECT lo_orderkey, SUM(lo_revenue) AS r FROM lineorder GROUP BY lo_orderkey ORDER BY r DESC LIMIT 10", Order: []int{1}, Cut: true},
		{Name: "group-cust-supp", Text: "SELECT lo_custkey, lo_suppkey, SUM(lo_revenue) AS r FROM lineorder GROUP BY lo_custkey, lo_suppkey ORDER BY r DESC LIMIT 10", Order: []int{2}, Cut: true},
		{Name: "distinct-orderkey", Text: "SELECT COUNT(DISTINCT lo_orderkey) FROM lineorder"},
		{Name: "distinct-by-shipmode", Text: "SELECT lo_shipmode, COUNT(DISTINCT lo_custkey) FROM lineorder GROUP BY lo_shipmode ORDER BY lo_shipmode", Order: []int{0}},
		{Name: "top-revenue", Text: "SELECT lo_orderkey, lo_linenumber, lo_revenue FROM lineorder ORDER BY lo_revenue DESC LIMIT 10", Order: []int{2}, Cut: true},
		{Name: "distinct-custkey", Text: "SELECT DISTINCT lo_custkey FROM lineorder"},
		{Name: "group-expression", Text: "SELECT lo_orderdate DIV 100 AS m, SUM(lo_revenue) FROM lineorder GROUP BY m ORDER BY m",
			Duck: "SELECT lo_orderdate // 100 AS m, SUM(lo_revenue) FROM lineorder GROUP BY m ORDER BY m", Order: []int{0}},
		{Name: "join-undeclared", Text: "SELECT COUNT(*), SUM(lo_revenue) FROM lineorder JOIN part ON lo_partkey = p_partkey WHERE p_name LIKE '%green%'"},
	}
	return w, nil
}
