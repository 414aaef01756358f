// Package tpch is a benchmark derived from TPC-H: schema, data (ssb/tpch/gen), the 22
// queries, their answers at scale factors 0.01 and 1. Results are unaudited and not
// comparable with published TPC-H results.
package tpch
