package pass

import (
	"math"
	"slices"

	"gsdms/plan"
)

// span is values that a column may have.
type span struct {
	lo, hi          plan.Value // its ends, NULL for none
	above, below    bool       // the ends are not among them
	only            []plan.Value
	listed          bool // they are among only
	not             []plan.Value
	present, absent bool // it is not NULL; it is
}

// spanOf is the values for which a comparison with a constant is true; none where that is NULL.
func spanOf(op plan.Op, k plan.Value) span {
	s := span{present: true, absent: k.IsNull()}
	switch op {
	case plan.Eq:
		s.lo, s.hi = k, k
	case plan.Ne:
		s.not = []plan.Value{k}
	case plan.Lt, plan.Le:
		s.hi, s.below = k, op == plan.Lt
	case plan.Gt, plan.Ge:
		s.lo, s.above = k, op == plan.Gt
	}
	return s.closed()
}

// closed has an open end among the numbers that count in ones as the number beside it.
func (s span) closed() span {
	counts := func(k plan.Value) bool { return k.Kind == plan.Int || k.Kind == plan.Date }
	if s.above && counts(s.lo) && s.lo.Int < math.MaxInt64 {
		s.lo.Int, s.above = s.lo.Int+1, false
	}
	if s.below && counts(s.hi) && s.hi.Int > math.MinInt64 {
		s.hi.Int, s.below = s.hi.Int-1, false
	}
	return s
}

// spanOfList is the values that are in a list.
func spanOfList(list []plan.Value) span {
	only := slices.DeleteFunc(slices.Clone(list), plan.Value.IsNull)
	return span{only: only, listed: true, present: true}
}

// and gives the values that are in both, and whether these are fewer than those of s as far as is known.
func (s span) and(t span) (out span, fewer bool) {
	out = s
	if !t.lo.IsNull() && (s.lo.IsNull() || s.lo.Compare(t.lo) < 0 || s.lo.Compare(t.lo) == 0 && t.above && !s.above) {
		out.lo, out.above, fewer = t.lo, t.above, true
	}
	if !t.hi.IsNull() && (s.hi.IsNull() || s.hi.Compare(t.hi) > 0 || s.hi.Compare(t.hi) == 0 && t.below && !s.below) {
		out.hi, out.below, fewer = t.hi, t.below, true
	}
	if t.present && !s.present || t.absent && !s.absent {
		out.present, out.absent, fewer = s.present || t.present, s.absent || t.absent, true
	}
	for _, k := range t.not {
		if !slices.ContainsFunc(s.not, func(other plan.Value) bool { return other.Compare(k) == 0 }) {
			out.not, fewer = append(slices.Clip(out.not), k), true
		}
	}
	if t.listed || s.listed {
		out.listed, out.only = true, out.among(s, t)
		fewer = fewer || !s.listed || len(out.only) < len(s.only)
	}
	return out, fewer
}

// among gives the listed values of two spans, of which one has a list, that are in both and in out.
func (out span) among(s, t span) (only []plan.Value) {
	list, other := s, t
	if !s.listed || t.listed && len(t.only) < len(s.only) {
		list, other = t, s
	}
	for _, k := range list.only {
		if out.has(k) && (!other.listed || slices.ContainsFunc(other.only, func(x plan.Value) bool { return x.Compare(k) == 0 })) {
			only = append(only, k)
		}
	}
	return only
}

// has says whether a value is between the ends, and not left out.
func (s span) has(k plan.Value) bool {
	if !s.lo.IsNull() && (s.lo.Compare(k) > 0 || s.above && s.lo.Compare(k) == 0) {
		return false
	}
	if !s.hi.IsNull() && (s.hi.Compare(k) < 0 || s.below && s.hi.Compare(k) == 0) {
		return false
	}
	return !slices.ContainsFunc(s.not, func(other plan.Value) bool { return other.Compare(k) == 0 })
}

// empty says whether there is surely no such value.
func (s span) empty() bool {
	switch {
	case !s.present:
		return false
	case s.absent:
		return true
	case s.listed:
		return len(s.only) == 0
	case s.lo.IsNull() || s.hi.IsNull():
		return false
	}
	order := s.lo.Compare(s.hi)
	return order > 0 || order == 0 && !s.has(s.lo)
}
