package emit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// A number is at one of its two places exactly where the list has it, whatever pattern the list has: an empty
// place has no number that would be looked for there.
func TestNumbersAreAtOneOfTwoPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 11))
	lists := map[string]func(i int) int64{
		"random": func(int) int64 { return int64(r.Uint64()) }, "multiples": func(i int) int64 { return int64(i) * 7 },
		"of 2^40": func(i int) int64 { return int64(i) << 40 }, "from the least": func(i int) int64 { return math.MinInt64 + int64(i)<<33 },
		"squares": func(i int) int64 { return int64(i) * int64(i) }, "below 0": func(i int) int64 { return -int64(i) },
	}
	for name, of := range lists {
		for _, n := range []int{17, 64, 1000, 4097} {
			numbers := make([]int64, n)
			for i := range numbers {
				numbers[i] = of(i)
			}
			places, ok := placed(numbers)
			if !ok {
				t.Fatalf("%s: %d numbers have no places", name, n)
			}
			keys := [2][]int64{places.keys(0, numbers), places.keys(1, numbers)}
			found := func(x int64) bool {
				return keys[0][places.place(0, x)] == x || keys[1][places.place(1, x)] == x
			}
			for i, x := range numbers {
				if at := [2]int{places.at[0][places.place(0, x)], places.at[1][places.place(1, x)]}; !found(x) || at[0] != i && at[1] != i {
					t.Fatalf("%s: number %d of %d, %d, is at neither place", name, i, n, x)
				}
			}
			for _, x := range slices.Concat(numbers, []int64{0, 1, -1, math.MaxInt64, math.MinInt64}) {
				for _, y := range []int64{x, x + 1, x - 1, ^x, x << 1} {
					if found(y) != slices.Contains(numbers, y) {
						t.Fatalf("%s: found %d among %d is %t", name, y, n, found(y))
					}
				}
			}
			for table, keys := range keys { // a key is looked for at its place, or nowhere at that of another
				for place, x := range keys {
					if at := places.at[table][place]; at < 0 && places.place(table, x) == place {
						t.Fatalf("%s: an empty place of %d has a number that is looked for there", name, n)
					}
				}
			}
		}
	}
}
