package tail

import "testing"

// tries is how often something of n is tried: an eighth of it with -short, as under the race detector,
// which sees in the first what it sees in all.
func tries(n int) int {
	if testing.Short() {
		return max(1, n/8)
	}
	return n
}
