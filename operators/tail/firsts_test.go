package tail

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// madeRows is rows of texts that texts are made of: with codes and without, with NULLs and without, and numbers.
type madeRows struct {
	rows   *plan.Rows
	coded  [2][]string // the second with NULLs
	plain  []string    // with NULLs
	number []int64
	nulls  [2][]bool // of coded[1], and of plain
	small  []int64   // few numbers
}

func newMadeRows(r *rand.Rand, n int) *madeRows {
	var words []string
	for i := range 3000 {
		words = append(words, fmt.Sprintf("%s%04d", "same begin"[:i%11], i/7))
	}
	slices.Sort(words)
	words = slices.Compact(append([]string{""}, words...))
	ends, all := []uint32{0}, []byte(nil)
	for _, w := range words {
		all = append(all, w...)
		ends = append(ends, uint32(len(all)))
	}
	dict := plan.NewDictionary(ends, all)
	m := &madeRows{plain: make([]string, n), number: make([]int64, n)}
	codes := [2][]int64{make([]int64, n), make([]int64, n)}
	for k := range codes {
		m.coded[k], m.nulls[k] = make([]string, n), make([]bool, n)
		for i := range n {
			codes[k][i] = r.Int64N(int64(len(words)))
			m.coded[k][i] = words[codes[k][i]]
		}
	}
	for i := range n {
		m.nulls[0][i], m.nulls[1][i] = r.IntN(n/8) == 0, r.IntN(n/8) == 0
		m.plain[i], m.number[i] = fmt.Sprint(r.IntN(n)), r.Int64N(1<<40)-1<<39
	}
	letters := make([]int64, n) // codes of the first letters of coded[0], of which there are few
	for i, text := range m.coded[0] {
		letters[i] = int64(strings.Index(" 0s", (text + " ")[:1]))
		m.small = append(m.small, r.Int64N(9))
	}
	text := plan.Type{Kind: plan.String}
	m.rows = &plan.Rows{Len: n, Columns: []plan.Vector{
		{Type: text, Ints: codes[0], Dict: dict}, {Type: text, Ints: codes[1], Dict: dict, Nulls: m.nulls[0]},
		{Type: text, Texts: m.plain, Nulls: m.nulls[1]}, {Type: plan.Type{Kind: plan.Int}, Ints: m.number},
		{Type: text, Ints: letters, Dict: plan.NewDictionary([]uint32{0, 0, 1, 2}, []byte("0s"))}, {Type: plan.Type{Kind: plan.Int}, Ints: m.small},
	}}
	return m
}

// shape is a text that is made, and what it is of a row; false: NULL.
type shape struct {
	e  plan.Expr
	of func(m *madeRows, i int) (string, bool)
}

