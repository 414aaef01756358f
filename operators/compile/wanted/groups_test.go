package wanted

import (
	"reflect"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Behind groups a limit says which are wanted, as far as the order is one of their own slots.
func TestGroupTopIsWhatALimitWants(t *testing.T) {
	slot := func(i int) plan.Expr { return plan.Slot{Index: i, Of: plan.Type{Kind: plan.Int}} }
	swap := plan.Project{Exprs: []plan.Expr{slot(1), slot(0), plan.Const{Value: value.OfInt(1)}}}
	sort := func(keys ...plan.SortKey) plan.Operator { return plan.Sort{Keys: keys} }
	limit := func(offset, count int64) plan.Operator { return plan.Limit{Offset: offset, Count: count} }
	for name, c := range map[string]struct {
		behind []plan.Operator
		want   *operators.GroupTop
	}{
		"a sort and a limit":     {[]plan.Operator{sort(plan.SortKey{Slot: 1, Desc: true}, plan.SortKey{Slot: 0}), limit(5, 10)}, &operators.GroupTop{Keys: []plan.SortKey{{Slot: 1, Desc: true}, {Slot: 0}}, Whole: true, Rows: 15}},
		"behind projections":     {[]plan.Operator{swap, swap, swap, sort(plan.SortKey{Slot: 1}), limit(0, 3)}, &operators.GroupTop{Keys: []plan.SortKey{{Slot: 0}}, Whole: true, Rows: 3}},
		"an expression second":   {[]plan.Operator{swap, sort(plan.SortKey{Slot: 0}, plan.SortKey{Slot: 2}, plan.SortKey{Slot: 1}), limit(0, 3)}, &operators.GroupTop{Keys: []plan.SortKey{{Slot: 1}}, Rows: 3}},
		"an expression first":    {[]plan.Operator{swap, sort(plan.SortKey{Slot: 2}), limit(0, 3)}, nil},
		"a limit alone":          {[]plan.Operator{swap, limit(2, 3)}, &operators.GroupTop{Whole: true, Rows: 5}},
		"a condition before":     {[]plan.Operator{plan.Filter{Pred: slot(0)}, sort(plan.SortKey{Slot: 0}), limit(0, 3)}, nil},
		"a condition behind":     {[]plan.Operator{sort(plan.SortKey{Slot: 0}), plan.Filter{Pred: slot(0)}, limit(0, 3)}, nil},
		"no count":               {[]plan.Operator{sort(plan.SortKey{Slot: 0}), limit(3, -1)}, nil},
		"a count past 64 bits":   {[]plan.Operator{sort(plan.SortKey{Slot: 0}), limit(3, 1<<63-1)}, nil},
		"none":                   {[]plan.Operator{sort(plan.SortKey{Slot: 0}), limit(3, 0)}, nil},
		"a sort without a limit": {[]plan.Operator{swap, sort(plan.SortKey{Slot: 0})}, nil},
		"nothing":                {nil, nil},
	} {
		if got := Groups(nil, nil, c.behind); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// The least and the greatest texts in no order say nothing of which groups are first: their codes are
// in another order.
func TestGroupTopIsNotByCodesInNoOrder(t *testing.T) {
	folds := []operators.Fold{{Func: operators.MaxInt}, {Func: operators.MaxText, Unsorted: &plan.Unsorted{}}}
	for slots, want := range map[[2]int]*operators.GroupTop{
		{0, 1}: {Keys: []plan.SortKey{{Slot: 0}}, Rows: 3},
		{1, 0}: nil,
	} {
		behind := []plan.Operator{plan.Sort{Keys: []plan.SortKey{{Slot: slots[0]}, {Slot: slots[1]}}}, plan.Limit{Count: 3}}
		if got := Groups(nil, folds, behind); !reflect.DeepEqual(got, want) {
			t.Errorf("by %v: %+v, want %+v", slots, got, want)
		}
	}
}
