package main

import (
	"fmt"
	"slices"
	"strings"

	"gsdms/ssb"
	"gsdms/ssb/bench"
	"gsdms/ssb/groups"
	"gsdms/ssb/hits"
	"gsdms/ssb/random"
	"gsdms/ssb/tpch"
)

// maker is how a suite of a name is made: an entry of makers.
type maker struct {
	name string
	make func(settings) (*bench.Suite, error)
}

// makers are all suites. A suite of another schema is one more entry: tables with their
// CREATE TABLE and a source of rows each, and queries.
func makers() []maker {
	return []maker{
		{"ssb", scaled(ssb.Suite)},
		{"ssb-nokeys", withoutKeys(ssb.Suite)},
		{"shapes", scaled(shapes)},
		{"tpch", scaled(tpch.Suite)},
		{"tpch-nokeys", withoutKeys(tpch.Suite)},
		{"odd", scaled(odd)},
		{"groups", func(s settings) (*bench.Suite, error) {
			o := groups.Defaults()
			if s.Rows > 0 {
				o.Rows = s.Rows
			}
			return groups.New(o)
		}},
		{"hits", func(s settings) (*bench.Suite, error) {
			o := hits.Defaults()
			if s.Rows > 0 {
				o.Rows = s.Rows
			}
			if s.Texts > 0 {
				o.Texts = s.Texts
			}
			return hits.New(o)
		}},
		{"random", func(s settings) (*bench.Suite, error) {
			o := random.Options{SF: s.SF, Seed: s.Seed, Count: random.Defaults().Count}
			if s.Count > 0 {
				o.Count = s.Count
			}
			return random.New(o)
		}},
	}
}

// suiteOf makes the suite that the settings name.
func suiteOf(s settings) (*bench.Suite, error) {
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

// scaled makes a suite whose size is a scale factor.
func scaled(at func(sf float64) (*bench.Suite, error)) func(settings) (*bench.Suite, error) {
	return func(s settings) (*bench.Suite, error) { return at(s.SF) }
}

// withoutKeys makes such a suite, with no key declared.
func withoutKeys(at func(sf float64) (*bench.Suite, error)) func(settings) (*bench.Suite, error) {
	return func(s settings) (*bench.Suite, error) {
		w, err := at(s.SF)
		if err != nil {
			return nil, err
		}
		return w.WithoutKeys()
	}
}

// undeclared is the key that the suite shapes joins by and does not declare.
const undeclared = "\n  FOREIGN KEY (lo_partkey) REFERENCES part (p_partkey),"

// shapes are queries over the Star Schema Benchmark's data that none of the 13 is like:
// many groups, many distinct values, the first of an order, a key that is not declared.
func shapes(sf float64) (*bench.Suite, error) {
	w, err := ssb.Suite(sf)
	if err != nil {
		return nil, err
	}
	w.Name, w.Title, w.Random, w.Answers = "shapes", "Other shapes", nil, nil
	for i := range w.Tables {
		w.Tables[i].Create = strings.Replace(w.Tables[i].Create, undeclared, "", 1)
	}
	w.Queries = []bench.Query{
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
