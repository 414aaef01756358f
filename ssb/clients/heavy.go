package clients

import "fmt"

// Heavies are kinds of heavy queries over the Star Schema Benchmark, one for each thing that
// can hold a thread, a lock or memory for long: pairs of a join, groups, rows that are
// sorted, windows, distinct values, texts that are made, and tables that joins are made of.
func Heavies() []Heavy {
	return []Heavy{
		heavy("runaway", "SELECT COUNT(*) FROM lineorder a, lineorder b, lineorder c WHERE a.lo_revenue < b.lo_extendedprice AND b.lo_revenue < c.lo_extendedprice AND a.lo_orderkey <> %d"),
		heavy("groups", "SELECT lo_custkey, lo_partkey, SUM(lo_revenue + %d) r, COUNT(*) FROM lineorder GROUP BY lo_custkey, lo_partkey ORDER BY r DESC LIMIT 10"),
		heavy("sort", "SELECT lo_orderkey, lo_revenue, lo_commitdate FROM lineorder WHERE lo_orderkey <> %d ORDER BY lo_revenue DESC, lo_orderkey LIMIT 10 OFFSET 5000000"),
		heavy("window", "SELECT MAX(r), SUM(s) FROM (SELECT RANK() OVER (PARTITION BY lo_custkey ORDER BY lo_revenue) r, SUM(lo_tax) OVER (PARTITION BY lo_suppkey ORDER BY lo_orderkey, lo_linenumber) s FROM lineorder WHERE lo_orderkey <> %d) w"),
		heavy("distinct", "SELECT COUNT(*) FROM (SELECT DISTINCT lo_partkey, lo_orderdate, lo_revenue FROM lineorder WHERE lo_orderkey <> %d) d"),
		heavy("texts", "SELECT COUNT(DISTINCT CONCAT(lo_orderkey, '-', lo_revenue, '-', %d)) FROM lineorder"),
		heavy("join", "SELECT COUNT(*), MAX(b.lo_revenue) FROM lineorder a JOIN lineorder b ON a.lo_partkey = b.lo_partkey AND a.lo_quantity = b.lo_quantity + %d"),
		heavy("pairs", "SELECT COUNT(*), MAX(b.lo_revenue - a.lo_tax) FROM lineorder a JOIN lineorder b ON a.lo_suppkey = b.lo_suppkey AND a.lo_orderkey <> b.lo_orderkey + %d"),
	}
}

// heavy makes a kind of a text that has a number for each client.
func heavy(name, text string) Heavy {
	return Heavy{Name: name, Text: func(client int) string { return fmt.Sprintf(text, -client) }}
}
