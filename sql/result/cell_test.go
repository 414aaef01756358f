package result

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/plan/value"
)

// Decimals have their digits as math/big writes a fraction, and dates theirs as package time does.
func TestCellsOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	numbers := []int64{0, 1, -1, 9, 10, -10, 99, -99, 100, -100, 12345, -12345, math.MaxInt64, math.MinInt64}
	for range 2000 {
		numbers = append(numbers, r.Int64N(math.MaxInt64)>>r.IntN(62)*int64(1-2*r.IntN(2)))
	}
	for scale := range 19 {
		cells := Cells(&plan.Vector{Type: value.DecimalType(19, scale), Ints: numbers})
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
		for row, n := range numbers {
			want := ">" + new(big.Rat).SetFrac(big.NewInt(n), power).FloatString(scale)
			if got := string(cells([]byte(">"), row)); got != want {
				t.Fatalf("%d with %d digits: %s, want %s", n, scale, got, want)
			}
		}
	}
	days := []int64{}
	for day := range int64(10000 * 366) {
		if days = append(days, day-719528); day%97 != 0 {
			days = days[:len(days)-1]
		}
	}
	cells := Cells(&plan.Vector{Type: plan.Type{Kind: plan.Date}, Ints: days})
	for row, day := range days {
		at := time.Unix(day*86400, 0).UTC()
		if want := fmt.Sprintf("%04d-%02d-%02d", at.Year(), int(at.Month()), at.Day()); at.Year() <= 9999 && string(cells(nil, row)) != want {
			t.Fatalf("day %d: %s, want %s", day, cells(nil, row), want)
		}
	}
}
