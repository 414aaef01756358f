package tabulate

import (
	"errors"
	"fmt"
	"testing"

	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

func build(t *testing.T, op plan.Op, args ...plan.Expr) plan.Expr {
	t.Helper()
	e, err := typing.Build(op, args...)
	if err != nil {
		t.Fatalf("%s: %v", op, err)
	}
	return e
}

func literal(v plan.Value) plan.Expr { return plan.Literal(v) }

// at is the result of a table at a place, as SQL would print it.
func (t *Table) at(of plan.Type, i int) string {
	n, null := t.Array.Storage.Load(index.Stored(t.Array, i))
	switch {
	case null:
		return "NULL"
	case t.Dict != nil:
		return t.Dict.At(int(n))
	}
	return value.OfNumber(of, n).String()
}

// compare holds a table against the function itself, of the values that its places are of; that of
// NULL is behind them.
func compare(t *testing.T, got *Table, e plan.Expr, values []plan.Value) {
	t.Helper()
	if got.Array.Len < len(values)+1 {
		t.Fatalf("%s has %d results for %d values and NULL", e, got.Array.Len, len(values))
	}
	for i, v := range append(values, plan.Value{}) {
		want, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return v, nil })
		if err != nil {
			t.Fatal(err)
		}
		if have := got.at(e.Type(), i); have != want.String() {
			t.Errorf("%s of %s is %s, want %s", e, v, have, want)
		}
	}
}

func numbers(lo, hi int64) (out []plan.Value) {
	for n := lo; n <= hi; n++ {
		out = append(out, value.OfInt(n))
	}
	return out
}

func texts(all []string) (out []plan.Value) {
	for _, s := range all {
		out = append(out, value.OfString(s))
	}
	return out
}

// sorted is a dictionary of sorted texts.
func sorted(all []string) *plan.Dictionary {
	offsets, bytes := []uint32{0}, []byte(nil)
	for _, s := range all {
		bytes = append(bytes, s...)
		offsets = append(offsets, uint32(len(bytes)))
	}
	return plan.NewDictionary(offsets, bytes)
}

var number, word = plan.Type{Kind: plan.Int, Min: -1 << 63, Max: 1<<63 - 1}, plan.Type{Kind: plan.String}

// functions are some of a number, one of which is not NULL of NULL and one of which is of few values.
func functions(t *testing.T) []plan.Expr {
	x := plan.Slot{Of: number, CanBeNil: true}
	return []plan.Expr{
		build(t, plan.Mod, x, literal(value.OfInt(7))), build(t, plan.Lt, x, literal(value.OfInt(3))), build(t, plan.IsNull, x),
		build(t, plan.If, build(t, plan.IsNull, x), literal(value.OfInt(1<<40)), x), build(t, plan.Mul, x, literal(value.OfDecimal(15, 1))),
		build(t, "HEX", x), build(t, "NULLIF", x, literal(value.OfInt(2))),
	}
}

func TestFill(t *testing.T) {
	m := New(t.Context(), index.NewCache(1<<24))
	for _, e := range functions(t) {
		for _, span := range [][2]int64{{-3, 9}, {5, 5}, {0, 3000}} {
			got, err := m.Fill(e, number, nil, span[0], span[1])
			if err != nil {
				t.Fatalf("%s: %v", e, err)
			}
			compare(t, got, e, numbers(span[0], span[1]))
		}
	}
}

func TestFillSparse(t *testing.T) {
	m := New(t.Context(), index.NewCache(1<<24))
	for _, e := range functions(t) {
		got, err := m.FillSparse(e, number, []int64{-1 << 40, -3, 0, 2, 1 << 40})
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		compare(t, got, e, []plan.Value{value.OfInt(-1 << 40), value.OfInt(-3), value.OfInt(0), value.OfInt(2), value.OfInt(1 << 40)})
	}
}

// ofTexts are functions of a text.
func ofTexts(t *testing.T) []plan.Expr {
	x := plan.Slot{Of: word, CanBeNil: true}
	return []plan.Expr{
		build(t, "UPPER", x), build(t, "LENGTH", x), build(t, "LEFT", x, literal(value.OfInt(1))), build(t, plan.Ge, x, literal(value.OfString("b"))),
		plan.NewLike(x, "%1%", '\\'), build(t, "NULLIF", x, literal(value.OfString("a 7"))),
	}
}

