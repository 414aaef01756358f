package windows

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
)

// alone is a run of one goroutine whose memory nobody counts.
type alone struct{ columns []plan.Vector }

func (alone) Take(int64) error { return nil }
func (alone) Stopped() error   { return nil }

func (alone) Spread(n int, work func(worker, task int) error) error {
	for task := range n {
		if err := work(0, task); err != nil {
			return err
		}
	}
	return nil
}

func (a alone) Column(e plan.Expr) (plan.Vector, error) {
	s, ok := e.(plan.Slot)
	if !ok {
		return plan.Vector{}, fmt.Errorf("%s is no column", e)
	}
	return a.columns[s.Index], nil
}

func (alone) Gather(v *plan.Vector, rows []int32) (plan.Vector, error) {
	out := plan.Vector{Type: v.Type, Nulls: make([]bool, len(rows))}
	for i, row := range rows {
		out.Nulls[i] = v.IsNull(int(row))
		if v.Floats != nil {
			out.Floats = append(out.Floats, v.Floats[row])
		} else {
			out.Ints = append(out.Ints, v.Ints[row])
		}
	}
	return out, nil
}

func (alone) Behind(first, second *plan.Vector) (plan.Vector, error) {
	return plan.Vector{}, fmt.Errorf("%s and %s are not put together", first.Type, second.Type)
}

// inOrder lays out a column of whole numbers in partitions of up to five rows, each in its order;
// peers are equal, NULLs among themselves.
func inOrder(r *rand.Rand, n int, desc bool) *Layout {
	v := plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, n), Nulls: make([]bool, n)}
	l := &Layout{Columns: []plan.Vector{v}, First: make([]bool, n)}
	for row := range n {
		v.Ints[row], v.Nulls[row] = r.Int64N(8), r.IntN(5) == 0
		l.Order = append(l.Order, int32(row))
	}
	l.Run = alone{l.Columns}
	r.Shuffle(n, func(i, k int) { l.Order[i], l.Order[k] = l.Order[k], l.Order[i] })
	for lo := 0; lo < n; {
		p := Part{lo, min(n, lo+1+r.IntN(5))}
		slices.SortStableFunc(l.Order[p.Lo:p.Hi], func(a, b int32) int { return compare(&v, a, b, desc) })
		for i := p.Lo; i < p.Hi; i++ {
			l.First[i] = i == p.Lo || compare(&v, l.Order[i-1], l.Order[i], desc) != 0
		}
		l.Parts = append(l.Parts, p)
		lo = p.Hi
	}
	return l
}

func compare(v *plan.Vector, a, b int32, desc bool) int {
	c := cmp.Compare(v.Ints[a], v.Ints[b])
	switch {
	case v.Nulls[a] && v.Nulls[b]:
		return 0
	case v.Nulls[a]:
		c = -1
	case v.Nulls[b]:
		c = 1
	}
	if desc {
		return -c
	}
	return c
}

// away says whether position k is before, at or behind a bound of the row at position i.
func away(l *Layout, o plan.Over, b plan.Bound, k, i int) int {
	v, desc := &l.Columns[0], o.Order[0].Desc
	offset := b.Offset.Int
	if b.At == plan.Preceding {
		offset = -offset
	}
	switch {
	case b.At == plan.UnboundedPreceding:
		return 1
	case b.At == plan.UnboundedFollowing:
		return -1
	case !o.Frame.Range && b.At == plan.CurrentRow:
		return k - i
	case !o.Frame.Range:
		return k - i - int(offset)
	case b.At == plan.CurrentRow || v.Nulls[l.Order[k]] || v.Nulls[l.Order[i]]:
		return compare(v, l.Order[k], l.Order[i], desc)
	}
	gap := v.Ints[l.Order[k]] - v.Ints[l.Order[i]]
	if desc {
		gap = -gap
	}
	return int(gap - offset)
}

// A frame has the rows of the partition that are not before its first bound and not behind its last.
func TestFramesAgreeWithTheirDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 4000 {
		desc := r.IntN(2) == 0
		l := inOrder(r, 1+r.IntN(12), desc)
		at := func() plan.Bound {
			n := r.Int64N(4)
			offset := value.OfDecimal(n, 0)
			offset.Int = n // frames of rows have it there
			return plan.Bound{At: plan.BoundAt(r.IntN(5)), Offset: offset}
		}
		o := plan.Over{Order: []plan.WindowOrder{{Desc: desc}}, Frame: &plan.Frame{Range: r.IntN(2) == 0, Lo: at(), Hi: at()}}
		f := l.frames(o).begin()
		for _, p := range l.Parts {
			f.start(p)
			for i := p.Lo; i < p.Hi; i++ {
				lo, hi := f.of(i)
				for k := p.Lo; k < p.Hi; k++ {
					want := away(l, o, o.Frame.Lo, k, i) >= 0 && away(l, o, o.Frame.Hi, k, i) <= 0
					if got := k >= lo && k < hi; got != want {
						t.Fatalf("%s: position %d of %v sees [%d, %d): of %d that is %v", o, i, l, lo, hi, k, want)
					}
				}
			}
		}
	}
}

// Batches has all partitions, in order, and ends one as soon as it has the rows of a piece.
func TestBatches(t *testing.T) {
	l := &Layout{}
	for lo, n := range []int{1, 5, pieceRows, 1, pieceRows - 1, 1, 3 * pieceRows, 2} {
		if lo > 0 {
			lo = l.Parts[len(l.Parts)-1].Hi
		}
		l.Parts = append(l.Parts, Part{lo, lo + n})
	}
	var all []Part
	for _, batch := range l.Batches() {
		all = append(all, batch...)
		if last := batch[len(batch)-1]; last.Lo-batch[0].Lo >= pieceRows {
			t.Errorf("%v goes on behind a piece", batch)
		}
	}
	if !slices.Equal(all, l.Parts) {
		t.Errorf("%v, want %v", all, l.Parts)
	}
	if got := new(Layout).Batches(); got != nil {
		t.Errorf("of no partitions there are %v", got)
	}
}

// A function gives its results to the rows that they are of, not to their positions.
func TestCompute(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	l := inOrder(r, 500, false)
	funcs := []plan.WindowFunc{{Name: plan.RowNumber, Of: plan.Type{Kind: plan.Int}}, {Name: plan.Rank}, {Name: plan.WindowCount, Of: plan.Type{Kind: plan.Int}}}
	out := make([]plan.Vector, 3)
	if err := l.Compute(funcs, []int{0, 2}, out); err != nil {
		t.Fatal(err)
	}
	for _, p := range l.Parts {
		for i := p.Lo; i < p.Hi; i++ {
			row := l.Order[i]
			if out[0].Ints[row] != int64(i-p.Lo+1) || out[2].Ints[row] != int64(p.Hi-p.Lo) {
				t.Fatalf("row %d at %d of %v is number %d of %d", row, i, p, out[0].Ints[row], out[2].Ints[row])
			}
		}
	}
	if out[1].Ints != nil {
		t.Error("what was not asked for is computed")
	}
}
