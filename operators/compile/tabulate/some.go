package tabulate

import (
	"context"
	"errors"
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// A table of all texts of a dictionary is not worth making where the rows that count have few of them.
// It is made of these then, and kept for queries of the same rows. Queries of others may follow, so in
// all parts take about as long as a whole table, which serves them all.

// mostParts is how many parts of a table are made before it is made whole.
const mostParts = 16

// ErrWhole is the error of a part of a table that had better be the whole one.
var ErrWhole = errors.New("the table is worth making whole")

// KeptPart is Kept of a table that is made for some of the numbers alone, which are those of a text,
// unless the whole one is there. The error is ErrWhole where it should be made.
func (m *Maker) KeptPart(kind index.Kind, of *plan.Table, column int, e plan.Expr, numbers string) Keep {
	return func(lo, hi int64, build func(m *Maker) (*Table, error)) (*Table, error) {
		key := keyOf(kind, of, column, e, lo, hi)
		if m.cache.Has(key) {
			return nil, ErrWhole
		}
		key.Text += " of " + numbers
		return m.keep(key, build)
	}
}

// MayPart reports whether another part of a table, of so many of all numbers from lo to hi, takes less
// than the whole one, as long as not as many parts were made before. It is asked once for a part.
func (m *Maker) MayPart(kind index.Kind, of *plan.Table, column int, e plan.Expr, lo, hi int64, numbers int) bool {
	key := keyOf(kind, of, column, e, lo, hi)
	for range min(mostParts, int(hi-lo+1)/(numbers+1)) {
		if key.Text += " and"; !m.cache.Again(key) {
			return true
		}
	}
	return false
}

// FillSome is Fill of the numbers of a set, each less lo, which some are; the others have the result of
// one of them.
func (m *Maker) FillSome(e plan.Expr, of plan.Type, dict *plan.Dictionary, lo, hi int64, some *operators.BitSet) (*Table, error) {
	held := m.cache.Account().Part(m.ctx)
	defer held.Empty()
	places := membersOf(some)
	if err := held.Charge(8 * int64(len(places))); err != nil {
		return nil, err
	}
	given := newResults(e, len(places)+1)
	t, err := m.filled(given, operators.SpreadIn(m.ctx, len(places)/truth.FewNumbers+1, func(_ context.Context, i int) error {
		from := int64(i) * truth.FewNumbers
		to := min(int64(len(places)), from+truth.FewNumbers)
		return m.fillPart(given, from, to, of.Kind == plan.String, held, func(i int64) plan.Value { return truth.ValueOf(of, dict, lo+places[i]) })
	}))
	if err != nil {
		return nil, err
	}
	t.Array = index.Spread(m.ctx, t.Array, places, int(hi-lo+2))
	return t, nil
}

// membersOf lists the numbers of a set.
func membersOf(s *operators.BitSet) []int64 {
	out := make([]int64, 0, index.Members(s))
	for w, word := range s.Bits {
		for ; word != 0; word &= word - 1 {
			out = append(out, int64(64*w+bits.TrailingZeros64(word)))
		}
	}
	return out
}
