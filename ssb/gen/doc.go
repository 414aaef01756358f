// Package gen makes the Star Schema Benchmark's data, byte for byte what the classic
// generator writes (one process per table).
package gen
