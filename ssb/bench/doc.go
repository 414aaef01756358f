// Package bench loads a benchmark's tables, runs its queries, alone and together, checks
// the answers and reports the times. What the benchmark is, a Suite says: ssb has one,
// ssb/tpch another.
package bench