func shapes() []shape {
	text := plan.Type{Kind: plan.String}
	slot := func(i int) plan.Expr { return plan.Slot{Index: i, Of: text, CanBeNil: i == 1 || i == 2} }
	number := plan.Cast{X: plan.Slot{Index: 3, Of: plan.Type{Kind: plan.Int}}, To: text}
	joined := func(of ...plan.Expr) plan.Expr { return plan.Call{Op: plan.Concat, Of: text, Args: of} }
	dash := plan.Literal(value.OfString("-"))
	few := func(m *madeRows, i int) string { return m.coded[0][i][:min(1, len(m.coded[0][i]))] }
	return []shape{
		{joined(plan.Slot{Index: 4, Of: text}, dash, plan.Slot{Index: 5, Of: plan.Type{Kind: plan.Int}}), func(m *madeRows, i int) (string, bool) {
			return few(m, i) + "-" + fmt.Sprint(m.small[i]), true
		}},
		{joined(slot(0), dash, number), func(m *madeRows, i int) (string, bool) { return m.coded[0][i] + "-" + fmt.Sprint(m.number[i]), true }},
		{joined(slot(0), slot(2)), func(m *madeRows, i int) (string, bool) { return m.coded[0][i] + m.plain[i], !m.nulls[1][i] }},
		{joined(slot(1), dash, slot(0), slot(2)), func(m *madeRows, i int) (string, bool) {
			return m.coded[1][i] + "-" + m.coded[0][i] + m.plain[i], !m.nulls[0][i] && !m.nulls[1][i]
		}},
		{joined(slot(2), slot(1)), func(m *madeRows, i int) (string, bool) {
			return m.plain[i] + m.coded[1][i], !m.nulls[0][i] && !m.nulls[1][i]
		}},
		{joined(dash, slot(0), slot(1)), func(m *madeRows, i int) (string, bool) { return "-" + m.coded[0][i] + m.coded[1][i], !m.nulls[0][i] }},
		{number, func(m *madeRows, i int) (string, bool) { return fmt.Sprint(m.number[i]), true }},
		{joined(plan.Call{Op: "LEFT", Of: text, Args: []plan.Expr{slot(0), plan.Literal(value.OfInt(3))}}, slot(2)), func(m *madeRows, i int) (string, bool) {
			return m.coded[0][i][:min(3, len(m.coded[0][i]))] + m.plain[i], !m.nulls[1][i]
		}},
		{joined(plan.Call{Op: "LEFT", Of: text, Args: []plan.Expr{slot(2), plan.Literal(value.OfInt(1))}}, dash), func(m *madeRows, i int) (string, bool) { return m.plain[i][:1] + "-", !m.nulls[1][i] }},
	}
}

// The first rows by texts that are made, of which most are not, are those of all rows in order: from either end, with
// NULLs, texts that are equal, keys behind, rows that are skipped, and after rows that are dropped.
func TestFirstRowsByMadeTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 12))
	const n = 5*team.ChunkRows + 77
	m := newMadeRows(r, n)
	for at, s := range shapes() {
		for _, desc := range []bool{false, true} {
			for _, l := range []plan.Limit{{Count: 10}, {Count: 1}, {Count: 40, Offset: 60}, {Count: 0}, {Count: 3, Offset: n}, {Count: 500}} {
				for _, keys := range [][]plan.SortKey{{{Slot: 1, Desc: desc}}, {{Slot: 1, Desc: desc}, {Slot: 0, Desc: true}}} {
					want := m.inOrder(s, desc, len(keys) == 2, at%2 == 1)
					want = want[min(int(l.Offset), len(want)):min(int(l.Offset+l.Count), len(want))]
					m.check(t, s, plan.Sort{Keys: keys}, l, at%2 == 1, want)
				}
			}
		}
	}
}

// inOrder gives the rows in the order of a text, and of the number, the greatest first, if that is asked for too;
// positive: of those alone whose number is above 0.
func (m *madeRows) inOrder(s shape, desc, more, positive bool) (rows []int) {
	type row struct {
		text string
		ok   bool
	}
	texts := make([]row, m.rows.Len)
	for i := range texts {
		texts[i].text, texts[i].ok = s.of(m, i)
		if !positive || m.number[i] > 0 {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		x, y, order := texts[a], texts[b], 0
		switch {
		case x.ok != y.ok && !x.ok:
			order = -1
		case x.ok != y.ok:
			order = 1
		case x.ok:
			order = cmp.Compare(x.text, y.text)
		}
		if desc {
			order = -order
		}
		if order == 0 && more {
			order = cmp.Compare(m.number[b], m.number[a])
		}
		return order
	})
	return rows
}

