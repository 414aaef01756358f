package arrows

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
)

// vectorsOf makes rows of each kind of vector, with NULLs where nulls says so, and what
// Arrow must say of each value, in its own spelling.
func vectorsOf(n int, null func() bool) (columns []plan.Output, rows *plan.Rows, want [][]string) {
	kinds := []plan.Type{
		{Kind: plan.Int}, {Kind: plan.Bool}, {Kind: plan.Double}, {Kind: plan.Date}, {Kind: plan.DateTime, Scale: 6}, {Kind: plan.DateTime, Scale: 1},
		{Kind: plan.Time}, {Kind: plan.Time, Scale: 4}, {Kind: plan.Decimal, Precision: 12, Scale: 2}, {Kind: plan.Decimal, Precision: 38, Scale: 3}, {Kind: plan.String}, {Kind: plan.String, Precision: 9}, {},
	}
	known := []string{"", "abc", "sixteen bytes ab", "sixteen bytes and more of them", "z", "ä"}
	offsets := []uint32{0}
	for _, text := range known {
		offsets = append(offsets, offsets[len(offsets)-1]+uint32(len(text)))
	}
	dict := plan.NewDictionary(offsets, []byte(strings.Join(known, "")))
	rows = &plan.Rows{Len: n}
	for c, kind := range kinds {
		v := plan.Vector{Type: kind, Nulls: make([]bool, n)}
		texts := make([]string, n)
		for row := range n {
			v.Nulls[row] = null()
			x := rand.Int64N(80000) - 40000
			switch {
			case kind.Kind == plan.Double:
				v.Floats = append(v.Floats, float64(x)/4)
				texts[row] = strconv.FormatFloat(float64(x)/4, 'g', -1, 64)
			case kind.Precision == 38:
				wide := new(big.Int).Mul(big.NewInt(x), new(big.Int).Exp(big.NewInt(10), big.NewInt(25), nil))
				v.Wide = append(v.Wide, wide)
				texts[row] = wide.String()
			case kind.Kind == plan.String && kind.Precision > 0:
				v.Dict, x = dict, (x+40000)%int64(len(known))
				v.Ints = append(v.Ints, x)
				texts[row] = known[x]
			case kind.Kind == plan.String:
				v.Texts = append(v.Texts, strings.Repeat("é", int(x&7)))
				texts[row] = v.Texts[row]
			case kind.Kind == plan.Bool:
				v.Ints = append(v.Ints, x&1)
				texts[row] = strconv.FormatBool(x&1 == 1)
			case kind.Kind == plan.Time:
				x = (x + 40000)
				v.Ints = append(v.Ints, x)
				texts[row] = strconv.FormatInt(x*map[int]int64{0: 1000, 4: 100}[kind.Scale], 10)
			case kind.Kind == plan.DateTime && kind.Scale == 1:
				v.Ints = append(v.Ints, x)
				texts[row] = strconv.FormatInt(x*100, 10)
			default:
				v.Ints = append(v.Ints, x)
				texts[row] = strconv.FormatInt(x, 10)
			}
			if v.Nulls[row] || kind.Kind == plan.Null {
				texts[row] = "NULL"
			}
		}
		columns = append(columns, plan.Output{Name: strconv.Itoa(c), Type: kind})
		rows.Columns, want = append(rows.Columns, v), append(want, texts)
	}
	return columns, rows, want
}

// spelled is a value of a foreign array, by the accessors of its type.
func spelled(a arrow.Array, row int) string {
	if a.IsNull(row) {
		return "NULL"
	}
	switch a := a.(type) {
	case *array.Boolean:
		return strconv.FormatBool(a.Value(row))
	case *array.Float64:
		return strconv.FormatFloat(a.Value(row), 'g', -1, 64)
	case *array.Int64:
		return strconv.FormatInt(a.Value(row), 10)
	case *array.Date32:
		return strconv.FormatInt(int64(a.Value(row)), 10)
	case *array.Timestamp:
		return strconv.FormatInt(int64(a.Value(row)), 10)
	case *array.Time32:
		return strconv.FormatInt(int64(a.Value(row)), 10)
	case *array.Time64:
		return strconv.FormatInt(int64(a.Value(row)), 10)
	case *array.Decimal128:
		return a.Value(row).BigInt().String()
	case *array.String:
		return a.Value(row)
	}
	return "?"
}

