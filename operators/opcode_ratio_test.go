package operators

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// A ratio is the double nearest to the quotient with its last digits dropped, or the next one where it has
// more digits than 64 bits.
func TestRatioIsOfItsDigits(t *testing.T) {
	small := rapid.Int64Range(-1000, 1000)
	any := rapid.OneOf(small, rapid.Int64Range(-1<<53, 1<<53), rapid.Int64())
	rapid.Check(t, func(t *rapid.T) {
		x, y := any.Draw(t, "x"), any.Draw(t, "y")
		imm := rapid.SampledFrom([]int64{1e12, 1e15, 1e18}).Draw(t, "imm")
		d := &Vector{Float: []float64{0}, Null: []byte{0}}
		if err := RatioFloat.Operation().Apply(d, []*Vector{{Int: []int64{x}}, {Int: []int64{y}}}, imm, []byte{0}); err != nil {
			t.Fatal(err)
		}
		if y == 0 {
			if d.Null[0] == 0 {
				t.Fatalf("%d / 0 is %v", x, d.Float[0])
			}
			return
		}
		units := new(big.Int).Mul(big.NewInt(x), big.NewInt(imm))
		units.Quo(units, big.NewInt(y))
		want, _ := new(big.Rat).SetFrac(units, big.NewInt(imm)).Float64()
		if got := d.Float[0]; got != want && (units.IsInt64() || got/want-1 > 1e-15 || got/want-1 < -1e-15) {
			t.Fatalf("%d / %d of %d: got %v, want %v", x, y, imm, got, want)
		}
	})
}
