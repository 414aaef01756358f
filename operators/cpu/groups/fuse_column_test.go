package groups

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
)

// TestColumnFolds: sums in 128 bits, least and greatest values of columns, of all widths
// and of any bias, are those of the values one by one: of rows with gaps and without, of
// one group and of several.
func TestColumnFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, bias := range []int64{0, 17, -1, -40000, math.MinInt64, math.MaxInt64 - 1<<32, math.MaxInt64} {
		for _, gaps := range []bool{false, true} {
			for _, groups := range []int{1, 3} {
				t.Run(fmt.Sprint(bias, gaps, groups), func(t *testing.T) {
					if bias == math.MaxInt64 { // as it is where the least number of 64 bits is beside NULL
						checkColumnFolds[uint64](t, r, bias, gaps, groups)
						return
					}
					checkColumnFolds[uint8](t, r, bias, gaps, groups)
					checkColumnFolds[uint16](t, r, bias, gaps, groups)
					checkColumnFolds[uint32](t, r, bias, gaps, groups)
					if bias <= 0 && bias != -1 && bias != -40000 {
						checkColumnFolds[uint64](t, r, bias, gaps, groups)
					}
				})
			}
		}
	}
}

func checkColumnFolds[X machine.Unsigned](t *testing.T, r *rand.Rand, bias int64, gaps bool, many int) {
	t.Helper()
	stored := make([]X, 500)
	for i := range stored {
		stored[i] = X(r.Uint64())
		if bias == 0 && unsafe.Sizeof(X(0)) == 8 {
			stored[i] >>= 1 // or the value is past 64 bits
		}
	}
	rows, numbers := []uint16{}, []uint32{}
	for i := 20; i < 400; i++ {
		if !gaps || r.IntN(3) > 0 {
			rows, numbers = append(rows, uint16(i)), append(numbers, uint32(r.IntN(many)))
		}
	}
	m := &machine.Machine{Columns: []unsafe.Pointer{unsafe.Pointer(&stored[0])}, Levels: [][]uint16{rows}}
	g := &Groups{width: 5, shared: many == 1}
	a := &accumulators{groups: g, words: make([]int64, many*g.width)}
	for at, f := range []operators.FoldFunc{1: operators.Sum128, 3: operators.MinInt, 4: operators.MaxInt} {
		if at == 0 || at == 2 { // words of others
			continue
		}
		for range 2 { // as two batches
			if err := columnFold[X](f, machine.Source{Bias: bias})(&fold{at: at}, a, m, numbers); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := range many {
		words := a.words[n*g.width:]
		sum, least, most := new(big.Int), int64(math.MaxInt64), int64(math.MinInt64)
		for i, row := range rows {
			if v := int64(stored[row]) + bias; numbers[i] == uint32(n) {
				sum.Add(sum, big.NewInt(v)).Add(sum, big.NewInt(v))
				least, most = min(least, v), max(most, v)
			}
		}
		got := new(big.Int).Lsh(big.NewInt(words[2]), 64)
		got.Add(got, new(big.Int).SetUint64(uint64(words[1])))
		if got.Cmp(sum) != 0 {
			t.Errorf("%T: sum %s, want %s", stored[0], got, sum)
		}
		if got := int64(^uint64(words[3]) ^ 1<<63); got != least {
			t.Errorf("%T: least %d, want %d", stored[0], got, least)
		}
		if got := int64(uint64(words[4]) ^ 1<<63); got != most {
			t.Errorf("%T: greatest %d, want %d", stored[0], got, most)
		}
	}
}