// A record has the values and the NULLs of its rows, from any row to any other.
func TestRecord(t *testing.T) {
	for _, share := range []float64{0, 0.3, 1} {
		for range 20 {
			n := rand.IntN(70)
			columns, rows, want := vectorsOf(n, func() bool { return rand.Float64() < share })
			lo := rand.IntN(n + 1)
			hi := lo + rand.IntN(n-lo+1)
			record, err := Record(Schema(columns), rows, lo, hi)
			if err != nil {
				t.Fatal(err)
			}
			for c := range columns {
				nulls := 0
				for row := lo; row < hi; row++ {
					got := spelled(record.Column(c), row-lo)
					if got != want[c][row] {
						t.Errorf("column %d (%s), row %d of [%d, %d): %s, want %s", c, record.Column(c).DataType(), row, lo, hi, got, want[c][row])
					}
					if got == "NULL" {
						nulls++
					}
				}
				if record.Column(c).NullN() != nulls || record.Column(c).Len() != hi-lo {
					t.Errorf("column %d has %d rows and %d NULLs, want %d and %d", c, record.Column(c).Len(), record.Column(c).NullN(), hi-lo, nulls)
				}
			}
		}
	}
}

// What Arrow cannot hold is an error that says where.
func TestRecordRefuses(t *testing.T) {
	long, _ := new(big.Int).SetString(strings.Repeat("9", 39), 10)
	for _, c := range []struct {
		v    plan.Vector
		says string
	}{
		{plan.Vector{Type: plan.Type{Kind: plan.Time}, Ints: []int64{0, -1}}, "row 2: Arrow has times of a day only, and -00:00:01"},
		{plan.Vector{Type: plan.Type{Kind: plan.Time, Scale: 6}, Ints: []int64{86400e6 - 1, 86400e6}}, "and 24:00:00.000000 is none"},
		{plan.Vector{Type: plan.Type{Kind: plan.Decimal, Precision: 60}, Wide: []*big.Int{big.NewInt(1), long}}, "row 2: " + long.String()},
	} {
		schema := Schema([]plan.Output{{Name: "x", Type: c.v.Type}})
		if _, err := Record(schema, &plan.Rows{Len: 2, Columns: []plan.Vector{c.v}}, 0, 2); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
		c.v.Nulls = []bool{false, true}
		if _, err := Record(schema, &plan.Rows{Len: 2, Columns: []plan.Vector{c.v}}, 0, 2); err != nil {
			t.Errorf("NULL: %v", err)
		}
	}
}

// Records are cut so that their bodies are about as long as wanted, and never empty.
func TestFitting(t *testing.T) {
	v := plan.Vector{Type: plan.Type{Kind: plan.String}}
	for range 1000 {
		v.Texts = append(v.Texts, strings.Repeat("x", rand.IntN(500)))
	}
	v.Texts[500] = strings.Repeat("y", 50000)
	rows := &plan.Rows{Len: len(v.Texts), Columns: []plan.Vector{v}}
	for lo := 0; lo < rows.Len; {
		hi := Fitting(rows, lo, 20000)
		bytes := 0
		for _, text := range v.Texts[lo:hi] {
			bytes += len(text)
		}
		if hi <= lo || hi > rows.Len || bytes > 20000 && hi > lo+1 {
			t.Fatalf("rows [%d, %d) have %d bytes", lo, hi, bytes)
		}
		lo = hi
	}
	dict := plan.NewDictionary([]uint32{0, 1, 1001}, []byte("x"+strings.Repeat("y", 1000)))
	codes := plan.Vector{Type: plan.Type{Kind: plan.String}, Dict: dict, Ints: make([]int64, 4000)}
	codes.Ints[30] = 1
	rows = &plan.Rows{Len: len(codes.Ints), Columns: []plan.Vector{codes}}
	if hi := Fitting(rows, 0, 1900); hi != 212 {
		t.Errorf("%d rows of short texts and one long one", hi)
	}
	for i := range codes.Ints {
		codes.Ints[i] = 1
	}
	if hi := Fitting(rows, 0, 9500); hi > 9 || hi < 4 {
		t.Errorf("%d rows of long texts", hi)
	}
	if hi := Fitting(&plan.Rows{Len: 1 << 20}, 0, 1<<20); hi != plan.SegmentRows {
		t.Errorf("%d rows without columns are a record", hi)
	}
}
