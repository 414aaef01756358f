package work

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// Sort sorts as slices.SortFunc does.
func TestSort(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := range 300 {
		numbers := make([]int, n*40)
		for i := range numbers {
			numbers[i] = random.IntN(n*20 + 1)
		}
		want := slices.Sorted(slices.Values(numbers))
		if err := Sort(context.Background(), numbers, func(a, b int) int { return a - b }); err != nil || !slices.Equal(numbers, want) {
			t.Fatal(n, err)
		}
	}
}
