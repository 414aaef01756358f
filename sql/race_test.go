//go:build race

package sql

// tries is how often something of n is tried: of what runs alone the race detector has little to see,
// and the run without it tries it all.
func tries(n int) int { return max(1, n/4) }

// seeded names the texts that FuzzQuery is seeded with.
const seeded = "[a-e]*"
