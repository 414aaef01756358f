// Package pieces turns generated tables into files and into batches for the store. A
// table is made in pieces, each by itself and on any goroutine; the benchmarks' generators
// (ssb/gen, ssb/tpch/gen) say how a piece comes about.
package pieces
