package tail

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/operators/tail/team"
	"gsdms/plan"
	"gsdms/plan/value"
)

// The least and the greatest of made texts, of which most are not made, are those of a loop: by group and
// alone, of texts that begin alike, of parts, of NULLs, and of groups that have nothing but these.
func TestBestMadeTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	const n, groups = 4*team.ChunkRows + 19, 7
	texts, more, at, group, nulls := make([]string, n), make([]string, n), make([]int64, n), make([]int64, n), make([]bool, n)
	for i := range n {
		texts[i], more[i] = "begin"[:r.IntN(6)]+fmt.Sprint(r.IntN(30)), fmt.Sprint("x", r.IntN(2000), "tail")
		at[i], group[i] = 1+r.Int64N(5), r.Int64N(groups)
		nulls[i] = r.IntN(4) == 0 || group[i] == 3
	}
	text, whole := plan.Type{Kind: plan.String}, plan.Type{Kind: plan.Int}
	rows := &plan.Rows{Len: n, Columns: []plan.Vector{{Type: text, Texts: texts}, {Type: text, Texts: more}, {Type: whole, Ints: at, Nulls: nulls}, {Type: whole, Ints: group}}}
	a, b, from, by := plan.Slot{Of: text}, plan.Slot{Index: 1, Of: text}, plan.Slot{Index: 2, Of: whole, CanBeNil: true}, plan.Slot{Index: 3, Of: whole}
	part := plan.Call{Op: "SUBSTRING", Of: text, Args: []plan.Expr{b, from}}
	for _, c := range []struct {
		e    plan.Expr
		made func(i int) string
		keys []plan.Expr
	}{
		{plan.Call{Op: plan.Concat, Of: text, Args: []plan.Expr{a, plan.Literal(value.OfString("-")), part}}, func(i int) string { return texts[i] + "-" + more[i][at[i]-1:] }, []plan.Expr{by}},
		{part, func(i int) string { return more[i][at[i]-1:] }, []plan.Expr{by}},
		{part, func(i int) string { return more[i][at[i]-1:] }, nil},
	} {
		least, most := map[int64]string{}, map[int64]string{}
		for i := range n {
			key := group[i] * int64(len(c.keys))
			if nulls[i] {
				continue
			}
			if old, ok := least[key]; !ok || c.made(i) < old {
				least[key] = c.made(i)
			}
			most[key] = max(most[key], c.made(i))
		}
		exprs := append([]plan.Expr{c.e}, c.keys...)
		slot := plan.Slot{Of: text, CanBeNil: true}
		g := plan.Group{Aggs: []plan.Agg{{Func: plan.Min, Arg: slot, Of: text}, {Func: plan.Max, Arg: slot, Of: text}}}
		if c.keys != nil {
			g.Keys = []plan.Slot{{Index: 1, Of: whole}}
		}
		out, err := Run(t.Context(), []plan.Operator{plan.Project{Exprs: exprs}, g}, rows, Options{Threads: 2})
		must(t, err)
		if want := max(1, groups*len(c.keys)); out.Len != want {
			t.Fatalf("%s: %d groups, want %d", c.e, out.Len, want)
		}
		for i := range out.Len {
			key, first := int64(0), 0
			if c.keys != nil {
				key, first = out.Columns[0].Value(i).Int, 1
			}
			lo, hi := out.Columns[first].Value(i), out.Columns[first+1].Value(i)
			if lo.Text != least[key] || hi.Text != most[key] || lo.IsNull() != (least[key] == "") {
				t.Errorf("%s in group %d: %s and %s, want %s and %s", c.e, key, lo, hi, least[key], most[key])
			}
		}
	}
}
