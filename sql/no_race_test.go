//go:build !race

package sql

// tries is how often something of n is tried.
func tries(n int) int { return n }

// seeded names the texts that FuzzQuery is seeded with.
const seeded = "*"
