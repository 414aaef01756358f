package concat

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/dictionary"
	"gsdms/plan"
	"gsdms/plan/value"
)

// coded is a column of texts in a dictionary of its own.
func coded(t *testing.T, texts []string, nulls []bool) plan.Vector {
	t.Helper()
	dict, codes, err := dictionary.Of(t.Context(), texts, nulls)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Vector{Type: plan.Type{Kind: plan.String}, Dict: dict, Ints: codes, Nulls: nulls}
}

// Of row sets that store the same values in different ways, rows are new whose texts of cells were
// nowhere before.
func TestUnseen(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seen, before := NewSeen(), map[[3]string]bool{}
	for set := range 40 {
		n := random.IntN(300)
		rows := &plan.Rows{Len: n, Columns: make([]plan.Vector, 3)}
		numbers, floats := make([]int64, n), make([]float64, n)
		texts, nulls := make([]string, n), make([]bool, n)
		for i := range n {
			numbers[i], floats[i] = int64(random.IntN(12)-6), float64(random.IntN(3)-1)*0.5
			texts[i], nulls[i] = []string{"", "a", "ab", "b", "a\x00"}[random.IntN(5)], random.IntN(6) == 0
			if floats[i] == 0 && set%2 == 1 {
				floats[i] *= -1
			}
		}
		rows.Columns[0] = decimals(set%3, numbers)
		rows.Columns[1] = plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: floats}
		rows.Columns[2] = plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: texts, Nulls: nulls}
		if set%2 == 0 {
			rows.Columns[2] = coded(t, texts, nulls)
		}
		got, err := seen.Unseen(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		var want [][3]string
		for i := range n {
			row := [3]string{big.NewInt(numbers[i]).String(), value.OfFloat(floats[i] + 0).String(), texts[i]}
			if nulls[i] {
				row[2] = "NULL"
			}
			if !before[row] {
				before[row] = true
				want = append(want, row)
			}
		}
		if found := spelled(got); !slices.Equal(found, want) {
			t.Fatalf("set %d: %v, want %v", set, found, want)
		}
	}
}

// decimals is a column of whole numbers with no places behind the point, with two, or with two and
// in numbers of any size.
func decimals(form int, numbers []int64) plan.Vector {
	if form == 0 {
		return plan.Vector{Type: value.DecimalType(10, 0), Ints: numbers}
	}
	v := plan.Vector{Type: value.DecimalType(12, 2)}
	for _, n := range numbers {
		if form == 1 {
			v.Ints = append(v.Ints, 100*n)
		} else {
			v.Wide = append(v.Wide, big.NewInt(100*n))
		}
	}
	return v
}

// spelled is the rows of TestUnseen as texts.
func spelled(rows *plan.Rows) (out [][3]string) {
	for i := range rows.Len {
		number := strings.TrimSuffix(rows.Columns[0].Value(i).String(), ".00")
		row := [3]string{number, value.OfFloat(rows.Columns[1].Floats[i] + 0).String(), "NULL"}
		if v := &rows.Columns[2]; !v.IsNull(i) {
			row[2] = v.Value(i).String()
		}
		out = append(out, row)
	}
	return out
}

// Numbers past 64 bits are equal whatever zeros end them, and no number is a text.
func TestUnseenPast64Bits(t *testing.T) {
	huge := new(big.Int).Lsh(big.NewInt(1), 90)
	scaled := new(big.Int).Mul(huge, big.NewInt(1000))
	seen := NewSeen()
	for i, c := range []struct {
		v    plan.Vector
		want int
	}{
		{plan.Vector{Type: value.DecimalType(30, 0), Wide: []*big.Int{huge, huge, big.NewInt(7)}}, 2},
		{plan.Vector{Type: value.DecimalType(33, 3), Wide: []*big.Int{scaled, big.NewInt(7000), new(big.Int).Neg(scaled)}}, 1},
		{plan.Vector{Type: value.DecimalType(33, 3), Wide: []*big.Int{new(big.Int).Add(scaled, big.NewInt(1)), scaled}}, 1},
		{plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: []int64{7, 8, 0}, Nulls: []bool{false, false, true}}, 2},
		{plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: []string{huge.String(), "7"}}, 2},
	} {
		n := max(len(c.v.Wide), len(c.v.Ints), len(c.v.Texts))
		got, err := seen.Unseen(t.Context(), &plan.Rows{Len: n, Columns: []plan.Vector{c.v}})
		if err != nil || got.Len != c.want {
			t.Fatalf("set %d: %d rows, %v, want %d", i, got.Len, err, c.want)
		}
	}
}
