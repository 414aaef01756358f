package cell

import (
	"math/big"
	"slices"
	"testing"

	"gsdms/plan"
)

// forms are columns of -1, NULL, 3, 3 and 7, in each form that columns have.
func forms() map[string]*plan.Vector {
	nulls := []bool{false, true, false, false, false}
	wide := []*big.Int{big.NewInt(-1), nil, big.NewInt(3), big.NewInt(3), big.NewInt(7)}
	return map[string]*plan.Vector{
		"numbers": {Type: plan.Type{Kind: plan.Int}, Ints: []int64{-1, 100, 3, 3, 7}, Nulls: nulls},
		"doubles": {Type: plan.Type{Kind: plan.Double}, Floats: []float64{-1, 100, 3, 3, 7}, Nulls: nulls},
		"texts":   {Type: plan.Type{Kind: plan.String}, Texts: []string{"", "z", "3", "3", "7"}, Nulls: nulls},
		"wide":    {Type: plan.Type{Kind: plan.Decimal}, Wide: wide, Nulls: nulls},
	}
}

func TestByKey(t *testing.T) {
	for form, v := range forms() {
		for desc, want := range map[bool][]int32{false: {1, 0, 2, 3, 4}, true: {4, 2, 3, 0, 1}} {
			rows := []int32{0, 1, 2, 3, 4}
			slices.SortStableFunc(rows, ByKey(v, desc))
			if !slices.Equal(rows, want) {
				t.Errorf("%s, descending %v: %v, want %v", form, desc, rows, want)
			}
		}
		for a := range 5 {
			for b := range 5 {
				if got, want := Equal(v, a, b), ByKey(v, false)(int32(a), int32(b)) == 0; got != want {
					t.Errorf("%s: %d and %d are equal: %v", form, a, b, got)
				}
			}
		}
	}
	if none := ByKey(&plan.Vector{Type: plan.Type{Kind: plan.Null}}, true); none(0, 1) != 0 {
		t.Error("NULLs differ")
	}
}

// The second key decides where the first does not.
func TestCompareRows(t *testing.T) {
	by := []Comparer{ByKey(forms()["numbers"], true), func(a, b int32) int { return int(b - a) }}
	rows := []int32{0, 1, 2, 3, 4}
	slices.SortFunc(rows, func(a, b int32) int { return CompareRows(by, a, b) })
	if want := []int32{4, 3, 2, 0, 1}; !slices.Equal(rows, want) {
		t.Errorf("%v, want %v", rows, want)
	}
}

func TestBytes(t *testing.T) {
	for form, want := range map[string]int64{"numbers": 9, "doubles": 9, "texts": 17, "wide": 65} {
		v := forms()[form]
		if got := Bytes(v, 10); got != 10*want {
			t.Errorf("ten %s take %d bytes, want %d", form, got, 10*want)
		}
		v.Nulls = nil
		if got := Bytes(v, 10); got != 10*want-10 {
			t.Errorf("ten %s without NULL take %d bytes, want %d", form, got, 10*want-10)
		}
	}
}

// What a result shares with the rows that were given is theirs.
func TestOwnBytes(t *testing.T) {
	all := forms()
	given := &plan.Rows{Len: 5, Columns: []plan.Vector{*all["numbers"], *all["texts"]}}
	shared := &plan.Rows{Len: 5, Columns: []plan.Vector{*all["texts"], *all["numbers"]}}
	if got := OwnBytes(shared, given); got != 0 {
		t.Errorf("columns of others take %d bytes", got)
	}
	other := forms()
	own := &plan.Rows{Len: 5, Columns: []plan.Vector{*other["texts"], *all["numbers"]}}
	if got, want := OwnBytes(own, given), int64(5*17)+other["texts"].TextBytes(); got != want {
		t.Errorf("a column of its own takes %d bytes, want %d", got, want)
	}
}
