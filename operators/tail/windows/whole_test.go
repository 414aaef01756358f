package windows

import (
	"math"
	"math/big"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
)

// A beginning passes the keys before the row's key and the offset, an end those at it as well,
// whatever numbers these are. The keys of both orders are compared by numbers of any size.
func TestReachesPassWhatOffsetsSay(t *testing.T) {
	keys := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt64 + 3, -7, -1, 0, 1, 2, 9, math.MaxInt64 - 3, math.MaxInt64 - 1, math.MaxInt64}
	offsets := []plan.Value{
		value.OfDecimal(0, 0), value.OfDecimal(1, 0), value.OfDecimal(2, 0), value.OfDecimal(5, 1), value.OfDecimal(15, 1), value.OfDecimal(math.MaxInt64, 0),
		value.OfDecimal(math.MaxInt64, 1), value.OfDecimal(math.MaxInt64, -1),
	}
	v := &plan.Vector{Type: plan.Type{Kind: plan.Int}, Ints: keys}
	for _, offset := range offsets {
		for _, desc := range []bool{false, true} {
			for _, at := range []plan.BoundAt{plan.Preceding, plan.Following} {
				for _, behind := range []bool{false, true} {
					r, ok := reachOf(v, plan.WindowOrder{Desc: desc}, plan.Bound{At: at, Offset: offset}, behind)
					if !ok {
						t.Fatalf("no reach of %s", offset)
					}
					for _, row := range keys {
						last, some := r.from(row ^ r.flip)
						for _, key := range keys {
							want := passes(key, row, offset, desc, at == plan.Following, behind)
							if got := some && key^r.flip <= last; got != want {
								t.Errorf("an edge of %d by %s (desc %t, following %t, end %t) passes %d: %t", row, offset, desc, at == plan.Following, behind, key, got)
							}
						}
					}
				}
			}
		}
	}
}

// Where there are no rows a column of doubles has no doubles either.
func TestNoRowsHaveNoReach(t *testing.T) {
	v := &plan.Vector{Type: plan.Type{Kind: plan.Double}}
	if _, ok := reachOf(v, plan.WindowOrder{}, plan.Bound{At: plan.Preceding, Offset: value.OfFloat(1)}, true); ok {
		t.Error("doubles are no whole numbers")
	}
}

// passes compares the key with the row's and the offset as the standard words it.
func passes(key, row int64, offset plan.Value, desc, following, behind bool) bool {
	by, ok := new(big.Rat).SetString(offset.Dec.Text('f'))
	if !ok {
		return false
	}
	if following == desc {
		by.Neg(by)
	}
	side := new(big.Rat).SetInt64(key).Cmp(by.Add(by, new(big.Rat).SetInt64(row)))
	if desc {
		side = -side
	}
	return side < 0 || behind && side == 0
}
