package relation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/plan/value"
)

// vectors makes columns of all kinds of so many rows; a NULL is one of nulls rows (0: none).
func vectors(r *rand.Rand, rows, nulls int) []plan.Vector {
	var out []plan.Vector
	spans := []int64{0, 1, 200, 255, 256, 70000, 1 << 33, math.MaxInt64}
	for _, t := range []plan.Type{{Kind: plan.Bool}, {Kind: plan.Int}, {Kind: plan.Date}, value.DecimalType(12, 2)} {
		for _, span := range spans {
			v := plan.Vector{Type: t, Ints: make([]int64, rows)}
			base := r.Int64() - math.MaxInt64/2
			for i := range v.Ints {
				v.Ints[i] = max(base, math.MinInt64+1)
				if span > 0 && base < math.MaxInt64-span {
					v.Ints[i] += r.Int64N(span)
				}
			}
			out = append(out, v)
		}
	}
	wide := plan.Vector{Type: value.DecimalType(30, 3), Wide: make([]*big.Int, rows)}
	texts := plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, rows)}
	coded := plan.Vector{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, rows), Dict: plan.NewDictionary([]uint32{0, 0, 1, 3}, []byte("aab"))}
	floats := plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, rows)}
	for i := range rows {
		wide.Wide[i] = big.NewInt(r.Int64() - r.Int64())
		texts.Texts[i] = []string{"", "b", "a", "ä", "ab", "B"}[r.IntN(6)]
		coded.Ints[i] = r.Int64N(3)
		floats.Floats[i] = []float64{0, -1.5, math.MaxFloat64, math.SmallestNonzeroFloat64, r.NormFloat64()}[r.IntN(5)]
	}
	out = append(out, wide, texts, coded, floats, plan.Vector{Type: plan.Type{Kind: plan.Null}, Ints: make([]int64, rows)})
	for k := range out {
		if nulls == 0 {
			continue
		}
		out[k].Nulls = make([]bool, rows)
		for i := range rows {
			if out[k].Nulls[i] = r.IntN(nulls) == 0; out[k].Nulls[i] && out[k].Wide != nil {
				out[k].Wide[i] = nil
			}
		}
	}
	return out
}

// schema describes vectors.
func schema(columns []plan.Vector) []plan.Column {
	out := make([]plan.Column, len(columns))
	for i, v := range columns {
		out[i] = plan.Column{Name: fmt.Sprintf("c%d", i), Type: v.Type, Nullable: true}
	}
	return out
}

// read gives a value of a table as its column says it is stored.
func read(t *testing.T, table *plan.Table, column, row int) plan.Value {
	t.Helper()
	c := &table.Columns[column]
	a, err := table.Data.Rows(t.Context(), column, row, row+1)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	number := uint64(0)
	switch a := a.(type) {
	case *array.Float64:
		if c.Storage.Nullable && math.Float64bits(a.Value(0)) == plan.NullBits {
			return plan.Value{}
		}
		return value.OfFloat(a.Value(0))
	case *array.Uint8:
		number = uint64(a.Value(0))
	case *array.Uint16:
		number = uint64(a.Value(0))
	case *array.Uint32:
		number = uint64(a.Value(0))
	case *array.Uint64:
		number = a.Value(0)
	}
	if lo, hi := table.Data.Zone(column, row/plan.SegmentRows); number < lo || number > hi {
		t.Errorf("column %d, row %d: %d is outside of its zone %d..%d", column, row, number, lo, hi)
	}
	if c.Storage.Nullable && number == 0 {
		return plan.Value{}
	}
	n := int64(number) + c.Storage.Bias
	if n < c.Min || n > c.Max {
		t.Errorf("column %d, row %d: %d is outside of %d..%d", column, row, n, c.Min, c.Max)
	}
	switch c.Type.Kind {
	case plan.String:
		return value.OfString(c.Dict.At(int(n)))
	case plan.Decimal:
		return value.OfDecimal(n, c.Type.Scale)
	}
	return value.OfNumber(c.Type, n)
}

// A table has the values of the rows that it was made of, whatever their types, however
// many are NULL.
func TestATableHasTheValuesOfItsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, rows := range []int{0, 1, 2, 63, 300, plan.SegmentRows, plan.SegmentRows + 1} {
		for _, nulls := range []int{0, 3, 1} {
			given := &plan.Rows{Len: rows, Columns: vectors(r, rows, nulls)}
			table, err := New(t.Context(), "rows", schema(given.Columns), given, free)
			if err != nil {
				t.Fatal(err)
			}
			if table.Rows != rows || !table.Passing {
				t.Fatalf("%d rows, passing %v", table.Rows, table.Passing)
			}
			step := max(1, rows/500)
			for c := range given.Columns {
				for at := 0; at < rows+step-1; at += step {
					row := min(at, rows-1)
					if got, want := read(t, table, c, row), given.Columns[c].Value(row); got.String() != want.String() || got.IsNull() != want.IsNull() {
						t.Fatalf("%d rows, NULL 1 in %d, column %d (%s), row %d: %s, want %s", rows, nulls, c, given.Columns[c].Type, row, got, want)
					}
				}
			}
		}
	}
}

