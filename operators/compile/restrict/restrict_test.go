package restrict

import (
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// streamed is a table of two columns of small numbers, of which the second may be NULL. No rows are
// read: each pair of values stands for those that have it.
func streamed() *plan.TableRef {
	column := func(name string, nullable bool) plan.Column {
		return plan.Column{Name: name, Type: plan.Type{Kind: plan.Int, Min: 0, Max: 9}, Nullable: nullable, Min: 0, Max: 9,
			Storage: plan.Storage{Width: 1, Nullable: nullable}}
	}
	return &plan.TableRef{Alias: "t", Table: &plan.Table{Name: "t", Rows: 110, Columns: []plan.Column{column("a", false), column("b", true)}}}
}

// predicate is a random one over the columns: comparisons with constants and with each other, IS NULL
// and IN, and what connects these.
func predicate(t *testing.T, r *rand.Rand, of *plan.TableRef, depth int) plan.Expr {
	t.Helper()
	ref := func() plan.Expr { return plan.ColumnRef{Column: r.IntN(2), Of: of} }
	number := func() plan.Value { return value.OfInt(r.Int64N(12) - 1) }
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	compares := []plan.Op{plan.Eq, plan.Ne, plan.Lt, plan.Le, plan.Gt, plan.Ge, plan.NullEq}
	if depth > 0 {
		sub := func() plan.Expr { return predicate(t, r, of, depth-1) }
		switch r.IntN(4) {
		case 0:
			return build(plan.And, sub(), sub())
		case 1:
			return build(plan.Or, sub(), sub())
		case 2:
			return build(plan.Not, sub())
		}
	}
	switch r.IntN(6) {
	case 0:
		return build(plan.IsNull, ref())
	case 1:
		return plan.In{X: ref(), List: []plan.Value{number(), number(), number()}}
	case 2:
		return build(compares[r.IntN(len(compares))], ref(), ref())
	}
	return build(compares[r.IntN(len(compares))], ref(), plan.Literal(number()))
}

// pair is the values of a row; b is below 0 for NULL.
type pair struct{ a, b int64 }

func (p pair) holds(t *testing.T, e plan.Expr) bool {
	t.Helper()
	v, err := plan.Eval(e, func(x plan.Expr) (plan.Value, error) {
		switch {
		case x.(plan.ColumnRef).Column == 0:
			return value.OfInt(p.a), nil
		case p.b < 0:
			return plan.Value{}, nil
		}
		return value.OfInt(p.b), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return !v.IsNull() && v.True()
}

func (p pair) in(column int, s sets.Values) bool {
	switch {
	case column == 0:
		return s.In.Has(p.a)
	case p.b < 0:
		return s.Null
	}
	return s.In.Has(p.b)
}

// passes reports whether a row is one that conditions leave of the stream.
func (p pair) passes(c *Conditions) bool {
	if c.Never {
		return false
	}
	for _, v := range c.Stream {
		if !p.in(v.Column, v.Set) {
			return false
		}
	}
	for _, clause := range c.AnyOf {
		any := false
		for _, a := range clause {
			any = any || p.in(a.Column, a.Set)
		}
		if !any {
			return false
		}
	}
	return true
}

// The rows that are left of the stream are those for which the conjuncts are true, where these all are
// sets; where the body has to compute one, no row is ruled out for which it is true.
func TestConditionsAgreeWithEvaluation(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	sure := 0
	for range 4000 {
		of := streamed()
		c := New(t.Context(), []*plan.TableRef{of}, 0, index.NewCache(1<<20))
		var all []plan.Expr
		exact := true
		for range 1 + r.IntN(3) {
			e := predicate(t, r, of, r.IntN(4))
			is, err := c.Conjunct(e)
			if err != nil {
				t.Fatal(err)
			}
			exact = exact && is
			all = append(all, e)
		}
		if err := c.Narrow(nil); err != nil {
			t.Fatal(err)
		}
		if exact {
			sure++
		}
		for a := range int64(10) {
			for b := int64(-1); b < 10; b++ {
				p, want := pair{a, b}, true
				for _, e := range all {
					want = want && p.holds(t, e)
				}
				if got := p.passes(c); got != want && (exact || want) {
					t.Fatalf("%v leaves %+v: %v, want %v (all are sets: %v)", all, p, got, want, exact)
				}
			}
		}
	}
	if sure < 1000 || sure > 3900 {
		t.Errorf("%d of 4000 conjunctions are sets", sure)
	}
}

// Registers have the bounds that the conditions leave.
func TestStreamReg(t *testing.T) {
	c := New(t.Context(), []*plan.TableRef{streamed()}, 0, index.NewCache(1<<20))
	if got := c.StreamReg(1); got != (operators.Reg{Nullable: true, Lo: 0, Hi: 9}) {
		t.Errorf("without a condition %+v", got)
	}
	c.RestrictStream(1, sets.Values{In: sets.Span(3, 20)}, 0.5)
	c.RestrictStream(1, sets.Values{In: sets.Span(-5, 7), Null: true}, 0.25)
	if got := c.StreamReg(1); got != (operators.Reg{Lo: 3, Hi: 7}) {
		t.Errorf("between 3 and 7 %+v", got)
	}
	if got := c.Stream[0].Share; got != 0.25 {
		t.Errorf("the lesser estimate of rows is %v", got)
	}
}

func TestShare(t *testing.T) {
	of := streamed().Table
	for _, test := range []struct {
		column int
		s      sets.Values
		want   float64
	}{
		{0, sets.Values{In: sets.Span(0, 4)}, 0.5}, {0, sets.Values{In: sets.Span(-9, 90), Null: true}, 1}, {0, sets.Values{In: sets.Span(10, 20)}, 0},
		{1, sets.Values{Null: true}, 1.0 / 11}, {1, sets.Values{In: sets.Span(2, 2), Null: true}, 2.0 / 11},
	} {
		if got := Share(&of.Columns[test.column], test.s); got != test.want {
			t.Errorf("%+v are %v of column %d, want %v", test.s, got, test.column, test.want)
		}
	}
}

// Numbers are a bit set where they are more than the ranges of a leaf and it is small, or they are not few and
// it takes 16 MiB, or 32 bytes a range.
func TestAsBits(t *testing.T) {
	for _, test := range []struct {
		ranges, apart int
		want          bool
	}{{operators.MaxRanges, 2, false}, {operators.MaxRanges + 1, 2, true}, {8, 1 << 19, true}, {8, 1 << 20, false}, {128, 1 << 20, true}, {128, 1 << 21, false}, {1 << 20, 250, true}, {1 << 20, 257, false}} {
		in := make(sets.Stored, test.ranges)
		for i := range in {
			in[i] = operators.Range{Lo: uint64(i * test.apart), Hi: uint64(i * test.apart)}
		}
		if got := AsBits(in); got != test.want {
			t.Errorf("%d numbers, each %d behind the one before: %v", test.ranges, test.apart, got)
		}
	}
}

// A bit set has the numbers of its ranges and no others.
func TestBitsOf(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		var in sets.Stored
		for lo := uint64(r.IntN(70)); lo < 500; {
			hi := lo + uint64(r.IntN(150))
			in = append(in, operators.Range{Lo: lo, Hi: hi})
			lo = hi + 2 + uint64(r.IntN(90))
		}
		set := BitsOf("s", in)
		if want := int(in[len(in)-1].Hi) + 1; set.Len != want {
			t.Fatalf("%v have %d bits, want %d", in, set.Len, want)
		}
		for n := range uint64(len(set.Bits) * 64) {
			if got := set.Bits[n/64]>>(n%64)&1 == 1; got != in.Has(n) {
				t.Fatalf("%v have %d: %v", in, n, got)
			}
		}
	}
}

// A column that others before it leave one value decides nothing more; without a primary key each
// column stands for itself.
func TestDecided(t *testing.T) {
	of := streamed()
	ref := func(column int) plan.Expr { return plan.ColumnRef{Column: column, Of: of} }
	keys := []plan.Expr{ref(0), plan.Literal(value.OfInt(1)), ref(1), ref(0)}
	for _, test := range []struct {
		primary []int
		want    []bool
	}{{nil, []bool{false, false, false, true}}, {[]int{0}, []bool{false, false, true, true}}, {[]int{0, 1}, []bool{false, false, false, true}}} {
		of.Table.PrimaryKey = test.primary
		got := New(t.Context(), []*plan.TableRef{of}, 0, nil).Decided(keys)
		for i := range keys {
			if got[i] != test.want[i] {
				t.Errorf("with the primary key %v, %v are decided, want %v", test.primary, got, test.want)
				break
			}
		}
	}
}
