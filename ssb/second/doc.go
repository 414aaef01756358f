// Package second holds the engine to a second schema: if anything in it were made for
// the Star Schema Benchmark, it would show here.
//
// The tests generate a telephone network's traffic. Nothing has the benchmark's names,
// keys are scattered over 64 bits or negative, dimensions are a snowflake (traffic ->
// subscriber or mast -> zone -> land), texts do not sort as the hierarchies do, foreign
// keys, measures and attributes have NULLs, and measures are negative, decimal, double
// and of 64 bits whose sums pass 64.
//
//	world_test.go     the generated rows, from a seed, and tables_test.go their way into the store
//	queries_test.go   13 queries with the shapes of the benchmark's; beyond_test.go: others
//	answers_test.go   the same questions answered by loops and maps over the generated rows
//	second_test.go    answers alone, all together, joining a running scan
//	bytes_test.go     13 at once read each byte once: from the columns, and disk_linux_test.go from a disk
//	names_test.go     no name of the benchmark in the engine's sources
//	bench_test.go     time per row beside the benchmark's query of the same shape
package second
