//go:build race

package tail

// tries is how often something of n is tried: the race detector sees in the first what it sees in all,
// and the run without it tries it all.
func tries(n int) int { return max(1, n/4) }
