package value

import (
	"math/big"
	"testing"
)

// A number fits a precision where its text has no more digits.
func TestFitsCountsDigits(t *testing.T) {
	for p := 1; p <= MaxPrecision; p++ {
		limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p)), nil)
		two := new(big.Int).Lsh(big.NewInt(1), uint(limit.BitLen()-1))
		for _, base := range []*big.Int{limit, two, new(big.Int).Rsh(two, 1), big.NewInt(0)} {
			for d := int64(-1); d <= 1; d++ {
				n := new(big.Int).Add(base, big.NewInt(d))
				want := len(new(big.Int).Abs(n).String()) <= p
				for _, n := range []*big.Int{n, new(big.Int).Neg(n)} {
					if got := DecimalType(p, 0).Fits(n); got != want {
						t.Errorf("%s fits %d digits: %v", n, p, got)
					}
				}
			}
		}
	}
}

// The number of a key is the one that it was made of, one by one, in its words, and as the value that it stands for;
// those that are made together do not change one another.
func TestNumbersOfKeys(t *testing.T) {
	var numbers []*big.Int
	for bits := range uint(140) {
		for d := int64(-1); d <= 1; d++ {
			n := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(d))
			numbers = append(numbers, n, new(big.Int).Neg(n))
		}
	}
	var together KeyNumbers
	made := make([]*big.Int, len(numbers))
	for i, n := range numbers {
		made[i] = together.Of([]byte(NumberKey(n)))
	}
	for i, n := range numbers {
		key := []byte(NumberKey(n))
		if one := KeyNumber(key); one.Cmp(n) != 0 || made[i].Cmp(n) != 0 {
			t.Errorf("the key of %d is of %d, and with others of %d", n, one, made[i])
		}
		hi, lo, negative, ok := KeyWords(key)
		words := new(big.Int).Add(new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64), new(big.Int).SetUint64(lo))
		if negative {
			words.Neg(words)
		}
		if ok != (n.BitLen() <= 128) || ok && words.Cmp(n) != 0 {
			t.Errorf("the words of the key of %d are of %d, %v", n, words, ok)
		}
		if v := OfCode(Type{Kind: Int}, key); n.IsInt64() && v.Int != n.Int64() {
			t.Errorf("the key of %d stands for %d", n, v.Int)
		}
		if v := OfCode(Type{Kind: Unsigned}, key); n.IsUint64() && UnsignedOf(v.Int) != n.Uint64() {
			t.Errorf("the key of %d stands for %d without a sign", n, UnsignedOf(v.Int))
		}
	}
}
