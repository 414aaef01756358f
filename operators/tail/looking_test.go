package tail

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// runesOf gives the characters [lo, hi) of a text, as far as it has them.
func runesOf(s string, lo, hi int64) string {
	r := []rune(s)
	lo = min(max(lo, 0), int64(len(r)))
	return string(r[lo:min(max(hi, lo), int64(len(r)))])
}

// substringOf is SUBSTRING as the manual says it.
func substringOf(s string, n, length int64) string {
	switch all := int64(utf8.RuneCountInString(s)); {
	case n > 0:
		return runesOf(s, n-1, n-1+length)
	case n < 0 && -n <= all:
		return runesOf(s, all+n, all+n+length)
	}
	return ""
}

func rightOf(s string, n int64) string {
	all := int64(utf8.RuneCountInString(s))
	return runesOf(s, all-min(max(n, 0), all), all)
}

// lookedAtColumns are codes of some texts, texts put together of two of them, and numbers of characters,
// with NULLs in the first and the third.
func lookedAtColumns(some []string) []plan.Vector {
	r := rand.New(rand.NewPCG(9, 1))
	const n = 2*team.ChunkRows + 11
	dict, offsets := "", []uint32{0}
	for _, s := range some {
		dict += s
		offsets = append(offsets, uint32(len(dict)))
	}
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	columns := []plan.Vector{
		{Type: text, Ints: make([]int64, n), Nulls: make([]bool, n), Dict: plan.NewDictionary(offsets, []byte(dict))},
		{Type: text, Texts: make([]string, n)},
		{Type: whole, Ints: make([]int64, n), Nulls: make([]bool, n)},
		{Type: whole, Ints: make([]int64, n)},
	}
	for i := range n {
		columns[0].Ints[i], columns[0].Nulls[i] = r.Int64N(int64(len(some))), r.IntN(9) == 0
		columns[1].Texts[i] = some[r.IntN(len(some))] + some[r.IntN(len(some))]
		columns[2].Ints[i], columns[2].Nulls[i] = r.Int64N(40)-15, r.IntN(9) == 0
		columns[3].Ints[i] = r.Int64N(14) - 1 + int64(i)<<32*int64(r.IntN(2))
	}
	return columns
}

// Numbers and truths of parts of texts, of codes and of texts of rows, and of texts in other letters are
// those of each row by itself, in characters of one byte and of several; NULL where a part is.
func TestTextsThatAreLookedInto(t *testing.T) {
	lookInto(t, []string{"", "ABba日", "ab", "abcdefghijklmnop", "abcdefgh日本語", "https://www.example.com/ab", "Überabcdefgh"})
	lookInto(t, []string{"", "ABba", "ab", "abcdefghijklmnop", "https://www.example.com/ab", "zyxwvu@[`{tsABYZ"})
}

// lookInto compares what is computed of some texts, which are in order, with what is computed of each row by itself.
func lookInto(t *testing.T, some []string) {
	t.Helper()
	columns := lookedAtColumns(some)
	text, whole, n := columns[0].Type, columns[2].Type, len(columns[1].Texts)
	code, own := plan.Slot{Of: text, CanBeNil: true}, plan.Slot{Index: 1, Of: text}
	at, long := plan.Slot{Index: 2, Of: whole, CanBeNil: true}, plan.Slot{Index: 3, Of: whole}
	b := func(op plan.Op, args ...plan.Expr) plan.Expr { return built(t, op, args...) }
	k := func(s string) plan.Expr { return plan.Literal(value.OfString(s)) }
	is := func(holds bool) int64 { return int64(flag(holds)) }
	rows := &plan.Rows{Len: n, Columns: columns}
	for _, c := range []struct {
		e    plan.Expr
		want func(code, own string, at, long int64) int64
	}{
		{b(plan.Eq, b("SUBSTRING", code, at, long), k("ab")), func(c, _ string, a, l int64) int64 { return is(substringOf(c, a, l) == "ab") }},
		{b("CHAR_LENGTH", b("SUBSTRING", own, at)), func(_, o string, a, _ int64) int64 { return int64(utf8.RuneCountInString(substringOf(o, a, 1000))) }},
		{b("LENGTH", b("RIGHT", b("LEFT", own, long), at)), func(_, o string, a, l int64) int64 { return int64(len(rightOf(runesOf(o, 0, l), a))) }},
		{plan.Like{X: b("LEFT", code, at), Pattern: "%b%d%", Escape: '\\'}, func(c, _ string, a, _ int64) int64 {
			_, behind, found := strings.Cut(runesOf(c, 0, a), "b")
			return is(found && strings.Contains(behind, "d"))
		}},
		{b("INSTR", b("RIGHT", code, at), k("b")), func(c, _ string, a, _ int64) int64 {
			before, _, found := strings.Cut(rightOf(c, a), "b")
			return is(found) * int64(utf8.RuneCountInString(before)+1)
		}},
		{b(plan.Gt, b("UPPER", b("SUBSTRING", b(plan.Concat, code, own), at, long)), b("LOWER", b(plan.Concat, own, code))), func(c, o string, a, l int64) int64 {
			return is(strings.ToLower(o+c) < strings.ToUpper(substringOf(c+o, a, l)))
		}},
		{b(plan.Ge, k("abc"), b("SUBSTRING", code, at)), func(c, _ string, a, _ int64) int64 { return is("abc" >= substringOf(c, a, 1000)) }},
	} {
		out, err := Run(t.Context(), []plan.Operator{plan.Project{Exprs: []plan.Expr{c.e}}}, rows, Options{Threads: 2})
		must(t, err)
		for i := range n {
			null := columns[2].Nulls[i] || columns[0].Nulls[i] && readsSlot(c.e, 0)
			want := int64(0)
			if !null {
				want = c.want(some[columns[0].Ints[i]], columns[1].Texts[i], columns[2].Ints[i], columns[3].Ints[i])
			}
			if got := out.Columns[0].Value(i); got.IsNull() != null || !null && got.Int != want {
				t.Fatalf("%s in row %d: %s, want %d (NULL: %v)", c.e, i, got, want, null)
			}
		}
	}
}

// readsSlot reports whether an expression reads a column.
func readsSlot(e plan.Expr, index int) (reads bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		s, ok := x.(plan.Slot)
		reads = reads || ok && s.Index == index
		return true
	})
	return reads
}