func (m *madeRows) check(t *testing.T, s shape, sort plan.Sort, l plan.Limit, positive bool, want []int) {
	t.Helper()
	whole, truth := plan.Type{Kind: plan.Int}, plan.Type{Kind: plan.Bool}
	number := plan.Slot{Index: 3, Of: whole}
	ops := []plan.Operator{plan.Project{Exprs: []plan.Expr{number, s.e, plan.Call{Op: plan.Neg, Of: whole, Args: []plan.Expr{number}}}}, sort, l}
	if positive {
		ops = append([]plan.Operator{plan.Filter{Pred: plan.Call{Op: plan.Gt, Of: truth, Args: []plan.Expr{number, plan.Literal(value.OfInt(0))}}}}, ops...)
	}
	out, err := Run(t.Context(), ops, m.rows, Options{Threads: 2})
	must(t, err)
	if out.Len != len(want) {
		t.Fatalf("%s: %d rows, want %d", s.e, out.Len, len(want))
	}
	for i, row := range want {
		text, ok := s.of(m, row)
		got := out.Columns[1].Value(i)
		if got.IsNull() == ok || ok && got.Text != text || out.Columns[0].Value(i).Int != m.number[row] || out.Columns[2].Value(i).Int != -m.number[row] {
			t.Fatalf("%s, %v %v: row %d is %s of %s, want %q of %d", s.e, sort, l, i, got, out.Columns[0].Value(i), text, m.number[row])
		}
	}
}

// The least and the greatest by group of texts that are made once for each of few combinations are those of a loop.
func TestBestTextsOfFewCombinations(t *testing.T) {
	m := newMadeRows(rand.New(rand.NewPCG(5, 12)), 5*team.ChunkRows)
	s := shapes()[0]
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	for _, of := range []plan.AggFunc{plan.Min, plan.Max} {
		want := map[string]string{} // by number
		for i := range m.rows.Len {
			made, _ := s.of(m, i)
			key := fmt.Sprint(m.small[i])
			if old, ok := want[key]; !ok || (made < old) == (of == plan.Min) {
				want[key] = made
			}
		}
		out, err := Run(t.Context(), []plan.Operator{
			plan.Project{Exprs: []plan.Expr{s.e, plan.Slot{Index: 5, Of: whole}}},
			plan.Group{Keys: []plan.Slot{{Index: 1, Of: whole}}, Aggs: []plan.Agg{{Func: of, Arg: plan.Slot{Of: text, CanBeNil: true}, Of: text}}},
		}, m.rows, Options{Threads: 2})
		must(t, err)
		for i := range out.Len {
			if key, got := fmt.Sprint(out.Columns[0].Value(i).Int), out.Columns[1].Value(i); got.IsNull() || got.Text != want[key] {
				t.Errorf("%s of %s: %s, want %q", of, key, got, want[key])
			}
		}
	}
}

// The least and the greatest of all rows, one of them or both, are those of a loop.
func TestBestTextsOfAllRows(t *testing.T) {
	m := newMadeRows(rand.New(rand.NewPCG(6, 12)), 5*team.ChunkRows)
	text := plan.Type{Kind: plan.String}
	for _, s := range shapes() {
		want := map[plan.AggFunc]string{}
		for i := range m.rows.Len {
			made, ok := s.of(m, i)
			if old, some := want[plan.Min]; ok && (!some || made < old) {
				want[plan.Min] = made
			}
			if ok {
				want[plan.Max] = max(want[plan.Max], made)
			}
		}
		for _, asked := range [][]plan.AggFunc{{plan.Min}, {plan.Max}, {plan.Min, plan.Max}} {
			var g plan.Group
			for _, f := range asked {
				g.Aggs = append(g.Aggs, plan.Agg{Func: f, Arg: plan.Slot{Of: text, CanBeNil: true}, Of: text})
			}
			out, err := Run(t.Context(), []plan.Operator{plan.Project{Exprs: []plan.Expr{s.e}}, g}, m.rows, Options{Threads: 2})
			must(t, err)
			for i, f := range asked {
				if got := out.Columns[i].Value(0); got.Text != want[f] {
					t.Errorf("%s of %s beside %v: %q, want %q", f, s.e, asked, got.Text, want[f])
				}
			}
		}
	}
}
