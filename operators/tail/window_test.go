package tail

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/plan/window"
)

// TestWindowsAgreeWithTheirDefinition computes each function of each row anew, from the
// rows of its frame as the definition says.
func TestWindowsAgreeWithTheirDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	done := map[plan.WindowName]int{}
	for round := range tries(3000) {
		rows := mixedRows(r, r.IntN(40), true)
		if round%250 == 0 {
			rows = mixedRows(r, 600, true) // sorted by bits
		}
		var w plan.Window
		for range 1 + r.IntN(3) {
			if f, ok := windowFunc(r, rows); ok {
				w.Funcs = append(w.Funcs, f)
				done[f.Name]++
			}
		}
		got, err := Run(t.Context(), []plan.Operator{w}, rows, Options{Threads: 1 + round%3})
		if err != nil {
			t.Fatalf("round %d: %s: %v", round, w, err)
		}
		for i, f := range w.Funcs {
			want := byDefinition(rows, f)
			for row, x := range want {
				have := got.Columns[len(rows.Columns)+i].Value(row)
				if !alike(have, x) {
					t.Fatalf("round %d: %s of row %d: got %s, want %s\n%v", round, f, row, have, x, cellsOf(rows))
				}
				if have.IsNull() && !f.CanBeNil {
					t.Fatalf("round %d: %s is NULL and said not to be", round, f)
				}
			}
		}
	}
	if len(done) != 22 {
		t.Errorf("not all functions were tried: %v", done)
	}
}

func windowFunc(r *rand.Rand, rows *plan.Rows) (plan.WindowFunc, bool) {
	names := []plan.WindowName{plan.RowNumber, plan.Rank, plan.DenseRank, plan.Ntile, plan.CumeDist, plan.PercentRank, plan.Lag, plan.Lead,
		plan.FirstValue, plan.LastValue, plan.NthValue, plan.WindowCount, plan.WindowSum, plan.WindowMin, plan.WindowMax,
		"VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP", "BIT_AND", "BIT_OR", "BIT_XOR"}
	name := names[r.IntN(len(names))]
	column := func() plan.Expr { return slotOf(rows, r.IntN(len(rows.Columns))) }
	small := func(least int64) plan.Expr { return plan.Literal(value.OfInt(least + r.Int64N(4))) }
	var args []plan.Expr
	switch name {
	case plan.RowNumber, plan.Rank, plan.DenseRank, plan.CumeDist, plan.PercentRank:
	case plan.Ntile:
		args = []plan.Expr{small(1)}
	case plan.Lag, plan.Lead:
		args = []plan.Expr{column(), small(0), column()}[:1+r.IntN(3)]
	case plan.NthValue:
		args = []plan.Expr{column(), small(1)}
	case plan.WindowCount:
		args = []plan.Expr{column()}[:r.IntN(2)]
	case "BIT_AND", "BIT_OR", "BIT_XOR":
		args = []plan.Expr{slotOf(rows, 0)}
	default:
		args = []plan.Expr{column()}
	}
	f, err := window.New(name, args, over(r, rows))
	return f, err == nil
}

func over(r *rand.Rand, rows *plan.Rows) plan.Over {
	var o plan.Over
	for range r.IntN(3) {
		o.Partition = append(o.Partition, slotOf(rows, []int{7, 9, 0}[r.IntN(3)]))
	}
	for range r.IntN(3) {
		o.Order = append(o.Order, plan.WindowOrder{Slot: slotOf(rows, r.IntN(len(rows.Columns))), Desc: r.IntN(2) == 0})
	}
	if r.IntN(3) > 0 {
		offset := func() plan.Value {
			switch r.IntN(4) {
			case 0:
				return value.OfDecimal(r.Int64N(900), 1+r.IntN(2))
			case 1:
				return value.OfFloat(float64(r.IntN(60)) / 8)
			}
			return value.OfInt(r.Int64N(6))
		}
		at := func() plan.Bound { return plan.Bound{At: plan.BoundAt(r.IntN(5)), Offset: offset()} }
		o.Frame = &plan.Frame{Range: r.IntN(2) == 0, Lo: at(), Hi: at()}
	}
	return o
}

