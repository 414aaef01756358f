package exprs

import (
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

var number, word = plan.Type{Kind: plan.Int}, plan.Type{Kind: plan.String}

// column is one of a table whose columns 0, 1 and 3 are numbers and whose column 2 is words.
func column(table, ordinal int) plan.ColumnRef {
	return plan.ColumnRef{Table: table, Column: ordinal, Of: of}
}

var of = &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Columns: []plan.Column{
	{Name: "a", Type: number, Nullable: true}, {Name: "b", Type: number, Nullable: true}, {Name: "s", Type: word, Nullable: true}, {Name: "d", Type: number, Nullable: true},
}}}

func build(t *testing.T, op plan.Op, args ...plan.Expr) plan.Expr {
	t.Helper()
	e, err := typing.Build(op, args...)
	if err != nil {
		t.Fatalf("%s: %v", op, err)
	}
	return e
}

func three() plan.Expr { return plan.Literal(value.OfInt(3)) }

func TestPlaces(t *testing.T) {
	a, b, c := column(0, 1), column(2, 1), column(2, 2)
	e := build(t, plan.And, build(t, plan.Lt, build(t, plan.Add, a, b), a), build(t, plan.Eq, c, plan.Literal(value.OfString("x"))))
	if got, want := Places(e, nil), []Place{{0, 1}, {2, 1}, {2, 2}}; !slices.Equal(got, want) {
		t.Errorf("places %v, want each once: %v", got, want)
	}
	if got := Places(plan.In{X: c}, []Place{{2, 2}}); len(got) != 1 {
		t.Errorf("places that were known are %v", got)
	}
	if !IsAbout(2, build(t, plan.Add, b, b)) || IsAbout(2, e) || IsAbout(2, three()) {
		t.Error("what is about one table is not told from what is not")
	}
	or := build(t, plan.Or, build(t, plan.Or, build(t, plan.Eq, a, three()), e), build(t, plan.IsNull, b))
	if got := Parts(or, plan.Or, nil); len(got) != 3 || !plan.Equal(got[1], e) {
		t.Errorf("parts %v", got)
	}
	if got := Parts(e, plan.Or, nil); len(got) != 1 {
		t.Errorf("parts of what is no OR: %v", got)
	}
}

// With what has been taken out put back in place of the Slot, an expression is what it was.
func TestTakingApart(t *testing.T) {
	a, b := column(0, 1), column(0, 3)
	deep := build(t, plan.Mul, three(), build(t, plan.Add, build(t, plan.Neg, a), three()))
	twice := build(t, plan.Eq, build(t, plan.Mod, build(t, plan.Add, a, b), three()), build(t, plan.Neg, build(t, plan.Add, a, b)))
	back := func(on, part plan.Expr) plan.Expr {
		return plan.Replace(on, func(x plan.Expr) plan.Expr {
			if _, slot := x.(plan.Slot); slot {
				return part
			}
			return nil
		})
	}
	arg, on := OnSlot(deep)
	if arg == nil || len(Places(on, nil)) > 0 || !plan.Equal(back(on, arg), deep) {
		t.Errorf("%s is %s of %s", deep, on, arg)
	}
	if arg, _ := OnSlot(twice); arg != nil {
		t.Errorf("%s is of %s alone", twice, arg)
	}
	part, on := OnPart(twice)
	if part == nil || !plan.Equal(part, build(t, plan.Add, a, b)) || !plan.Equal(back(on, part), twice) {
		t.Errorf("%s is %s of %s", twice, on, part)
	}
	if part, on := OnPart(build(t, plan.Add, a, b)); part != nil || on != nil {
		t.Errorf("a + b is of its part %s", part)
	}
	var nested []string
	for _, x := range Nested(deep) {
		nested = append(nested, x.String())
		if on, only := Without(deep, x); !only || !plan.Equal(back(on, x), deep) {
			t.Errorf("%s without %s is %s", deep, x, on)
		}
	}
	if len(nested) != 3 || nested[0] != a.String() {
		t.Errorf("the column stands in %q", nested)
	}
	if _, only := Without(twice, a); only {
		t.Error("without one of its columns an expression has none")
	}
}

