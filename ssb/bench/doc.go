// Package bench loads a benchmark's tables, runs its queries, alone and together, checks
// the answers and reports the times. What the benchmark is, a Suite says: ssb, ssb/tpch,
// ssb/groups and ssb/hits each make one, and ssb/peers runs them on other engines, too.
package bench