// ordered gives the rows of row's partition in the order of the window, by insertion.
func ordered(rows *plan.Rows, o plan.Over, row int) []int {
	var out []int
	for i := range rows.Len {
		same := true
		for _, s := range o.Partition {
			same = same && compareCells(rows, s.Index, i, row) == 0
		}
		if same {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return compareByOrder(rows, o, a, b) })
	return out
}

func compareByOrder(rows *plan.Rows, o plan.Over, a, b int) int {
	for _, k := range o.Order {
		c := compareCells(rows, k.Slot.Index, a, b)
		if k.Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func compareCells(rows *plan.Rows, column, a, b int) int {
	x, y := rows.Columns[column].Value(a), rows.Columns[column].Value(b)
	switch {
	case x.IsNull() && y.IsNull():
		return 0
	case x.IsNull():
		return -1
	case y.IsNull():
		return 1
	}
	return x.Compare(y)
}

// seen gives the places in a partition that a row's frame has.
func seen(rows *plan.Rows, o plan.Over, in []int, at int) (out []int) {
	f := o.Bounds()
	for i := range in {
		if after(rows, o, f.Range, f.Lo, in, i, at) >= 0 && after(rows, o, f.Range, f.Hi, in, i, at) <= 0 {
			out = append(out, i)
		}
	}
	return out
}

// after says whether place i is before, at or behind a bound of the row at a place.
func after(rows *plan.Rows, o plan.Over, byValue bool, b plan.Bound, in []int, i, at int) int {
	switch b.At {
	case plan.UnboundedPreceding:
		return 1
	case plan.UnboundedFollowing:
		return -1
	}
	if !byValue {
		n := 0
		if b.At != plan.CurrentRow {
			n = int(b.Offset.Int)
		}
		if b.At == plan.Preceding {
			n = -n
		}
		return i - (at + n)
	}
	if b.At == plan.CurrentRow {
		return compareByOrder(rows, o, in[i], in[at])
	}
	x, y := rows.Columns[o.Order[0].Slot.Index].Value(in[i]), rows.Columns[o.Order[0].Slot.Index].Value(in[at])
	if x.IsNull() || y.IsNull() {
		return compareByOrder(rows, o, in[i], in[at])
	}
	gap, n := rat(x), rat(b.Offset)
	gap.Sub(gap, rat(y))
	if o.Order[0].Desc {
		gap.Neg(gap)
	}
	if b.At == plan.Preceding {
		n.Neg(n)
	}
	return gap.Cmp(n)
}

func rat(v plan.Value) *big.Rat {
	switch v.Kind {
	case plan.Double:
		return new(big.Rat).SetFloat64(v.Float)
	case plan.Decimal:
		r, _ := new(big.Rat).SetString(v.Dec.Text('f'))
		return r
	}
	return new(big.Rat).SetInt64(v.Int)
}

func byDefinition(rows *plan.Rows, f plan.WindowFunc) []plan.Value {
	out := make([]plan.Value, rows.Len)
	for row := range out {
		in := ordered(rows, f.Over, row)
		at := slices.Index(in, row)
		out[row] = ofRow(rows, f, in, at)
	}
	return out
}

func argument(rows *plan.Rows, f plan.WindowFunc, arg, row int) plan.Value {
	v, err := plan.Eval(f.Args[arg], func(x plan.Expr) (plan.Value, error) { return rows.Columns[x.(plan.Slot).Index].Value(row), nil })
	if err != nil {
		panic(err)
	}
	return v
}

func ofRow(rows *plan.Rows, f plan.WindowFunc, in []int, at int) plan.Value {
	var before, upTo, groups int // rows before the first peer, up to the last, and different ones before
	for i := range in {
		c := compareByOrder(rows, f.Over, in[i], in[at])
		if c < 0 {
			before++
			if i == 0 || compareByOrder(rows, f.Over, in[i-1], in[i]) != 0 {
				groups++
			}
		}
		if c <= 0 {
			upTo++
		}
	}
	n := len(in)
	switch f.Name {
	case plan.RowNumber:
		return value.OfInt(int64(at + 1))
	case plan.Rank:
		return value.OfInt(int64(before + 1))
	case plan.DenseRank:
		return value.OfInt(int64(groups + 1))
	case plan.CumeDist:
		return value.OfFloat(float64(upTo) / float64(n))
	case plan.PercentRank:
		return value.OfFloat(float64(before) / float64(max(n-1, 1)))
	case plan.Ntile:
		tiles := int(f.Args[0].(plan.Const).Value.Int)
		left := at
		for tile := range tiles {
			size := n / tiles
			if tile < n%tiles {
				size++
			}
			if left -= size; left < 0 {
				return value.OfInt(int64(tile + 1))
			}
		}
		panic("no tile")
	case plan.Lag, plan.Lead:
		by := 1
		if len(f.Args) > 1 {
			by = int(f.Args[1].(plan.Const).Value.Int)
		}
		if f.Name == plan.Lag {
			by = -by
		}
		switch {
		case at+by >= 0 && at+by < n:
			return argument(rows, f, 0, in[at+by])
		case len(f.Args) > 2:
			return argument(rows, f, 2, in[at])
		}
		return plan.Value{}
	}
	return ofFrame(rows, f, in, seen(rows, f.Over, in, at))
}

func ofFrame(rows *plan.Rows, f plan.WindowFunc, in, frame []int) plan.Value {
	pick := -1
	switch f.Name {
	case plan.FirstValue:
		pick = 0
	case plan.LastValue:
		pick = len(frame) - 1
	case plan.NthValue:
		pick = int(f.Args[1].(plan.Const).Value.Int) - 1
	default:
		return aggregated(rows, f, in, frame)
	}
	if pick < 0 || pick >= len(frame) {
		return plan.Value{}
	}
	return argument(rows, f, 0, in[frame[pick]])
}

func aggregated(rows *plan.Rows, f plan.WindowFunc, in, frame []int) plan.Value {
	var values []plan.Value
	for _, i := range frame {
		if len(f.Args) == 0 {
			values = append(values, value.OfInt(1))
		} else if v := argument(rows, f, 0, in[i]); !v.IsNull() {
			values = append(values, v)
		}
	}
	switch {
	case f.Name == plan.WindowCount:
		return value.OfInt(int64(len(values)))
	case strings.HasPrefix(string(f.Name), "BIT"):
		return bitsOf(values, f.Name)
	case len(values) == 0:
		return plan.Value{}
	case f.Of.Kind == plan.Double && f.Name != plan.WindowSum && f.Name != plan.WindowMin && f.Name != plan.WindowMax:
		return varied(values, f.Name)
	case f.Name == plan.WindowSum:
		return summed(values, f.Of)
	}
	best := values[0]
	for _, v := range values {
		if c := v.Compare(best); f.Name == plan.WindowMin && c < 0 || f.Name == plan.WindowMax && c > 0 {
			best = v
		}
	}
	return best
}

func summed(values []plan.Value, of plan.Type) plan.Value {
	sum := new(big.Rat)
	for _, v := range values {
		sum.Add(sum, rat(v))
	}
	if of.Kind == plan.Double {
		f, _ := sum.Float64()
		return value.OfFloat(f)
	}
	d, _, err := apd.NewFromString(sum.FloatString(of.Scale))
	if err != nil {
		panic(err)
	}
	return plan.Value{Kind: plan.Decimal, Dec: d}
}

// Sums over frames stay exact past 64 and 128 bits.
func TestWindowSumsPast64Bits(t *testing.T) {
	rows := &plan.Rows{Len: 3, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Int}, Ints: []int64{1<<63 - 1, 1<<63 - 1, -1 << 63}}}}
	f, err := window.New(plan.WindowSum, []plan.Expr{slotOf(rows, 0)}, plan.Over{Frame: &plan.Frame{Lo: plan.Bound{At: plan.Preceding, Offset: value.OfInt(1)}, Hi: plan.Bound{At: plan.CurrentRow}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Run(t.Context(), []plan.Operator{plan.Window{Funcs: []plan.WindowFunc{f}}}, rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for row := range 3 {
		have = append(have, got.Columns[1].Value(row).String())
	}
	if want := "[9223372036854775807 18446744073709551614 -1]"; fmt.Sprint(have) != want {
		t.Errorf("got %v, want %s", have, want)
	}
}