// beginnings are functions of the first letters of a text, some of which are NULL where there are none, or
// are not NULL where there is no text.
func beginnings(t *testing.T) []plan.Expr {
	x := plan.Slot{Of: word, CanBeNil: true}
	left := func(n int64) plan.Expr { return build(t, "LEFT", x, literal(value.OfInt(n))) }
	second := build(t, "SUBSTRING", x, literal(value.OfInt(2)), literal(value.OfInt(1)))
	return []plan.Expr{
		second, build(t, "UPPER", left(2)), build(t, "NULLIF", left(1), literal(value.OfString("a"))),
		build(t, plan.If, build(t, plan.Lt, left(9), literal(value.OfString("b"))), literal(value.OfString("low")), left(1)),
		build(t, "COALESCE", second, literal(value.OfString("none"))),
	}
}

// Of a dictionary, small or large, and of texts in no order the results are those of the texts.
func TestFillTexts(t *testing.T) {
	m := New(t.Context(), index.NewCache(1<<24))
	var many []string
	for i := range 20000 {
		many = append(many, fmt.Sprintf("%c %05d", 'a'+rune(i/4000), i))
	}
	for _, all := range [][]string{{"", "a", "a 7", "bé"}, many} {
		for _, e := range ofTexts(t) {
			got, err := m.Fill(e, word, sorted(all), 0, int64(len(all)-1))
			if err != nil {
				t.Fatalf("%s: %v", e, err)
			}
			compare(t, got, e, texts(all))
		}
	}
	one, two := []string{"b", "a", "", "c 1"}, []string{"a", "zz"}
	offset := func(all []string) *plan.Texts { // as a dictionary has them, in no order
		offsets, bytes := []uint32{0}, []byte(nil)
		for _, s := range all {
			bytes = append(bytes, s...)
			offsets = append(offsets, uint32(len(bytes)))
		}
		return plan.NewTexts(offsets, bytes)
	}
	for _, e := range ofTexts(t) {
		got, err := m.FillUnsorted(e, plan.NewNumbered([]*plan.Texts{offset(one), offset(two)}, 0))
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		compare(t, got, e, texts(append(one[:4:4], two...)))
	}
	// What gives few different texts has a dictionary of them; what gives many is told.
	first, same := ofTexts(t)[2], ofTexts(t)[0]
	unsorted := plan.NewNumbered([]*plan.Texts{offset(many), offset(two)}, 0)
	got, err := m.FillFew(first, unsorted)
	if err != nil {
		t.Fatal(err)
	}
	if compare(t, got, first, texts(append(many[:len(many):len(many)], two...))); got.Dict.Len() != 6 {
		t.Errorf("%d different texts, want 6", got.Dict.Len())
	}
	for _, e := range beginnings(t) {
		got, err := m.FillFew(e, unsorted)
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		compare(t, got, e, texts(append(many[:len(many):len(many)], two...)))
	}
	if _, err := m.FillFew(same, unsorted); !errors.Is(err, ErrMany) {
		t.Errorf("of %d different texts: error %v", len(many), err)
	}
}

// The second of a pair runs fastest.
func TestFillPairs(t *testing.T) {
	m := New(t.Context(), index.NewCache(1<<20))
	e := build(t, plan.Sub, build(t, plan.Mul, plan.Slot{Of: number}, literal(value.OfInt(10))), plan.Slot{Index: 1, Of: number})
	got, err := m.FillPairs(e, numbers(1, 3), append(numbers(4, 5), plan.Value{}))
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for i := range 9 {
		have = append(have, got.at(e.Type(), i))
	}
	if want := "[6 5 NULL 16 15 NULL 26 25 NULL]"; fmt.Sprint(have) != want {
		t.Errorf("%v, want %s", have, want)
	}
}

// A table is built once for each span, unless it is not kept.
func TestKept(t *testing.T) {
	m := New(t.Context(), index.NewCache(1<<20))
	e := functions(t)[0]
	built := 0
	for _, keep := range []Keep{m.Kept(index.KeptTruth, &plan.Table{Name: "t"}, 0, e), m.KeepNone} {
		for _, hi := range []int64{5, 5, 6} {
			if _, err := keep(0, hi, func(m *Maker) (*Table, error) { built++; return m.Fill(e, number, nil, 0, hi) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if built != 2+3 {
		t.Errorf("%d tables were built, want 5", built)
	}
}

// Of a part with 5,000 different results these are few, though nearly all come within the first tenth;
// as many of a part that ends there are many, and so is one of which nearly all differ.
func TestFewResultsOfPart(t *testing.T) {
	for _, c := range []struct {
		different, texts, all int
		many                  bool
	}{{2800, few, 122880, false}, {4572, 12288, 122880, false}, {5000, 122880, 122880, false}, {4572, 12288, 12288, true}, {4000, few, 122880, true}, {20000, 30000, 122880, true}} {
		f := new(fewTexts)
		if f.count(c.different, c.texts, c.all); f.many.Load() != c.many {
			t.Errorf("%d different of the first %d of %d texts: many is %t", c.different, c.texts, c.all, !c.many)
		}
	}
}
