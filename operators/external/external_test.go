package external

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gsdms/operators"
	"gsdms/operators/concat"
	"gsdms/operators/spill"
	"gsdms/operators/tail"
	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// given gives rows in parts of some sizes.
type given struct {
	rows *plan.Rows
	each int
	at   int
	text bool // texts are no codes in every second part
}

func (g *given) Next(context.Context) (*plan.Rows, error) {
	if g.at > 0 && g.at >= g.rows.Len {
		return nil, nil
	}
	lo, hi := g.at, min(g.at+g.each, g.rows.Len)
	g.at = max(1, hi)
	out := g.rows.Slice(lo, hi)
	if g.text && lo/max(1, g.each)%2 == 1 {
		out = &plan.Rows{Len: out.Len, Columns: append([]plan.Vector(nil), out.Columns...)}
		v := out.Columns[2]
		texts := make([]string, out.Len)
		for i := range texts {
			texts[i] = v.Dict.At(int(v.Ints[i]))
		}
		v.Texts, v.Ints, v.Dict = texts, nil, nil
		out.Columns[2] = v
	}
	return out, nil
}

func (*given) Close() {}

// mixed is rows of a number with NULLs, a double, a text, a decimal of which some pass 64 bits,
// and a text that is none of a dictionary.
func mixed(dice *rand.Rand, n, values int) *plan.Rows {
	dict := plan.NewDictionary([]uint32{0, 0, 1, 3, 12}, []byte("aabbbbbbbbbb"))
	number := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)}
	double := plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n)}
	code := plan.Vector{Type: plan.Type{Kind: plan.String}, Ints: make([]int64, n), Dict: dict}
	wide := plan.Vector{Type: plan.Type{Kind: plan.Decimal, Scale: 2, Precision: 40}, Wide: make([]*big.Int, n)}
	text := plan.Vector{Type: plan.Type{Kind: plan.String}, Texts: make([]string, n), Nulls: make([]bool, n)}
	for i := range n {
		number.Ints[i], number.Nulls[i] = dice.Int64N(int64(values))-int64(values/2), dice.IntN(9) == 0
		double.Floats[i] = float64(dice.IntN(values)) - 2.5
		code.Ints[i] = dice.Int64N(int64(dict.Len()))
		wide.Wide[i] = big.NewInt(dice.Int64N(int64(values)) - 3)
		if dice.IntN(3) == 0 {
			wide.Wide[i].Lsh(wide.Wide[i], 70)
		}
		text.Texts[i], text.Nulls[i] = strings.Repeat("ab", dice.IntN(6))+fmt.Sprint(dice.IntN(values)), dice.IntN(7) == 0
	}
	return &plan.Rows{Len: n, Columns: []plan.Vector{number, double, code, wide, text}}
}

func slot(rows *plan.Rows, i int) plan.Slot {
	return plan.Slot{Index: i, Of: rows.Columns[i].Type, CanBeNil: true}
}