// Keys are equal where expressions are, and not where types, values or forms differ.
func TestKeys(t *testing.T) {
	a, s := column(0, 1), column(0, 2)
	like := func(pattern string, escape rune) plan.Expr { return plan.NewLike(s, pattern, escape) }
	all := []plan.Expr{
		a, column(0, 3), three(), plan.Literal(value.OfInt(4)), plan.Literal(value.OfFloat(3)), plan.Literal(value.OfString("3")), plan.Literal(plan.Value{}),
		plan.NullOf(word), plan.Literal(value.OfString("NULL")),
		build(t, plan.Lt, a, three()), build(t, plan.Le, a, three()), build(t, plan.Lt, three(), a),
		build(t, plan.Add, a, three()), build(t, plan.Sub, a, three()),
		plan.In{X: a, List: []plan.Value{value.OfInt(1), value.OfInt(23)}}, plan.In{X: a, List: []plan.Value{value.OfInt(12), value.OfInt(3)}},
		plan.In{X: s, List: []plan.Value{value.OfString("a"), value.OfString("b")}}, plan.In{X: s, List: []plan.Value{value.OfString("a;b")}},
		like("a%", '\\'), like("a%", '!'), like("a", '\\'),
		plan.Cast{X: a, To: word}, plan.Cast{X: a, To: plan.Type{Kind: plan.Double}},
	}
	keys, predicates := map[string]int{}, map[string]int{}
	for i, e := range all {
		if before, is := predicates[PredicateKey(e)]; is {
			t.Errorf("%s and %s have the key %s", all[before], e, PredicateKey(e))
		}
		predicates[PredicateKey(e)] = i
		var b strings.Builder
		WriteKey(&b, e)
		if before, is := keys[b.String()]; is && len(Places(e, nil)) == len(Places(all[before], nil)) && !columns(e, all[before]) {
			t.Errorf("%s and %s have the key %s", all[before], e, b.String())
		}
		keys[b.String()] = i
	}
	first, second := build(t, plan.Lt, a, three()), build(t, plan.Lt, a, three())
	if PredicateKey(first) != PredicateKey(second) {
		t.Error("equal predicates have different keys")
	}
}

// columns reports whether both are columns, which WriteKey, being of one column, does not tell apart.
func columns(a, b plan.Expr) bool {
	_, x := a.(plan.ColumnRef)
	_, y := b.(plan.ColumnRef)
	return x && y
}

func TestForms(t *testing.T) {
	a, s := column(0, 1), column(0, 2)
	text := plan.Literal(value.OfString("x"))
	equal := build(t, plan.Eq, s, text)
	like := plan.NewLike(s, "a%", '\\')
	upper := build(t, "UPPER", s)
	null := build(t, plan.IsNull, s)
	for _, c := range []struct {
		what      string
		of        func(plan.Expr) bool
		yes, noes []plan.Expr
	}{
		{"a plain test", IsPlainTest, []plan.Expr{equal, null, build(t, plan.Lt, a, three())}, []plan.Expr{a, like, build(t, plan.Eq, upper, text), build(t, plan.Eq, a, a)}},
		{"IS NULL of a column", IsNullOfColumn, []plan.Expr{null}, []plan.Expr{equal, build(t, plan.IsNull, upper)}},
		{"a test of texts", IsTest, []plan.Expr{equal, like, null, build(t, plan.And, equal, build(t, plan.Not, like))},
			[]plan.Expr{build(t, plan.Eq, upper, text), build(t, plan.Lt, a, three()), build(t, plan.Or, equal, build(t, plan.Eq, upper, text))}},
		{"a reader of NULLs", ReadsNulls, []plan.Expr{null, build(t, plan.And, null, build(t, plan.Not, null)), three()}, []plan.Expr{equal, s, build(t, plan.Or, null, equal)}},
		{"a change of sign", ChangesSign, []plan.Expr{plan.Cast{X: a, To: plan.Type{Kind: plan.Unsigned}}}, []plan.Expr{plan.Cast{X: a, To: number}, a}},
	} {
		for _, e := range c.yes {
			if !c.of(e) {
				t.Errorf("%s is not %s", e, c.what)
			}
		}
		for _, e := range c.noes {
			if c.of(e) {
				t.Errorf("%s is %s", e, c.what)
			}
		}
	}
	if !HasText([]plan.Expr{a, s}) || HasText([]plan.Expr{a, three()}) {
		t.Error("texts among expressions are not found")
	}
}

// Nested choices of constants have the conditions that read columns.
func TestAddChoices(t *testing.T) {
	a := column(0, 1)
	less, more := build(t, plan.Lt, a, three()), build(t, plan.Gt, a, three())
	choice := build(t, plan.If, less, three(), build(t, plan.If, more, plan.Literal(value.OfInt(4)), plan.Literal(value.OfInt(5))))
	var conditions []plan.Expr
	if !AddChoices(choice, &conditions) || len(conditions) != 2 || !plan.Equal(conditions[0], less) || !plan.Equal(conditions[1], more) {
		t.Errorf("conditions %v", conditions)
	}
	if AddChoices(build(t, plan.If, less, a, three()), &conditions) {
		t.Error("a choice of a column is one of constants")
	}
}
