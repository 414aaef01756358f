// Package ssb is the Star Schema Benchmark: schema, data, the 13 queries, the runner
// and the reference answers.
package ssb