// cells prints rows.
func cells(rows *plan.Rows) string {
	var b strings.Builder
	for i := range rows.Len {
		for c := range rows.Columns {
			fmt.Fprintf(&b, "%v|", rows.Columns[c].Value(i))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// kinds is operators that need all rows, by what they are called.
func kinds(t *testing.T, rows *plan.Rows) map[string][]plan.Operator {
	t.Helper()
	window := func(name plan.WindowName, over plan.Over, args ...plan.Expr) plan.WindowFunc {
		f, err := window.New(name, args, over)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	gathered := func(name plan.AggFunc, with plan.Gathered, args ...plan.Expr) plan.Agg {
		a, err := typing.NewGathered(name, args, with)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	byText := []plan.WindowOrder{{Slot: slot(rows, 4)}, {Slot: slot(rows, 1), Desc: true}}
	aggs := []plan.Agg{
		gathered(plan.Count, plan.Gathered{Distinct: true}, slot(rows, 4)),
		gathered(plan.GroupConcat, plan.Gathered{Option: value.OfString(",")}, slot(rows, 4)),
		gathered(plan.PercentileCont, plan.Gathered{Option: value.OfFloat(0.5)}, slot(rows, 1)),
	}
	all := []plan.SortKey{{Slot: 4, Desc: true}, {Slot: 0}, {Slot: 3}, {Slot: 2, Desc: true}}
	return map[string][]plan.Operator{
		"sort":              {plan.Sort{Keys: all}},
		"sort by a double":  {plan.Sort{Keys: []plan.SortKey{{Slot: 1, Desc: true}}}},
		"sort by a text":    {plan.Sort{Keys: []plan.SortKey{{Slot: 2}}}},
		"sort by a decimal": {plan.Sort{Keys: []plan.SortKey{{Slot: 3, Desc: true}}}, plan.Limit{Offset: 7, Count: 900}},
		"first":             {plan.Sort{Keys: all[1:]}, plan.Limit{Offset: 3, Count: 20}},
		"distinct":          {plan.Project{Exprs: []plan.Expr{slot(rows, 0), slot(rows, 2)}}, plan.Distinct{}},
		"distinct all":      {plan.Distinct{}},
		"window": {plan.Window{Funcs: []plan.WindowFunc{
			window(plan.RowNumber, plan.Over{Partition: []plan.Slot{slot(rows, 0)}, Order: byText}),
			window(plan.WindowSum, plan.Over{Partition: []plan.Slot{slot(rows, 2), slot(rows, 0)}}, slot(rows, 1)),
			window(plan.Lag, plan.Over{Partition: []plan.Slot{slot(rows, 0)}, Order: byText}, slot(rows, 4)),
			window(plan.Rank, plan.Over{Order: byText}),
		}}},
		"group":     {plan.Aggregate{Keys: []plan.Expr{slot(rows, 2), slot(rows, 0)}, Aggs: aggs}},
		"all":       {plan.Aggregate{Aggs: aggs}},
		"counts":    {plan.Aggregate{Aggs: counts(rows)}},
		"two steps": {plan.Distinct{}, plan.Aggregate{Keys: []plan.Expr{slot(rows, 4)}, Aggs: aggs}, plan.Sort{Keys: []plan.SortKey{{Slot: 1}}}},
	}
}

// counts is aggregates of all rows that those of their parts tell.
func counts(rows *plan.Rows) []plan.Agg {
	whole := plan.Type{Kind: plan.Int}
	out := []plan.Agg{{Func: plan.Count, Of: whole}}
	for i := range rows.Columns {
		s := slot(rows, i)
		out = append(out, plan.Agg{Func: plan.Count, Arg: s, Of: whole}, plan.Agg{Func: plan.Min, Arg: s, Of: s.Of}, plan.Agg{Func: plan.Max, Arg: s, Of: s.Of})
	}
	return out
}

// read reads all rows of a source.
func read(ctx context.Context, s Source) (*plan.Rows, error) {
	var parts []*plan.Rows
	for {
		rows, err := s.Next(ctx)
		if err != nil {
			return nil, err
		}
		if rows == nil {
			return concat.Rows(ctx, parts)
		}
		parts = append(parts, rows)
	}
}

// What operators leave of rows that come in parts, most of them by way of files, is what they
// leave of all at once, in the same order. Nothing is left of memory or files.
func TestPartsGiveWhatAllRowsGive(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		dice := rand.New(rand.NewPCG(seed, 5))
		rows := mixed(dice, dice.IntN(6000), 1+dice.IntN(400))
		for name, ops := range kinds(t, rows) {
			want, err := tail.Run(t.Context(), ops, rows, tail.Options{})
			if err != nil {
				t.Fatal(err)
			}
			space, held, spilled := spill.NewSpace(t.TempDir()), int64(0), int64(0)
			room := int64(1) << (8 + dice.IntN(12))
			o := Options{Space: space, Room: room, Charge: func(n int64) error { held += n; return nil }, Spilled: func(n int64) { spilled += n }}
			s := Run(ops, &given{rows: rows, each: 1 + dice.IntN(700), text: seed%2 == 1}, o)
			got, err := read(t.Context(), s)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			s.Close()
			s.Close()
			if a, b := cells(got), cells(want); a != b {
				t.Fatalf("seed %d, %s with room for %d bytes: other rows, %d and not %d", seed, name, room, got.Len, want.Len)
			}
			if held != 0 || space.Used() != 0 {
				t.Errorf("seed %d, %s: %d bytes of memory and %d of files are left", seed, name, held, space.Used())
			}
		}
	}
}

// An error of what charges, a folder that is none and a context that ends come out, and leave
// nothing.
func TestWhatEndsEarlyLeavesNothing(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 6))
	rows := mixed(dice, 4000, 300)
	enough := errors.New("enough")
	for name, ops := range kinds(t, rows) {
		for limit := int64(1 << 12); limit < 1<<20; limit *= 2 {
			space, held := spill.NewSpace(t.TempDir()), int64(0)
			o := Options{Space: space, Room: limit / 8, Spilled: func(int64) {}, Charge: func(n int64) error {
				if n > 0 && held+n > limit {
					return enough
				}
				held += n
				return nil
			}}
			s := Run(ops, &given{rows: rows, each: 100}, o)
			if _, err := read(t.Context(), s); err != nil && !errors.Is(err, enough) {
				t.Errorf("%s with %d bytes: %v", name, limit, err)
			}
			s.Close()
			if held != 0 || space.Used() != 0 {
				t.Errorf("%s with %d bytes: %d of memory and %d of files are left", name, limit, held, space.Used())
			}
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(enough)
		o := Options{Space: spill.NewSpace(t.TempDir()), Room: 1 << 10, Spilled: func(int64) {}, Charge: func(int64) error { return nil }}
		s := Run(ops, &given{rows: rows, each: 100}, o)
		if _, err := read(ctx, s); !errors.Is(err, enough) {
			t.Errorf("%s with a context that has ended: %v", name, err)
		}
		s.Close()
		o.Space = spill.NewSpace("/nowhere/at/all")
		s = Run(ops, &given{rows: rows, each: 100}, o)
		if _, err := read(t.Context(), s); err != nil && !strings.Contains(err.Error(), "/nowhere/at/all") {
			t.Errorf("%s without a folder: %v", name, err)
		}
		s.Close()
	}
}

// What parts are charged for when they have been put together is what they take then, also
// where codes of a dictionary have become texts; who gives that back has nothing left.
func TestRowsPutTogetherAreCharged(t *testing.T) {
	rows := mixed(rand.New(rand.NewPCG(3, 4)), 1000, 5)
	account := operators.NewAccount(0, "", nil)
	all, last, err := Part(t.Context(), &given{rows: rows, each: 100, text: true}, 1<<30, account.Charge)
	if err != nil || !last || all.Len != rows.Len {
		t.Fatalf("%d rows, the last: %v, %v", all.Len, last, err)
	}
	if used := account.Used(); used != all.Bytes() || used <= rows.Bytes() {
		t.Errorf("%d bytes are charged for %d, which were %d in parts of codes", used, all.Bytes(), rows.Bytes())
	}
	short := operators.NewAccount(rows.Bytes(), "short of %d", nil)
	if _, _, err := Part(t.Context(), &given{rows: rows, each: 100, text: true}, 1<<30, short.Charge); err == nil || short.Used() != 0 {
		t.Errorf("%d bytes are charged after %v", short.Used(), err)
	}
}

// Rows that wait to be run on are charged, also those of which a part has been run on.
func TestRowsThatWaitAreCharged(t *testing.T) {
	rows := mixed(rand.New(rand.NewPCG(7, 8)), 1000, 5)
	account := operators.NewAccount(0, "", nil)
	o := Options{Room: 1 << 30, Charge: account.Charge}
	s := &passing{from: &given{rows: rows, each: rows.Len}, ops: []plan.Operator{plan.Project{Exprs: []plan.Expr{slot(rows, 0)}}}, o: o, most: 100}
	for got := 0; got < rows.Len; {
		if used := account.Used(); got > 0 && used < rows.Bytes() {
			t.Fatalf("%d bytes are charged for %d, behind %d rows of %d", used, rows.Bytes(), got, rows.Len)
		}
		out, err := s.Next(t.Context())
		if err != nil || out == nil {
			t.Fatalf("%v rows, %v", out, err)
		}
		got += out.Len
	}
	if used := account.Used(); used != 0 {
		t.Errorf("%d bytes are charged for no rows", used)
	}
	if _, err := (&passing{from: &given{rows: rows, each: rows.Len}, o: Options{Charge: operators.NewAccount(9, "short of %d", nil).Charge}}).Next(t.Context()); err == nil {
		t.Error("rows wait without memory")
	}
}
