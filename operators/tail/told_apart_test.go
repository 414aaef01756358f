package tail

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/tail/numbering"
	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Texts that are made row by row are the same whether few differ, which gives them codes, many do, or many
// come behind few; and groups by them are those of a map.
func TestTextsToldApart(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 4))
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	for _, c := range []struct {
		rows, before, behind int // how many rows, and how many different texts in the first half and behind
		coded                bool
	}{{3 * team.ChunkRows, 9, 9, false}, {9*team.ChunkRows + 3, 1, 1, true}, {9 * team.ChunkRows, 3000, 3000, true}, {9 * team.ChunkRows, 40, 1 << 40, false}, {6 * team.ChunkRows, 1 << 40, 3, false}} {
		texts, length, nulls := make([]string, c.rows), make([]int64, c.rows), make([]bool, c.rows)
		for i := range texts {
			different := c.before
			if i > c.rows/2 {
				different = c.behind
			}
			texts[i] = fmt.Sprint(r.IntN(different), ".", i)
			length[i], nulls[i] = int64(strings.Index(texts[i], ".")), r.IntN(5) == 0
		}
		rows := &plan.Rows{Len: c.rows, Columns: []plan.Vector{{Type: text, Texts: texts}, {Type: whole, Ints: length, Nulls: nulls}}}
		left := plan.Call{Op: "LEFT", Of: text, Args: []plan.Expr{plan.Slot{Of: text}, plan.Slot{Index: 1, Of: whole, CanBeNil: true}}}
		of := plan.Call{Op: plan.Concat, Of: text, Args: []plan.Expr{plan.Literal(value.OfString("x ")), left}}
		want, counts := make([]string, c.rows), map[string]int{}
		for i := range want {
			if want[i] = "x " + texts[i][:length[i]]; nulls[i] {
				want[i] = "NULL"
			}
			counts[want[i]]++
		}
		for _, threads := range []int{1, 2, 5} {
			project := plan.Project{Exprs: []plan.Expr{of}}
			out := runTail(t, []plan.Operator{project}, rows, threads)
			if coded := out.Columns[0].Dict != nil; coded != c.coded {
				t.Errorf("%+v: has codes is %t", c, coded)
			}
			for i := range want {
				if got := textIn(&out.Columns[0], i); got != want[i] {
					t.Fatalf("%+v, %d threads, row %d: %q, want %q", c, threads, i, got, want[i])
				}
			}
			groups := plan.Group{Keys: []plan.Slot{{Of: text, CanBeNil: true}}, Aggs: []plan.Agg{{Func: plan.Count, Of: whole}}}
			out = runTail(t, []plan.Operator{project, groups}, rows, threads)
			if out.Len != len(counts) {
				t.Errorf("%+v: %d groups, want %d", c, out.Len, len(counts))
			}
			for i := range out.Len {
				if text := textIn(&out.Columns[0], i); out.Columns[1].Value(i).Int != int64(counts[text]) {
					t.Fatalf("%+v: %s is there %s times, want %d", c, text, out.Columns[1].Value(i), counts[text])
				}
			}
		}
	}
}

func runTail(t *testing.T, ops []plan.Operator, rows *plan.Rows, threads int) *plan.Rows {
	t.Helper()
	out, err := Run(context.Background(), ops, rows, Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func textIn(v *plan.Vector, i int) string {
	if v.IsNull(i) {
		return "NULL"
	}
	return v.Value(i).Text
}

// Texts have the numbers in whose order they come first, and end where more differ than are numbered.
func TestNumbersOfTexts(t *testing.T) {
	table, numbers := numbering.NewTexts(), make([]uint16, 5)
	for range 2 {
		bytes, ok := table.Number(numbers, []string{"b", "", "b", "", "b"}, []bool{false, false, false, true, false})
		if want := []uint16{0, 1, 0, 0, 0}; !ok || !slices.Equal(numbers, want) || bytes > 1 {
			t.Errorf("numbers %d, %d bytes, %t", numbers, bytes, ok)
		}
	}
	var texts []string
	for i := range 2 * numbering.MostTexts {
		texts = append(texts, fmt.Sprint("text ", i/2))
	}
	numbers = make([]uint16, len(texts))
	if _, ok := table.Number(numbers, texts, nil); ok || len(table.Known) != numbering.MostTexts {
		t.Errorf("%d texts are numbered", len(table.Known))
	}
	if _, ok := numbering.NewTexts().Number(numbers, texts[:2*numbering.MostTexts-2], nil); !ok {
		t.Error("half of the texts are too many")
	}
	for i, text := range []string{"b", "", "text 0", "text 1"} {
		if table.Known[i] != text {
			t.Errorf("text %d is %q", i, table.Known[i])
		}
	}
}

// A function of many codes that gives few different texts has their codes, and NULL where it gives none.
func TestTextsToldApartOfCodes(t *testing.T) {
	text := plan.Type{Kind: plan.String}
	const rows = 6*team.ChunkRows + 5
	texts, nulls := make([]string, rows), make([]bool, rows)
	for i := range rows {
		texts[i], nulls[i] = fmt.Sprintf("%06d-%d", i, i%9), i%7 == 0
	}
	dict, codes := dictionaryOf(texts)
	in := &plan.Rows{Len: rows, Columns: []plan.Vector{{Type: text, Ints: codes, Nulls: nulls, Dict: dict}}}
	last := plan.Call{Op: "RIGHT", Of: text, Args: []plan.Expr{plan.Slot{Of: text, CanBeNil: true}, plan.Literal(value.OfInt(1))}}
	for _, threads := range []int{1, 2, 5} {
		out := runTail(t, []plan.Operator{plan.Project{Exprs: []plan.Expr{last}}}, in, threads)
		for i := range rows {
			want := fmt.Sprint(i % 9)
			if nulls[i] {
				want = "NULL"
			}
			if got := textIn(&out.Columns[0], i); got != want {
				t.Fatalf("%d threads, row %d: %q, want %q", threads, i, got, want)
			}
		}
	}
}
