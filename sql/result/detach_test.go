package result

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gsdms/plan"
)

func TestWideNumbersAreSpelledExactly(t *testing.T) {
	wide, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	d := plan.Vector{
		Type: plan.Type{Kind: plan.Decimal, Precision: 40, Scale: 3},
		Wide: []*big.Int{big.NewInt(-5), nil, wide}, Nulls: []bool{false, true, false},
	}
	r := &Set{Rows: &plan.Rows{Len: 3, Columns: []plan.Vector{d}}}
	for row, want := range []string{"-0.005", "NULL", "123456789012345678901234567.890"} {
		got, null := r.Text(row, 0)
		if null {
			got = "NULL"
		}
		if got != want {
			t.Errorf("row %d: got %s, want %s", row, got, want)
		}
	}
}

func TestDetachedRowsNeedNoDictionary(t *testing.T) {
	text := []byte("abbccc")
	rows := &plan.Rows{Len: 3, Columns: []plan.Vector{{
		Type: plan.Type{Kind: plan.String}, Ints: []int64{2, 0, 1}, Nulls: []bool{false, true, false},
		Dict: plan.NewDictionary([]uint32{0, 1, 3, 6}, text),
	}}}
	Detach(rows)
	own := rows
	copy(text, "zzzzzz") // the file is unmapped
	r := &Set{Rows: own}
	first, _ := r.Text(0, 0)
	_, null := r.Text(1, 0)
	last, _ := r.Text(2, 0)
	if first != "ccc" || !null || last != "bb" {
		t.Errorf("got %q, NULL %v, %q", first, null, last)
	}
}

// Few rows of a long dictionary and many of a short one keep their texts.
func TestDetachedRowsKeepTheirTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, size := range []int{1, 7, 64, 1000, 100_000, 999_999} {
		offsets, text := []uint32{0}, []byte(nil)
		for i := range size {
			text = fmt.Appendf(text, "%06d", i)
			offsets = append(offsets, uint32(len(text)))
		}
		v := plan.Vector{Type: plan.Type{Kind: plan.String}, Dict: plan.NewDictionary(offsets, text), Ints: make([]int64, 300), Nulls: make([]bool, 300)}
		for i := range v.Ints {
			v.Ints[i], v.Nulls[i] = r.Int64N(int64(size)), r.IntN(4) == 0
		}
		own := &Set{Rows: &plan.Rows{Len: 300, Columns: []plan.Vector{v}}}
		Detach(own.Rows)
		for i, code := range v.Ints {
			got, null := own.Text(i, 0)
			if null != v.Nulls[i] || !null && got != fmt.Sprintf("%06d", code) {
				t.Fatalf("%d texts, row %d: got %q, NULL %v, want code %d, NULL %v", size, i, got, null, code, v.Nulls[i])
			}
		}
		if n := own.Rows.Columns[0].Dict.Len(); n > min(size, 300) {
			t.Errorf("the result of 300 rows has a dictionary of %d texts", n)
		}
	}
}
