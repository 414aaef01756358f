package join

import (
	"slices"

	"gsdms/plan"
)

// bandOf gives the tightest band that conditions, but those used already, put around
// expressions over a table, by tables that are joined, and which conditions these are; nil
// where there is none.
func bandOf(tables []*plan.TableRef, table int, joined plan.TableSet, conditions []plan.Expr, used []bool) (*plan.Band, []int) {
	var lows, highs []boundFound
	for i, e := range conditions {
		if used != nil && used[i] {
			continue
		}
		for _, b := range boundsBy(tables, table, joined, e) {
			if b.by = i; b.isLow {
				lows = append(lows, b)
			} else {
				highs = append(highs, b)
			}
		}
	}
	for _, l := range lows {
		for _, h := range highs {
			if plan.Equal(l.Match, h.Match) {
				return &plan.Band{Low: l.End, High: h.End}, []int{l.by, h.by}
			}
		}
	}
	out, by := &plan.Band{}, []int(nil)
	if len(lows) > 0 {
		out.Low, by = lows[0].End, append(by, lows[0].by)
	}
	if len(highs) > 0 {
		out.High, by = highs[0].End, append(by, highs[0].by)
	}
	if len(by) == 0 {
		return nil, nil
	}
	return out, by
}

// boundFound is a bound and the number of the condition that says it.
type boundFound struct {
	*plan.End
	isLow bool
	by    int
}

// boundsBy takes a condition for bounds of expressions over a table: all of what it says.
func boundsBy(tables []*plan.TableRef, table int, joined plan.TableSet, e plan.Expr) (out []boundFound) {
	if end, isLow, ok := boundBy(table, joined, e); ok {
		return []boundFound{{End: end, isLow: isLow}}
	}
	for _, part := range distances(tables, table, e) {
		end, isLow, ok := boundBy(table, joined, part)
		if !ok {
			return nil
		}
		out = append(out, boundFound{End: end, isLow: isLow})
	}
	return out
}

// boundBy takes a comparison for a bound of an expression over a table.
func boundBy(table int, joined plan.TableSet, e plan.Expr) (b *plan.End, isLow, ok bool) {
	c, isCall := e.(plan.Call)
	if !isCall || !slices.Contains([]plan.Op{plan.Lt, plan.Le, plan.Gt, plan.Ge}, c.Op) {
		return nil, false, false
	}
	for side := range 2 {
		match, key := c.Args[side], c.Args[1-side]
		from := plan.TablesOf(key)
		if plan.TablesOf(match).Only() != table || from.Empty() || !from.Within(joined) || !sameOrder(match.Type(), key.Type()) {
			continue
		}
		isLow := (c.Op == plan.Gt || c.Op == plan.Ge) == (side == 0)
		return &plan.End{Match: match, Key: key, Open: c.Op == plan.Lt || c.Op == plan.Gt}, isLow, true
	}
	return nil, false, false
}

// sameOrder reports whether values of two types compare as their numbers do, or as doubles.
func sameOrder(a, b plan.Type) bool {
	whole := func(k plan.Kind) bool { return k == plan.Int || k == plan.Decimal || k == plan.Bool }
	return a.Kind == b.Kind && (a.Float() || a.Kind.Temporal() && a.Scale == b.Scale) || whole(a.Kind) && whole(b.Kind) && a.Scale == b.Scale
}