// Of a sorted dictionary, the order of the codes is the order of the texts.
func TestTextsBecomeASortedDictionary(t *testing.T) {
	given := &plan.Rows{Len: 5, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.String}, Texts: []string{"b", "", "a", "b", "zz"}, Nulls: []bool{false, false, false, false, true}}}}
	table, err := New(t.Context(), "rows", schema(given.Columns), given, free)
	if err != nil {
		t.Fatal(err)
	}
	d := table.Columns[0].Dict
	var got []string
	for i := range d.Len() {
		got = append(got, d.At(i))
	}
	if want := []string{"", "a", "b"}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("dictionary %q, want %q: the text behind a NULL is no value", got, want)
	}
}

// TestNumbersPast64BitsAreCodes: in the order of the numbers, and they come back.
func TestNumbersPast64BitsAreCodes(t *testing.T) {
	past := new(big.Int).Lsh(big.NewInt(1), 63)
	below := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 200))
	for _, v := range []plan.Vector{
		{Type: value.DecimalType(65, 0), Wide: []*big.Int{past, nil, big.NewInt(-1), below, big.NewInt(0), big.NewInt(-256)}, Nulls: []bool{false, true, false, false, false, false}},
		{Type: plan.Type{Kind: plan.Int}, Ints: []int64{math.MaxInt64, 0, -1, math.MinInt64, 0, -256}, Nulls: []bool{false, true, false, false, false, false}},
		{Type: plan.Type{Kind: plan.Unsigned}, Ints: []int64{math.MaxInt64, 0, -1, math.MinInt64, 0, -256}, Nulls: []bool{false, true, false, false, false, false}},
	} {
		given := &plan.Rows{Len: 6, Columns: []plan.Vector{v}}
		table, err := New(t.Context(), "rows", schema(given.Columns), given, free)
		if err != nil {
			t.Fatal(err)
		}
		c := &table.Columns[0]
		if !c.Wide() || c.Dict.Len() != 5 {
			t.Fatalf("%s: %d entries of a dictionary, want 5", v.Type, c.Dict.Len())
		}
		for code, row := range []int{3, 5, 2, 4, 0} { // ascending
			if got := value.OfCode(v.Type, c.Dict.Bytes(code)); got.String() != v.Value(row).String() {
				t.Errorf("%s: number %d is %s, want %s", v.Type, code, got, v.Value(row))
			}
		}
	}
	all := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: []int64{math.MinInt64, math.MaxInt64}}
	given := &plan.Rows{Len: 2, Columns: []plan.Vector{all}}
	table, err := New(t.Context(), "rows", schema(given.Columns), given, free)
	if err != nil {
		t.Fatal(err)
	}
	for row := range 2 {
		if got := read(t, table, 0, row); got.Int != all.Ints[row] {
			t.Errorf("row %d is %d, want %d", row, got.Int, all.Ints[row])
		}
	}
}

func TestConstantsAreThoseOfOneRow(t *testing.T) {
	one := &plan.Rows{Len: 1, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Int}, Ints: []int64{7}}, {Type: plan.Type{Kind: plan.Null}}}}
	values, rows := Constants(one)
	if rows != 1 || values[0].Int != 7 || !values[1].IsNull() {
		t.Errorf("%v of %d rows", values, rows)
	}
	none := &plan.Rows{Columns: one.Columns[:1]}
	if values, rows := Constants(none); rows != 0 || len(values) != 1 || !values[0].IsNull() {
		t.Errorf("%v of %d rows", values, rows)
	}
}

func TestRowsOutsideOfTheTableAreAnError(t *testing.T) {
	given := &plan.Rows{Len: 2, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Int}, Ints: []int64{1, 2}}}}
	table, err := New(t.Context(), "rows", schema(given.Columns), given, free)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]int{{-1, 0, 1}, {1, 0, 1}, {0, -1, 1}, {0, 1, 0}, {0, 0, 3}} {
		if _, err := table.Data.Rows(t.Context(), c[0], c[1], c[2]); err == nil {
			t.Errorf("column %d, rows %d to %d are given", c[0], c[1], c[2])
		}
	}
	gone, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("given up"))
	if _, err := New(gone, "rows", schema(given.Columns), given, free); err == nil || err.Error() != "given up" {
		t.Errorf("error %v, want the context's cause", err)
	}
}

// free charges nothing.
func free(int64) error { return nil }
