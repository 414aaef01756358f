package tail

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/concat"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Rows of all forms of columns, appended, are the values of the parts one after another.
func TestConcatAppendsValues(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for round := range 300 {
		var parts []*plan.Rows
		var want []string
		scale := 0
		for range 1 + r.IntN(4) {
			p := mixedRows(r, r.IntN(9), r.IntN(2) == 0)
			vary(r, p)
			scale = max(scale, p.Columns[2].Type.Scale)
			parts = append(parts, p)
		}
		for _, p := range parts {
			for _, row := range cellsOf(p) {
				want = append(want, spelled(row))
			}
		}
		got, err := concat.Rows(t.Context(), parts)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if got.Len != len(want) || got.Columns[2].Type.Kind == plan.Decimal && got.Columns[2].Type.Scale != scale {
			t.Fatalf("round %d: %d rows of %s, want %d of scale %d", round, got.Len, got.Columns[2].Type, len(want), scale)
		}
		for i, row := range cellsOf(got) {
			if spelled(row) != want[i] {
				t.Fatalf("round %d, row %d: got %s, want %s", round, i, spelled(row), want[i])
			}
		}
	}
}

// vary gives columns other forms: another scale, another dictionary, NULL literals.
func vary(r *rand.Rand, p *plan.Rows) {
	p.Columns[2].Type = value.DecimalType(20, r.IntN(6))
	if r.IntN(2) == 0 {
		dict, codes := dictionaryOf(words[r.IntN(3):])
		v := &p.Columns[7]
		v.Dict = dict
		for i := range v.Ints {
			v.Ints[i] = codes[r.IntN(len(codes))]
		}
	}
	if r.IntN(4) == 0 {
		p.Columns[8] = p.Columns[7]
	}
	if r.IntN(3) == 0 { // what a query makes of a NULL
		p.Columns[7] = plan.Vector{Type: p.Columns[7].Type, Texts: make([]string, p.Len), Nulls: slices.Repeat([]bool{true}, p.Len)}
	}
	if r.IntN(4) == 0 {
		p.Columns[r.IntN(len(p.Columns)-3)+3] = plan.Vector{Type: plan.Type{Kind: plan.Null}, Ints: make([]int64, p.Len)}
	}
}

// spelled is a row's values as text, decimals without trailing zeros.
func spelled(row []plan.Value) string {
	var out []string
	for _, v := range row {
		s := v.String()
		if v.Kind == plan.Decimal && strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		if s == "-0" {
			s = "0"
		}
		out = append(out, fmt.Sprintf("%d %q", v.Kind, s))
	}
	return strings.Join(out, ", ")
}

func TestConcatRefusesWhatDoesNotGoTogether(t *testing.T) {
	one := func(k plan.Kind) *plan.Rows {
		return &plan.Rows{Len: 1, Columns: []plan.Vector{{Type: plan.Type{Kind: k}, Ints: []int64{1}}}}
	}
	if _, err := concat.Rows(t.Context(), []*plan.Rows{one(plan.Int), one(plan.Date)}); err == nil || !strings.Contains(err.Error(), "column 1: a BIGINT and a DATE") {
		t.Errorf("got %v", err)
	}
	if _, err := concat.Rows(t.Context(), []*plan.Rows{one(plan.Int), {}}); err == nil || !strings.Contains(err.Error(), "1 columns and 0") {
		t.Errorf("got %v", err)
	}
}

func TestRepeatRepeatsRows(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 200 {
		n := r.IntN(20)
		rows := &plan.Rows{Len: n}
		for range 3 {
			rows.Columns = append(rows.Columns, plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)})
		}
		var both, only []int64
		for i := range n {
			counts := [2]int64{}
			rows.Columns[0].Ints[i] = int64(i)
			for side := range counts {
				counts[side] = r.Int64N(4)
				rows.Columns[1+side].Ints[i] = counts[side]
				if counts[side] == 0 {
					rows.Columns[1+side].Nulls[i] = r.IntN(2) == 0
				}
			}
			for k := range max(counts[0], counts[1]) { // pair the repetitions off
				switch {
				case k < counts[0] && k < counts[1]:
					both = append(both, int64(i))
				case k < counts[0]:
					only = append(only, int64(i))
				}
			}
		}
		for op, want := range map[plan.Repeat][]int64{{}: both, {Except: true}: only} {
			got, err := Run(t.Context(), []plan.Operator{op}, rows, Options{})
			if err != nil || len(got.Columns) != 1 || fmt.Sprint(got.Columns[0].Ints) != fmt.Sprint(want) {
				t.Fatalf("%s: got %v, %v, want %v", op, got, err, want)
			}
		}
	}
}

func TestRepeatNeedsCounts(t *testing.T) {
	rows := &plan.Rows{Len: 1, Columns: []plan.Vector{{Type: value.DecimalType(5, 0), Wide: []*big.Int{big.NewInt(1)}}}}
	if _, err := Run(t.Context(), []plan.Operator{plan.Repeat{Except: true}}, rows, Options{}); err == nil || !strings.Contains(err.Error(), "no counts") {
		t.Errorf("got %v", err)
	}
}

// Texts stay codes where the other parts have none at all.
func TestConcatKeepsCodesBesideNulls(t *testing.T) {
	dict, codes := dictionaryOf(words)
	text := plan.Type{Kind: plan.String}
	coded := plan.Vector{Type: text, Dict: dict, Ints: codes[:3]}
	nulls := plan.Vector{Type: text, Texts: make([]string, 2), Nulls: []bool{true, true}}
	got, err := concat.Columns(t.Context(), []*plan.Vector{&nulls, &coded, &nulls}, []int{2, 3, 2})
	if err != nil || got.Dict != dict || got.Texts != nil {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got, err := concat.Columns(t.Context(), []*plan.Vector{&nulls, &nulls}, []int{2, 2}); err != nil || len(got.Texts) != 4 {
		t.Fatalf("of NULLs alone: got %+v, %v", got, err)
	}
}
