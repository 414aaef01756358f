package truth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// textsOf are texts one behind another.
func textsOf(all []string) *plan.Texts {
	ends := []uint32{0}
	for _, s := range all {
		ends = append(ends, ends[len(ends)-1]+uint32(len(s)))
	}
	return plan.NewTexts(ends, []byte(strings.Join(all, "")))
}

// unsorted is a column of the texts of parts, of which loaded notes those that somebody reads.
func unsorted(parts [][]string, bounds func(part int) (low, high string, ok bool), loaded []bool) *plan.Column {
	begins := []int{0}
	for _, p := range parts {
		begins = append(begins, begins[len(begins)-1]+len(p))
	}
	var u *plan.Unsorted
	u = plan.NewUnsorted(begins, 0, func(_ context.Context, part int) error {
		loaded[part] = true
		u.Put(part, textsOf(parts[part]))
		return nil
	})
	u.Bounded(bounds)
	return &plan.Column{Name: "c", Type: plan.Type{Kind: plan.String}, Unsorted: u, Min: 0, Max: int64(u.Len()) - 1}
}

// Of texts in no order, in parts whose bounds are known, known roughly or not known, predicates are
// true and false of those for which evaluation says so.
func TestVerdictsOfTextsInNoOrder(t *testing.T) {
	words := []string{"", "a", "ab", "abc", "abd", "ac", "b", "bé", "cx", "zz", "\U0010ffff"}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(words), 1, 3), 1, 5).Draw(t, "parts")
		known := rapid.SliceOfN(rapid.IntRange(0, 2), len(parts), len(parts)).Draw(t, "known")
		c := unsorted(parts, func(part int) (low, high string, ok bool) {
			low, high = slices.Min(parts[part]), slices.Max(parts[part])
			if known[part] == 1 { // cut, and one more
				return low[:len(low)/2], high + "\x01", true
			}
			return low, high, known[part] > 0
		}, make([]bool, len(parts)))
		sorted := slices.Clone(words)
		slices.Sort(sorted)
		like := &plan.Column{Name: "c", Type: c.Type, Dict: dictionaryOf(sorted), Min: 0, Max: int64(len(sorted)) - 1}
		ref := plan.ColumnRef{Of: &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{*c}}}}
		e := drawPredicate(t, like, ref, 3)
		v, ok := NewProber(t.Context(), c).Truth(e)
		if !ok {
			t.Fatalf("%s is no set", e)
		}
		for code, text := range slices.Concat(parts...) {
			checkVerdict(t, e, value.OfString(text), v.Yes.In.Has(int64(code)), v.No.In.Has(int64(code)), int64(code))
		}
		checkVerdict(t, e, plan.Value{}, v.Yes.Null, v.No.Null, 0)
	})
}

func dictionaryOf(sorted []string) *plan.Dictionary {
	offsets := []uint32{0}
	for _, s := range sorted {
		offsets = append(offsets, offsets[len(offsets)-1]+uint32(len(s)))
	}
	return plan.NewDictionary(offsets, []byte(strings.Join(sorted, "")))
}

// Parts whose bounds tell all are not read.
func TestBoundsOfTextsSaveReading(t *testing.T) {
	parts := [][]string{{"b", "a"}, {"m"}, {"x", "z", "y"}}
	c := plan.ColumnRef{Of: &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{{Name: "c", Type: plan.Type{Kind: plan.String}}}}}}
	text := func(s string) plan.Expr { return plan.Literal(value.OfString(s)) }
	call := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	in, err := typing.BuildIn(c, []plan.Expr{text("c"), text("yy")})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		of   plan.Expr
		read string
		yes  string
	}{
		{call(plan.Eq, c, text("zz")), "[false false false]", "[]"},
		{call(plan.Eq, c, text("y")), "[false false true]", "[5]"},
		{call(plan.Eq, c, text("m")), "[false false false]", "[2]"},
		{call(plan.Ne, c, text("m")), "[false false false]", "[0 1 3 4 5]"},
		{call(plan.Ge, c, text("b")), "[true false false]", "[0 2 3 4 5]"},
		{call(plan.And, call(plan.Ge, c, text("m")), call(plan.Lt, c, text("x"))), "[false false false]", "[2]"},
		{call(plan.And, call(plan.Gt, c, text("a")), call(plan.Lt, text("n"), c)), "[false false false]", "[3 4 5]"},
		{in, "[false false true]", "[]"},
		{plan.Like{X: c, Pattern: "a%", Escape: '\\'}, "[true false false]", "[1]"},
		{plan.Like{X: c, Pattern: "n%", Escape: '\\'}, "[false false false]", "[]"},
	} {
		loaded := make([]bool, len(parts))
		column := unsorted(parts, func(part int) (string, string, bool) { return slices.Min(parts[part]), slices.Max(parts[part]), true }, loaded)
		v, ok := NewProber(t.Context(), column).Truth(want.of)
		var yes []int64
		for code := range int64(6) {
			if v.Yes.In.Has(code) {
				yes = append(yes, code)
			}
		}
		if got := fmt.Sprint(loaded); !ok || got != want.read || fmt.Sprint(yes) != want.yes {
			t.Errorf("%s: %t, yes %v after reading %s, want %s after %s", want.of, ok, yes, got, want.yes, want.read)
		}
	}
}
