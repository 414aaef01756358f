//go:build unix

package simd

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// Texts that Join puts together are those that a loop does, and nothing is read or written behind them.
func TestJoin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	eachKernels(t, func(t *testing.T, k *Kernels) {
		if k.Join == nil {
			t.Skip("these kernels have no Join: the loop that stands in for it is tested in operators/tail/made")
		}
		for range 200 {
			n, one := 1+r.IntN(40), strings.Repeat("-", r.IntN(90))
			texts := [2][]string{make([]string, n), make([]string, n)}
			var rows []int32
			var want strings.Builder
			var wantEnds []int
			for i := range n {
				for c := range texts {
					texts[c][i] = textAtTheEnd(t, r)
				}
				if r.IntN(3) > 0 {
					rows = append(rows, int32(i))
					want.WriteString(texts[0][i] + one + texts[1][i])
					wantEnds = append(wantEnds, want.Len())
				}
			}
			to, ends := atTheEnd(t, want.Len()+JoinSlack), make([]int, len(rows))
			k.Join(to, []TextColumn{TextsOf(texts[0]), TextOf(&one), TextsOf(texts[1])}, rows, ends)
			if got := string(to[:want.Len()]); got != want.String() {
				t.Fatalf("%q, want %q", got, want.String())
			}
			for i, end := range wantEnds {
				if ends[i] != end {
					t.Fatalf("row %d ends at %d, want %d", i, ends[i], end)
				}
			}
		}
	})
}

// textAtTheEnd is a text behind which nothing must be read, or one of no bytes that is nowhere.
func textAtTheEnd(t *testing.T, r *rand.Rand) string {
	n := []int{0, r.IntN(10), 63 + r.IntN(3), r.IntN(300)}[r.IntN(4)]
	if n == 0 {
		return ""
	}
	b := atTheEnd(t, n)
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return unsafe.String(&b[0], n)
}
